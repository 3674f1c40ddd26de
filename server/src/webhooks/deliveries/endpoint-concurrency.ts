import { type EndpointKey, endpointName } from '../endpoints/endpoint.ts'

/** Deliveries in flight to an endpoint until it has answered quickly. */
export const IN_FLIGHT_MAX = 2
/** Each quick answer allows one more, up to this. */
export const IN_FLIGHT_MAX_QUICK = 8
/** For an endpoint whose last attempt failed. */
export const IN_FLIGHT_MAX_FAILING = 1
export const QUICK_ANSWER_MS = 500
/** Idle endpoints beyond this are forgotten and start at IN_FLIGHT_MAX again. */
const ENDPOINTS_MAX = 10_000

interface EndpointState {
  inFlight: number
  limit: number
  /** More may be due than the limit allowed. */
  hasMore: boolean
}

/** How many deliveries this process has in flight to each endpoint, and how many it may have. */
export interface EndpointConcurrency {
  /** How many more may start now. If none, `end` reports that more is due. */
  available(endpoint: EndpointKey): number
  limit(endpoint: EndpointKey): number
  start(endpoint: EndpointKey, count: number, hasMore: boolean): void
  /** Returns whether more may be due. */
  end(endpoint: EndpointKey, wasQuick: boolean): boolean
}

export const createEndpointConcurrency = (): EndpointConcurrency => {
  /** Last used last. */
  const states = new Map<string, EndpointState>()
  const stateOf = (endpoint: EndpointKey): EndpointState =>
    states.get(endpointName(endpoint)) ?? { inFlight: 0, limit: IN_FLIGHT_MAX, hasMore: false }

  const forgetOldest = (): void => {
    for (const [name, { inFlight }] of states) {
      if (states.size <= ENDPOINTS_MAX) return
      if (inFlight === 0) states.delete(name)
    }
  }

  return {
    available(endpoint) {
      const state = stateOf(endpoint)
      state.hasMore ||= state.inFlight >= state.limit
      return Math.max(0, state.limit - state.inFlight)
    },
    limit: (endpoint) => stateOf(endpoint).limit,
    start(endpoint, count, hasMore) {
      const state = stateOf(endpoint)
      state.inFlight += count
      state.hasMore = hasMore
      states.delete(endpointName(endpoint))
      states.set(endpointName(endpoint), state)
      if (states.size > ENDPOINTS_MAX) forgetOldest()
    },
    end(endpoint, wasQuick) {
      const state = stateOf(endpoint)
      state.inFlight -= 1
      state.limit = wasQuick ? Math.min(state.limit + 1, IN_FLIGHT_MAX_QUICK) : IN_FLIGHT_MAX
      return state.hasMore
    },
  }
}
