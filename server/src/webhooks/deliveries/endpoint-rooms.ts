import { type EndpointKey, endpointName } from '../endpoints/endpoint.ts'

/** How many go to an endpoint at once until it has shown how it answers. */
export const IN_FLIGHT_MAX = 2
/** One that takes what it is sent at once is given more at once, one more each time. */
export const IN_FLIGHT_MAX_QUICK = 8
export const QUICK_ANSWER_MS = 500
/** Beyond this what was learnt of those that were told longest ago is forgotten; it is learnt again in a moment. */
const ROOMS_MAX = 10_000

/** What this process has under way to each endpoint, and how much it may have. */
export interface EndpointRooms {
  readonly inFlight: (endpoint: EndpointKey) => number
  readonly size: (endpoint: EndpointKey) => number
  /** `count` more have begun; `isFull` when that is all that there was room for, so that more may be due. */
  began(endpoint: EndpointKey, count: number, isFull: boolean): void
  /** One has ended. Whether more may be due for the room that it leaves. */
  ended(endpoint: EndpointKey, wasQuick: boolean): boolean
}

interface Room {
  inFlight: number
  size: number
  mayHaveMore: boolean
}

export const endpointRooms = (): EndpointRooms => {
  const rooms = new Map<string, Room>()

  const forgetOldest = (): void => {
    for (const [name, room] of rooms) {
      if (rooms.size <= ROOMS_MAX) return
      if (room.inFlight === 0) rooms.delete(name)
    }
  }

  return {
    inFlight: (endpoint) => rooms.get(endpointName(endpoint))?.inFlight ?? 0,
    size: (endpoint) => rooms.get(endpointName(endpoint))?.size ?? IN_FLIGHT_MAX,
    began(endpoint, count, isFull) {
      const name = endpointName(endpoint)
      const room = rooms.get(name) ?? { inFlight: 0, size: IN_FLIGHT_MAX, mayHaveMore: false }
      room.inFlight += count
      room.mayHaveMore = isFull
      // The last one told stands last.
      rooms.delete(name)
      rooms.set(name, room)
      if (rooms.size > ROOMS_MAX) forgetOldest()
    },
    ended(endpoint, wasQuick) {
      const room = rooms.get(endpointName(endpoint))
      if (room === undefined) return true
      room.inFlight -= 1
      room.size = wasQuick ? Math.min(room.size + 1, IN_FLIGHT_MAX_QUICK) : IN_FLIGHT_MAX
      return room.mayHaveMore
    },
  }
}
