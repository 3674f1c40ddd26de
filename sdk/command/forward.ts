import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  ConnectionError,
  type EventPage,
  type Galla,
  RefusedError,
  signWebhook,
  type WebhookNotification,
} from '../src/galla.ts'
import { postEvent, reasonOf } from './post-event.ts'

export interface Forwarding {
  readonly galla: Pick<Galla, 'listEvents'>
  readonly to: URL
  /** Null to create one for this run. */
  readonly secret: string | null
  readonly say: (line: string) => void
  /** Stops the forwarding when it aborts. */
  readonly signal: AbortSignal
  /** For tests. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
  readonly receiverTimeoutMs?: number
}

export interface Forwarded {
  readonly taken: number
  readonly notTaken: number
}

const POLL_MS = 1_000
const RETRY_MS = 5_000
const PAGE = 500
/** The same timeout as Galla's own. */
const RECEIVER_TIMEOUT_MS = 15_000
const SECRET_BYTES = 24
const DELIVERED = 200
/** Receivers return one of these when a signature does not match. */
const SIGNATURE_REJECTED = [400, 401, 403]

const rest = async (ms: number, signal: AbortSignal): Promise<void> => {
  await pause(ms, undefined, { signal }).catch(() => undefined)
}

/**
 * Sends each new event to a receiver, signed, once and in order. A failure of the receiver is printed and not retried, because the
 * dashboard can send the event again. A failed call to Galla is printed and retried; a refused key ends the run.
 */
export const forward = async ({ wait = rest, ...forwarding }: Forwarding): Promise<Forwarded> => {
  const { galla, to, secret, say, signal } = forwarding
  const signing = secret ?? `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  // An invalid secret fails now and not at the first event.
  await signWebhook({ id: 'none', at: new Date(), body: '' }, signing)
  let taken = 0
  let notTaken = 0
  let isRetrying = false
  try {
    let after = await currentCursor(galla, signal)
    say(`Ready. Forwarding events to ${to.href}`)
    if (secret === null) say(`Signing secret for this run: ${signing}`)
    while (!signal.aborted) {
      const page = await galla
        .listEvents({ after, limit: PAGE, notifications: true, signal })
        .catch(retryableError)
      if (page instanceof Error) {
        if (!isRetrying) say(`${page.message}. Retrying until Galla responds.`)
        isRetrying = true
        await wait(RETRY_MS, signal)
        continue
      }
      if (isRetrying) say('Connected again.')
      isRetrying = false
      for (const [index, event] of page.data.entries()) {
        if (signal.aborted) break
        const notification = notificationOf(page, index, event)
        if (notification === null) {
          say(`${event.event}  ${event.orderId}  not sent: its webhook format does not include it`)
          continue
        }
        const { delivered, line } = await send(event, notification, signing, forwarding)
        say(line)
        if (delivered) taken += 1
        else notTaken += 1
      }
      after = page.next
      if (!page.more) await wait(POLL_MS, signal)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return { taken, notTaken }
}

type ListedEvent = EventPage['data'][number]

/** The notification in the format in which Galla sends it. An older Galla does not report the format and sends JSON only. */
const notificationOf = (page: EventPage, index: number, event: ListedEvent): WebhookNotification | null => {
  const given = page.notifications?.[index]
  return given === undefined ? { contentType: 'application/json', body: JSON.stringify(event) } : given
}

/** Returns the cursor after the last event, so that earlier events are skipped. */
const currentCursor = async (galla: Forwarding['galla'], signal: AbortSignal): Promise<string> => {
  let after: string | undefined
  for (;;) {
    const page = await galla.listEvents({ limit: PAGE, ...(after && { after }), signal })
    after = page.next
    if (!page.more) return after
  }
}

/** Returns errors that a retry can fix, and throws the others. */
const retryableError = (error: unknown): Error => {
  const passes =
    error instanceof ConnectionError ||
    (error instanceof RefusedError && (error.status === 429 || error.status >= 500))
  if (!passes) throw error
  return error
}

const send = async (
  event: ListedEvent,
  notification: WebhookNotification,
  secret: string,
  { to, secret: given, signal, receiverTimeoutMs = RECEIVER_TIMEOUT_MS }: Omit<Forwarding, 'wait'>,
): Promise<{ delivered: boolean; line: string }> => {
  const what = `${event.event}  ${event.orderId}`
  const timeout = AbortSignal.timeout(receiverTimeoutMs)
  const limit = AbortSignal.any([signal, timeout])
  try {
    const { status, text, tookMs } = await postEvent(to, notification, event.eventId, secret, limit)
    const line = `${what}  HTTP ${status}  ${tookMs} ms`
    if (status === DELIVERED) return { delivered: true, line }
    return { delivered: false, line: `${line}${text && `  ${text}`}  (${adviceFor(status, given)})` }
  } catch (error) {
    const reason = signal.aborted
      ? 'stopped'
      : timeout.aborted
        ? `no response in ${receiverTimeoutMs / 1000} s`
        : reasonOf(error)
    return { delivered: false, line: `${what}  not delivered: ${reason}` }
  }
}

const adviceFor = (status: number, givenSecret: string | null): string => {
  const only = `only HTTP ${DELIVERED} means delivered: Galla would retry the webhook`
  if (!SIGNATURE_REJECTED.includes(status)) return only
  return `${only}; does your receiver use ${givenSecret === null ? 'the secret above' : 'this --secret'}?`
}
