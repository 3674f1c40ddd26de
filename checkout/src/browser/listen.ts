import type { Status } from './page-state.ts'
import { request, shown } from './view.ts'

export const POLL_MS = 3000
/** After the window, changes are rare. */
export const LATE_POLL_MS = 30_000
const REOPEN_MS = 30_000

let stream: EventSource | undefined
let polledMs = performance.now()
let openedMs = -REOPEN_MS
let polling = false
/** Requested during a poll, whose reply may be older than the request: poll once more. */
let again = false

/** Passes the order's status to `onStatus`: from the event stream at once, and from polls. */
export const listener = (onStatus: (status: Status) => void, onLost: () => void) => {
  const listen = (): void => {
    if (stream && stream.readyState !== EventSource.CLOSED) return
    if (performance.now() - openedMs < REOPEN_MS || !('EventSource' in window)) return
    openedMs = performance.now()
    const opened = new EventSource(`/api/v1/order/events/${shown().order}`)
    opened.addEventListener('status', (event) => {
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
      else if (response.status >= 500) onLost()
    } catch {
      onLost()
    } finally {
      polling = false
      if (again) void poll()
    }
  }

  return {
    /** Call it each second while the page waits. */
    keepUp(pollMs: number): void {
      listen()
      if (performance.now() - polledMs >= pollMs - 100) void poll()
    },
    /** Call it when the customer returns from the UPI app or the network returns. */
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
