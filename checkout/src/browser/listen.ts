import type { Status } from './page-state.ts'
import { request, shown } from './view.ts'

export const POLL_MS = 3000
/** The window is over: news is rare, and the stream tells it; this is for when there is no stream. */
export const LATE_POLL_MS = 30_000
/** The server's heartbeat comes every 10 s; a stream that misses two has died without a word. */
const SILENCE_MS = 25_000
const REOPEN_MS = 30_000

let stream: EventSource | undefined
let heardMs = -SILENCE_MS
let polledMs = performance.now()
let openedMs = -REOPEN_MS
let polling = false

/** Tells `hear` what the server says: by the stream as soon as it happens, else by a poll every 3 s. */
export const listener = (hear: (status: Status) => void, lose: () => void) => {
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
      hear(JSON.parse((event as MessageEvent<string>).data))
    })
    stream = opened
  }

  const poll = async (): Promise<void> => {
    if (polling) return
    polling = true
    polledMs = performance.now()
    try {
      const response = await request(`/api/v1/order/status/${shown().order}`)
      if (response.ok) hear(await response.json())
    } catch {
      lose()
    } finally {
      polling = false
    }
  }

  return {
    /** Called each second while there is something to wait for; polls that often where there is no stream. */
    keepUp(pollMs: number): void {
      listen()
      const now = performance.now()
      if (now - heardMs < SILENCE_MS) return
      if (now - polledMs >= pollMs - 100) void poll()
    },
    /** The customer came back from the UPI app, or the network did. */
    checkNow(): void {
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
