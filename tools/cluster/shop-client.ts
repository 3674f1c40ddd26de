import type { Answer, Journal } from './journal.ts'

const REQUEST_TIMEOUT_MS = 30_000

export interface Reply {
  readonly status: number
  readonly data: Readonly<Record<string, unknown>>
}

/** A client with several origins that uses the next one when a connection breaks. */
export interface ShopClient {
  /** Records each reply in the journal. Status 0: the connection broke. */
  call(
    call: Answer['call'],
    path: string,
    body: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Reply>
}

export const createShopClient = (journal: Journal, origins: readonly string[]): ShopClient => {
  let current = 0
  return {
    async call(call, path, body, headers = {}) {
      const sentMs = journal.nowMs()
      const used = current
      const finish = (status: number, data: Reply['data']): Reply => {
        const atMs = journal.nowMs()
        journal.answers.push({ call, atMs, ms: atMs - sentMs, status })
        return { status, data }
      }
      try {
        const reply = await fetch(`${origins[used % origins.length]}/api/v1${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...headers },
          signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        })
        const text = await reply.text()
        const { data } = reply.ok ? (JSON.parse(text) as { data?: Reply['data'] }) : {}
        return finish(reply.status, data ?? {})
      } catch {
        if (current === used) current += 1
        return finish(0, {})
      }
    },
  }
}
