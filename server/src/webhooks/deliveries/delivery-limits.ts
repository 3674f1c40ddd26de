import type { Clock } from '../../platform/clock.ts'
import { type EndpointKey, endpointName, type WebhookEndpoint } from '../endpoints/endpoint.ts'
import type { ClaimLimit } from './delivery-store.ts'

/** Deliveries in flight to an endpoint until it has answered quickly. */
const IN_FLIGHT_MAX = 2
/** Each quick answer allows one more, up to this. */
export const IN_FLIGHT_MAX_QUICK = 8
/** For an endpoint whose last attempt failed. */
const IN_FLIGHT_MAX_FAILING = 1
const QUICK_ANSWER_MS = 500
/** Idle endpoints beyond this are forgotten and start at IN_FLIGHT_MAX again. */
const ENDPOINTS_MAX = 10_000

/** Attempts in flight to endpoints that are not known to be slow or failing. */
const SHARED_POOL_MAX = 800
/** Attempts in flight to failing endpoints, and attempts that have taken longer than SLOW_AFTER_MS. */
const SLOW_POOL_MAX = 300
const SLOW_AFTER_MS = 500

interface EndpointState {
  inFlight: number
  limit: number
  /** More may be due than the limit allowed. */
  hasMore: boolean
}

export interface RunningAttempt {
  pool: 'shared' | 'slow'
  readonly state: EndpointState
  readonly startedMs: number
}

/**
 * How many deliveries this process may have in flight: to each endpoint, and in two pools. Most places are in the shared pool, a few in the
 * pool of slow and failing endpoints.
 */
export interface DeliveryLimits {
  hasSharedPlace(): boolean
  /** Whether the endpoint may get another delivery. If not, the end of one reports that more is due. */
  mayStart(endpoint: EndpointKey): boolean
  /** Divides the free places of both pools among endpoints. `onNoPlace` gets those that have to wait for one. */
  divide(endpoints: readonly WebhookEndpoint[], onNoPlace: (endpoint: WebhookEndpoint) => void): ClaimLimit[]
  /** Starts an attempt of each delivery that was claimed under this limit. */
  start<Claimed>(
    endpoint: WebhookEndpoint,
    limit: ClaimLimit,
    claimed: readonly Claimed[],
  ): [Claimed, RunningAttempt][]
  isQuick(attempt: RunningAttempt): boolean
  /** Returns whether the endpoint may have more due deliveries. */
  end(attempt: RunningAttempt, wasQuick: boolean): boolean
  /** Moves attempts that have become slow to the slow pool. */
  moveSlow(): void
}

/** The states of endpoints, the last used one last. */
const createEndpointStates = () => {
  const states = new Map<string, EndpointState>()
  const forgetOldest = (): void => {
    for (const [name, { inFlight }] of states) {
      if (states.size <= ENDPOINTS_MAX) return
      if (inFlight === 0) states.delete(name)
    }
  }
  return {
    get: (endpoint: EndpointKey): EndpointState =>
      states.get(endpointName(endpoint)) ?? { inFlight: 0, limit: IN_FLIGHT_MAX, hasMore: false },
    save(endpoint: EndpointKey, state: EndpointState): void {
      states.delete(endpointName(endpoint))
      states.set(endpointName(endpoint), state)
      if (states.size > ENDPOINTS_MAX) forgetOldest()
    },
  }
}

type EndpointStates = ReturnType<typeof createEndpointStates>

const usedBy = ({ inFlight, limit }: EndpointState): number => Math.min(inFlight, limit)

const divideFree = (
  states: EndpointStates,
  inFlight: Readonly<Record<'shared' | 'slow', number>>,
  endpoints: readonly WebhookEndpoint[],
  onNoPlace: (endpoint: WebhookEndpoint) => void,
): ClaimLimit[] => {
  let shared = SHARED_POOL_MAX - inFlight.shared
  let slow = SLOW_POOL_MAX - inFlight.slow
  return endpoints.flatMap((endpoint) => {
    const { merchantId, mode, failingSince } = endpoint
    if (failingSince !== null) {
      slow -= 1
      return slow < 0 ? [] : [{ merchantId, mode, inFlightMax: IN_FLIGHT_MAX_FAILING }]
    }
    const state = states.get(endpoint)
    const free = Math.min(state.limit - usedBy(state), shared)
    if (free <= 0) {
      onNoPlace(endpoint)
      return []
    }
    shared -= free
    return [{ merchantId, mode, inFlightMax: usedBy(state) + free }]
  })
}

export const createDeliveryLimits = (clock: Clock): DeliveryLimits => {
  const states = createEndpointStates()
  /** In the order of their start. */
  const running = new Set<RunningAttempt>()
  const inFlight = { shared: 0, slow: 0 }
  const ageOf = ({ startedMs }: RunningAttempt): number => clock.now().getTime() - startedMs
  return {
    hasSharedPlace: () => inFlight.shared < SHARED_POOL_MAX,
    mayStart(endpoint) {
      const state = states.get(endpoint)
      const isFull = state.inFlight >= state.limit
      state.hasMore ||= isFull
      return !isFull
    },
    divide: (endpoints, onNoPlace) => divideFree(states, inFlight, endpoints, onNoPlace),
    start(endpoint, { inFlightMax }, claimed) {
      const count = claimed.length
      const state = states.get(endpoint)
      state.hasMore = usedBy(state) + count >= inFlightMax
      state.inFlight += count
      states.save(endpoint, state)
      const pool = endpoint.failingSince === null ? 'shared' : 'slow'
      inFlight[pool] += count
      const startedMs = clock.now().getTime()
      return claimed.map((each) => {
        const attempt: RunningAttempt = { pool, state, startedMs }
        running.add(attempt)
        return [each, attempt]
      })
    },
    isQuick: (attempt) => ageOf(attempt) < QUICK_ANSWER_MS,
    end(attempt, wasQuick) {
      running.delete(attempt)
      inFlight[attempt.pool] -= 1
      const { state } = attempt
      state.inFlight -= 1
      state.limit = wasQuick ? Math.min(state.limit + 1, IN_FLIGHT_MAX_QUICK) : IN_FLIGHT_MAX
      return state.hasMore
    },
    moveSlow() {
      for (const attempt of running) {
        if (ageOf(attempt) < SLOW_AFTER_MS || inFlight.slow >= SLOW_POOL_MAX) return
        if (attempt.pool === 'slow') continue
        attempt.pool = 'slow'
        inFlight.shared -= 1
        inFlight.slow += 1
      }
    },
  }
}
