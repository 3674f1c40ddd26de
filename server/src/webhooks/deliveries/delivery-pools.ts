import type { Clock } from '../../platform/clock.ts'
import type { WebhookEndpoint } from '../endpoints/endpoint.ts'
import type { ClaimLimit } from './delivery-store.ts'
import { type EndpointConcurrency, IN_FLIGHT_MAX_FAILING } from './endpoint-concurrency.ts'

/** Attempts in flight to endpoints that are not known to be slow or failing. */
const SHARED_POOL_MAX = 800
/** Attempts in flight to failing endpoints, and attempts that have taken longer than SLOW_AFTER_MS. */
const SLOW_POOL_MAX = 300
const SLOW_AFTER_MS = 500

export interface RunningAttempt {
  pool: 'shared' | 'slow'
  readonly startedMs: number
}

/** The places for attempts in flight: most are shared, a few are for slow and failing endpoints. */
export interface DeliveryPools {
  hasSharedPlace(): boolean
  /** Divides the free places of both pools among endpoints. `onNoPlace` gets those that have to wait for one. */
  divide(endpoints: readonly WebhookEndpoint[], onNoPlace: (endpoint: WebhookEndpoint) => void): ClaimLimit[]
  start(endpoint: WebhookEndpoint): RunningAttempt
  end(attempt: RunningAttempt): void
  /** Moves attempts that have become slow to the slow pool. */
  moveSlow(now: Date): void
}

export const createDeliveryPools = (clock: Clock, concurrency: EndpointConcurrency): DeliveryPools => {
  /** In the order of their start. */
  const running = new Set<RunningAttempt>()
  const inFlight = { shared: 0, slow: 0 }
  return {
    hasSharedPlace: () => inFlight.shared < SHARED_POOL_MAX,
    divide(endpoints, onNoPlace) {
      let shared = SHARED_POOL_MAX - inFlight.shared
      let slow = SLOW_POOL_MAX - inFlight.slow
      return endpoints.flatMap((endpoint) => {
        const { merchantId, mode, failingSince } = endpoint
        if (failingSince !== null) {
          slow -= 1
          return slow < 0 ? [] : [{ merchantId, mode, inFlightMax: IN_FLIGHT_MAX_FAILING }]
        }
        const free = Math.min(concurrency.available(endpoint), shared)
        if (free <= 0) {
          onNoPlace(endpoint)
          return []
        }
        shared -= free
        const used = concurrency.limit(endpoint) - concurrency.available(endpoint)
        return [{ merchantId, mode, inFlightMax: used + free }]
      })
    },
    start({ failingSince }) {
      const pool = failingSince === null ? 'shared' : 'slow'
      const attempt: RunningAttempt = { pool, startedMs: clock.now().getTime() }
      inFlight[pool] += 1
      running.add(attempt)
      return attempt
    },
    end(attempt) {
      running.delete(attempt)
      inFlight[attempt.pool] -= 1
    },
    moveSlow(now) {
      for (const attempt of running) {
        if (now.getTime() - attempt.startedMs < SLOW_AFTER_MS || inFlight.slow >= SLOW_POOL_MAX) return
        if (attempt.pool === 'slow') continue
        attempt.pool = 'slow'
        inFlight.shared -= 1
        inFlight.slow += 1
      }
    },
  }
}
