import type { Status } from './page-state.ts'
import { request, shown } from './view.ts'

export const POLL_MS = 3000
/** After the window changes are rare; this is for browsers without a stream. */
export const LATE_POLL_MS = 30_000
/** The server's heartbeat comes every 10 s; a stream that misses two has died without a word. */
const SILENCE_MS = 25_000
const REOPEN_MS = 30_000

let stream: EventSource | undefined
let heardMs = -SILENCE_MS
let polledMs = performance.now()
let openedMs = -REOPEN_MS
let polling = false
/** Asked for during a poll, whose answer may be older than what was to be learned. */
let again = false

/** Passes the status of the order to `onStatus`: from the stream as soon as it changes, else from a poll every 3 s. */
export const listener = (onStatus: (status: Status) => void, onLost: () => void) => {
  const listen = (): void => {
    if (stream && stream.readyState !== EventSource.CLOSED) return
    if (performance.now() - openedMs < REOPEN_MS || !('EventSource' in window)) return
    openedMs = performance.now()
    const opened = new EventSource(`/api/v1/order/events/${shown().order}`)
    const alive = (): void => {
      heardMs = performance.now()
    }
    opened.onopen = alive
    opened.onerror = () => {
      heardMs = -SILENCE_MS
    }
    opened.addEventListener('beat', alive)
    opened.addEventListener('status', (event) => {
      alive()
      onStatus(JSON.parse((event as MessageEvent<string>).data))
    })
    stream = opened
  }

  const poll = async (): Promise<void> => {
    if (polling) return
    polling = true
    again = false
    polledMs = performance.now()
    try {
      const response = await request(`/api/v1/order/status/${shown().order}`)
      if (response.ok) onStatus(await response.json())
    } catch {
      onLost()
    } finally {
      polling = false
      if (again) void poll()
    }
  }

  return {
    /** Call it each second while the page waits; it polls every `pollMs` where there is no stream. */
    keepUp(pollMs: number): void {
      listen()
      const now = performance.now()
      if (now - heardMs < SILENCE_MS) return
      if (now - polledMs >= pollMs - 100) void poll()
    },
    /** The customer came back from the UPI app, or the network did. */
    checkNow(): void {
      again = polling
      void poll()
      if (!stream || stream.readyState === EventSource.CLOSED) openedMs = -REOPEN_MS
      listen()
    },
    stop(): void {
      stream?.close()
      stream = undefined
    },
  }
}
