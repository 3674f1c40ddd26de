import { COUNTER_EVENTS_PATH, type CounterState, readCounter } from '@galla/contract/counters/counter-screen'
import { CallFailure, callEndpoint } from '../../api/api.ts'
import { API_BASE } from '../../paths.ts'

/** The server sends a heartbeat every 4 s. The screen must show a lost connection within 15 s. */
const LOST_MS = 12_000
const READ_TIMEOUT_MS = 8_000
const TICK_MS = 1_000
/** The polling interval without a stream and after a failed read. With a stream, polling is a safeguard. */
const READ_ALONE_MS = 4_000
const READ_ANYWAY_MS = 30_000

export interface CounterConnection {
  readonly read: () => void
  readonly stop: () => void
}

interface Listeners {
  /** The time from which news are needed. */
  readonly since: () => string | undefined
  readonly onState: (state: CounterState) => void
  readonly onLoggedOut: () => void
  readonly onLost: (isLost: boolean) => void
}

/** Reads the state, one request at a time. A change during a request triggers another one. */
const createReader = ({ since, onState, onLoggedOut }: Listeners, onHeard: () => void) => {
  let isReading = false
  let isStopped = false
  let readMs = 0
  /** When the shown state became stale. */
  let wantedMs: number | undefined
  const readOnce = async (): Promise<boolean> => {
    const from = since()
    const startedMs = performance.now()
    try {
      const { data } = await callEndpoint(readCounter, {
        ...(from === undefined ? {} : { query: { since: from } }),
        signal: AbortSignal.timeout(READ_TIMEOUT_MS),
      })
      if (isStopped) return false
      onHeard()
      if (wantedMs !== undefined && wantedMs <= startedMs) wantedMs = undefined
      onState(data)
      return wantedMs !== undefined
    } catch (failure) {
      if (!isStopped && failure instanceof CallFailure && failure.status === 401) onLoggedOut()
      return false
    } finally {
      readMs = performance.now()
    }
  }
  return {
    async read(): Promise<void> {
      // The response to a pending request may predate the change.
      wantedMs = isReading ? performance.now() : (wantedMs ?? performance.now())
      if (isReading || isStopped) return
      isReading = true
      while (await readOnce());
      isReading = false
    },
    readBefore: (ms: number): boolean => performance.now() - readMs > ms,
    isWaitingFor: (ms: number): boolean => wantedMs !== undefined && performance.now() - wantedMs > ms,
    stop: () => {
      isStopped = true
    },
  }
}

/** Keeps the counter's state current: reads it again whenever the server's stream reports a change. */
export const connectCounter = (listeners: Listeners): CounterConnection => {
  let heardMs = performance.now()
  const hear = (): void => {
    heardMs = performance.now()
  }
  const reader = createReader(listeners, hear)
  const read = (): void => void reader.read()
  const stream = openCounterStream(hear, () => {
    hear()
    read()
  })
  const tick = (): void => {
    // A stream that is silent for this long is dead, whatever the browser reports.
    const isDead = performance.now() - heardMs > LOST_MS
    stream.keep(isDead)
    const isCurrent = stream.isOpen() && !isDead && !reader.isWaitingFor(0)
    if (reader.readBefore(isCurrent ? READ_ANYWAY_MS : READ_ALONE_MS)) read()
    listeners.onLost(isDead || !navigator.onLine || reader.isWaitingFor(LOST_MS))
  }
  const timer = window.setInterval(tick, TICK_MS)
  window.addEventListener('online', read)
  document.addEventListener('visibilitychange', read)
  read()
  return {
    read,
    stop() {
      window.clearInterval(timer)
      window.removeEventListener('online', read)
      document.removeEventListener('visibilitychange', read)
      reader.stop()
      stream.close()
    },
  }
}

const REOPEN_MS = 3_000

interface CounterStream {
  readonly isOpen: () => boolean
  /** Opens a stream if none is open, or replaces a dead one. */
  readonly keep: (isDead: boolean) => void
  readonly close: () => void
}

/** The server's events: a heartbeat every few seconds, and `changed` when the state must be read again. */
const openCounterStream = (onBeat: () => void, onChanged: () => void): CounterStream => {
  let stream: EventSource | undefined
  let openedMs = 0
  const open = (): void => {
    openedMs = performance.now()
    stream?.close()
    stream = new EventSource(`${API_BASE}${COUNTER_EVENTS_PATH}`)
    stream.addEventListener('changed', onChanged)
    stream.addEventListener('beat', onBeat)
  }
  open()
  return {
    isOpen: () => stream?.readyState === EventSource.OPEN,
    keep(isDead) {
      const isGone = isDead || stream?.readyState === EventSource.CLOSED
      if (isGone && performance.now() - openedMs > REOPEN_MS) open()
    },
    close: () => stream?.close(),
  }
}
