import { type EndpointKey, endpointName } from '../endpoints/endpoint.ts'

/** Endpoints beyond this are left to the next sweep, which finds them by what they have due. */
const WOKEN_MAX = 10_000

export interface WokenEndpoints {
  /** How many may be taken. */
  readonly size: () => number
  /** Twice is once. One that is taken just now may be taken again when it is given back. */
  add(endpoint: EndpointKey): void
  /**
   * The first `max` at most, in the order in which they were woken, and no more than it takes to fill so many places with what
   * each has room for. Nobody else is given them until they are given back.
   */
  take(max: number, places: number, roomOf: (endpoint: EndpointKey) => number): EndpointKey[]
  giveBack(endpoints: readonly EndpointKey[]): void
}

/** The endpoints that may have something due, each once. */
export const wokenEndpoints = (): WokenEndpoints => {
  const woken = new Map<string, EndpointKey>()
  /** By name: whether it was woken again meanwhile, maybe by what was not there yet when its taker looked. */
  const taken = new Map<string, boolean>()
  const add = ({ merchantId, mode }: EndpointKey): void => {
    const name = endpointName({ merchantId, mode })
    if (taken.has(name)) taken.set(name, true)
    else if (woken.size < WOKEN_MAX) woken.set(name, { merchantId, mode })
  }
  return {
    size: () => woken.size,
    add,
    take(max, places, roomOf) {
      const first: EndpointKey[] = []
      let filled = 0
      for (const [name, key] of woken) {
        if (first.length === max || filled >= places) break
        woken.delete(name)
        taken.set(name, false)
        first.push(key)
        filled += roomOf(key)
      }
      return first
    },
    giveBack(endpoints) {
      for (const endpoint of endpoints) {
        const wasWokenAgain = taken.get(endpointName(endpoint))
        taken.delete(endpointName(endpoint))
        if (wasWokenAgain === true) add(endpoint)
      }
    },
  }
}
