import { COUNTER_EVENTS_PATH } from '@galla/contract/counters/counter-screen'
import { API_BASE } from '../../paths.ts'

const REOPEN_MS = 3_000

export interface CounterStream {
  readonly isOpen: () => boolean
  /** Opens a stream if none is open, or replaces a dead one. */
  readonly keep: (isDead: boolean) => void
  readonly close: () => void
}

/** The server's events: a heartbeat every few seconds, and `changed` when the state must be read again. */
export const openCounterStream = (onBeat: () => void, onChanged: () => void): CounterStream => {
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
