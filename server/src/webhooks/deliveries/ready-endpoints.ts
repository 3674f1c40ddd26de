import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { type EndpointKey, endpointName } from '../endpoints/endpoint.ts'

/** How long an endpoint whose secret cannot be opened, or a delivery that cannot be prepared, waits for another try. */
export const POSTPONE_MS = 60_000
const CLAIM_ENDPOINTS_MAX = 100
/** Endpoints beyond this wait for the next sweep. */
const READY_MAX = 10_000

/** The endpoints that may have a due delivery. */
export interface ReadyEndpoints {
  isEmpty(): boolean
  add(endpoint: EndpointKey): void
  /** Takes some of them, longest waiting first. */
  take(): EndpointKey[]
  /** Keeps out an endpoint whose secret cannot be opened: its deliveries stay due, and nothing claims them for a while. */
  setUnreadable(endpoint: EndpointKey, error: unknown): void
}

export const createReadyEndpoints = ({ clock, log }: { clock: Clock; log: Log }): ReadyEndpoints => {
  const ready = new Map<string, EndpointKey>()
  /** The time of the next try. */
  const unreadable = new Map<string, number>()
  return {
    isEmpty: () => ready.size === 0,
    add({ merchantId, mode }) {
      const name = endpointName({ merchantId, mode })
      if ((unreadable.get(name) ?? 0) > clock.now().getTime()) return
      unreadable.delete(name)
      if (ready.size < READY_MAX) ready.set(name, { merchantId, mode })
    },
    take() {
      const taken = [...ready.values()].slice(0, CLAIM_ENDPOINTS_MAX)
      for (const key of taken) ready.delete(endpointName(key))
      return taken
    },
    setUnreadable(key, error) {
      if (unreadable.size >= READY_MAX) unreadable.clear()
      unreadable.set(endpointName(key), clock.now().getTime() + POSTPONE_MS)
      log.error('a webhook secret cannot be opened', { merchantId: key.merchantId, error })
    },
  }
}
