import {
  type EndpointKey,
  endpointName,
  FIRST_ENDPOINT,
  type WebhookEndpoint,
} from '../endpoints/endpoint.ts'

/** Deliveries in flight to an endpoint. */
export const IN_FLIGHT_MAX = 8
/** Until it has answered: one that hangs holds up no other. */
const IN_FLIGHT_MAX_NEW = 2
/** For an endpoint whose last attempt failed. */
const IN_FLIGHT_MAX_FAILING = 1
/** For a merchant's further endpoints together, while they do not answer quickly: ten dead ones get no more than one. */
const SHARE_MAX = { quick: IN_FLIGHT_MAX, slow: IN_FLIGHT_MAX_NEW } as const
/** Idle endpoints beyond this are forgotten: as if they had not answered yet. */
const ENDPOINTS_MAX = 10_000

/** Attempts in flight: few to slow and failing endpoints, so that these delay no others. */
const PLACES_MAX = { quick: 800, slow: 300 } as const

type Pool = keyof typeof PLACES_MAX

/** What the further endpoints of a merchant have in flight, and those that wait for their turn. */
interface Share extends Record<Pool, number> {
  readonly waiting: Map<string, EndpointKey>
}

interface EndpointState {
  readonly key: EndpointKey
  inFlight: number
  /** Slow: late, or no success. */
  last: 'unknown' | 'quick' | 'slow'
  /** More may be due than the limit allowed. */
  hasMore: boolean
}

/** Places for deliveries to one endpoint. */
export interface Places {
  readonly pool: Pool
  readonly state: EndpointState
  /** Null: the places are not shared. */
  readonly share: Share | null
  /** How many may be in flight to the endpoint, over all processes. */
  readonly inFlightMax: number
  /** How many are for this claim. */
  readonly free: number
}

/** How many deliveries this process may have in flight. */
export interface DeliveryLimits {
  /** False: nothing can start until an attempt ends. */
  hasPlace(): boolean
  /** Whether the endpoint has its limit in flight. If so, the end of one reports that more is due. */
  isFull(endpoint: EndpointKey): boolean
  /** Takes the places that are free for an endpoint; undefined if there is none. */
  take(endpoint: WebhookEndpoint): Places | undefined
  /** Takes as many as were claimed: usually fewer; more where the record of one is committed, but not yet known here. */
  use(places: Places, count: number): void
  /** Gives back one place; the answer, if there was one, decides about the next. Returns the endpoints that may use it. */
  end(places: Places, answer: 'quick' | 'slow' | undefined): EndpointKey[]
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
    get: (endpoint: EndpointKey) => states.get(endpointName(endpoint)),
    use(endpoint: EndpointKey): EndpointState {
      const name = endpointName(endpoint)
      const { merchantId, mode, endpointId } = endpoint
      const key = { merchantId, mode, endpointId }
      const state = states.get(name) ?? { key, inFlight: 0, last: 'unknown', hasMore: false }
      states.delete(name)
      states.set(name, state)
      if (states.size > ENDPOINTS_MAX) forgetOldest()
      return state
    },
  }
}

/** Only who answers quickly gets many: a few dozen slow receivers would hold all slow places. */
const limitOf = ({ last }: EndpointState): number => (last === 'quick' ? IN_FLIGHT_MAX : IN_FLIGHT_MAX_NEW)

/** The shares in use, by merchant. */
const createShares = () => {
  const shares = new Map<string, Share>()
  return {
    of({ merchantId, endpointId, failingSince }: WebhookEndpoint, { last }: EndpointState): Share | null {
      if (endpointId === FIRST_ENDPOINT || (last === 'quick' && failingSince === null)) return null
      return shares.get(merchantId) ?? { quick: 0, slow: 0, waiting: new Map() }
    },
    /** Takes places, or gives them back. A share without any is forgotten: a sweep finds those that wait. */
    use(share: Share, merchantId: string, pool: Pool, count: number): void {
      share[pool] += count
      if (share.quick + share.slow > 0) shares.set(merchantId, share)
      else shares.delete(merchantId)
    },
    /** Lets the one that waits longest go on. */
    next({ waiting }: Share): EndpointKey[] {
      const [first] = waiting
      if (first === undefined) return []
      waiting.delete(first[0])
      return [first[1]]
    },
  }
}

export const createDeliveryLimits = (): DeliveryLimits => {
  const states = createEndpointStates()
  const shares = createShares()
  const taken = { quick: 0, slow: 0 }
  return {
    hasPlace: () => taken.quick < PLACES_MAX.quick,
    isFull(endpoint) {
      const state = states.get(endpoint)
      if (state === undefined || state.inFlight < limitOf(state)) return false
      state.hasMore = true
      return true
    },
    take(endpoint) {
      const state = states.use(endpoint)
      const isFailing = endpoint.failingSince !== null
      const pool = isFailing || state.last === 'slow' ? 'slow' : 'quick'
      const limit = isFailing ? IN_FLIGHT_MAX_FAILING : limitOf(state)
      const share = shares.of(endpoint, state)
      const shared = share === null ? IN_FLIGHT_MAX : SHARE_MAX[pool] - share[pool]
      const free = Math.min(limit - state.inFlight, PLACES_MAX[pool] - taken[pool], shared)
      if (free <= 0) {
        state.hasMore = true
        if (share !== null && shared <= 0) share.waiting.set(endpointName(state.key), state.key)
        return undefined
      }
      taken[pool] += free
      if (share !== null) shares.use(share, state.key.merchantId, pool, free)
      const inFlightMax = state.inFlight + free
      state.inFlight += free
      return { pool, state, share, inFlightMax, free }
    },
    use({ pool, state, share, free }, count) {
      taken[pool] -= free - count
      if (share !== null) shares.use(share, state.key.merchantId, pool, count - free)
      state.inFlight -= free - count
      state.hasMore = count >= free
    },
    end({ pool, state, share }, answer) {
      taken[pool] -= 1
      if (share !== null) shares.use(share, state.key.merchantId, pool, -1)
      state.inFlight -= 1
      state.last = answer ?? state.last
      const waiting = share === null ? [] : shares.next(share)
      return state.hasMore ? [...waiting, state.key] : waiting
    },
  }
}
