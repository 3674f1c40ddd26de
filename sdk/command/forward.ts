import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ConnectionError, type Galla, type OrderEvent, RefusedError, signWebhook } from '../src/galla.ts'

export interface Forwarding {
  readonly galla: Pick<Galla, 'listEvents'>
  readonly to: URL
  /** None: one is made for this run. */
  readonly secret: string | null
  readonly say: (line: string) => void
  /** Ends it; otherwise it goes on until the program is stopped. */
  readonly signal?: AbortSignal
}

const ASK_EVERY_MS = 1_000
const AFTER_TROUBLE_MS = 5_000
const PAGE = 500
const RECEIVER_TIMEOUT_MS = 15_000
const SECRET_BYTES = 24

/** From now on: what happened before is passed over. */
const placeNow = async (galla: Forwarding['galla'], signal: AbortSignal | undefined): Promise<string> => {
  let after: string | undefined
  for (;;) {
    const page = await galla.listEvents({ limit: PAGE, ...(after && { after }), ...(signal && { signal }) })
    after = page.next
    if (!page.more) return after
  }
}

/**
 * Sends each new event to a receiver, signed, in their order and once: a receiver that fails is told of and not waited for, as the
 * dashboard can send it again. Trouble on the way to Galla is told and tried again; a key that is refused ends it.
 */
export const forward = async ({ galla, to, secret, say, signal }: Forwarding): Promise<void> => {
  const signing = secret ?? `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  let after = await placeNow(galla, signal)
  say(`Ready. Events go to ${to.href}`)
  if (secret === null) say(`Signing secret of this run: ${signing}`)
  while (signal?.aborted !== true) {
    try {
      const page = await galla.listEvents({ after, limit: PAGE, ...(signal && { signal }) })
      for (const event of page.data) say(await send(event, to, signing))
      after = page.next
      if (!page.more) await rest(ASK_EVERY_MS, signal)
    } catch (error) {
      if (signal?.aborted) return
      const passing =
        error instanceof ConnectionError ||
        (error instanceof RefusedError && (error.status === 429 || error.status >= 500))
      if (!passing) throw error
      say(`${error.message}. Trying again.`)
      await rest(AFTER_TROUBLE_MS, signal)
    }
  }
}

const rest = async (ms: number, signal: AbortSignal | undefined): Promise<void> => {
  await pause(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined)
}

const send = async (event: OrderEvent, to: URL, secret: string): Promise<string> => {
  const body = JSON.stringify(event)
  const headers = await signWebhook({ id: event.eventId, at: new Date(), body }, secret)
  const what = `${event.event}  ${event.orderId}`
  try {
    const startedMs = performance.now()
    const response = await fetch(to, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(RECEIVER_TIMEOUT_MS),
    })
    await response.body?.cancel()
    return `${what}  HTTP ${response.status}  ${Math.round(performance.now() - startedMs)} ms`
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return `${what}  not taken: ${cause instanceof Error ? cause.message : String(cause)}`
  }
}
