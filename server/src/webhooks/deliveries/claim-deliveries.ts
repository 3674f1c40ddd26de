import type { Clock } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/crypto/crypto.ts'
import type { Database } from '../../platform/database/database.ts'
import { type EndpointKey, endpointName, type WebhookEndpoint } from '../endpoints/endpoint.ts'
import { type EndpointRow, endpointFrom, lockEndpoints } from '../endpoints/endpoint-store.ts'
import type { LeasedDelivery } from './delivery.ts'
import { type EndpointRooms, IN_FLIGHT_MAX } from './endpoint-rooms.ts'
import { leaseDueDeliveries } from './lease-store.ts'

export interface ClaimDeps {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly workerId: string
}

/** Sockets that are free, in each lane. An endpoint that failed last is in the slow one. */
export interface FreeSockets {
  readonly fast: number
  readonly slow: number
  /** Many wait for an answer: of those that have not shown that they answer quickly, one each goes further. */
  readonly isScarce: boolean
}

/** What was claimed for an endpoint. */
export interface ClaimedEndpoint {
  readonly key: EndpointKey
  readonly ready: readonly ReadyDelivery[]
  /** More may be due than there was room for. */
  readonly isFull: boolean
}

export interface ReadyDelivery {
  readonly claimed: LeasedDelivery
  readonly endpoint: WebhookEndpoint
  readonly slow: boolean
}

/** One at a time knocks at a door that did not open. */
export const IN_FLIGHT_MAX_SLOW = 1

/** Longer than an attempt can last with its record; a dead worker's lease is void long before. */
const LEASE_SECONDS = 60

/**
 * Leases what these endpoints have due, as far as their own room and the sockets of this process go: no more endpoints than
 * there are fast sockets free, so that each finds one.
 */
export const claimDeliveries = (
  deps: ClaimDeps,
  keys: readonly EndpointKey[],
  free: FreeSockets,
  rooms: Pick<EndpointRooms, 'inFlight' | 'size'>,
): Promise<ClaimedEndpoint[]> =>
  deps.db.transaction(async (tx) => {
    const rows = await lockEndpoints(tx, keys)
    const claims = claimsFor(rows, free, rooms)
    const now = deps.clock.now()
    const lease = {
      workerId: deps.workerId,
      now,
      until: new Date(now.getTime() + LEASE_SECONDS * 1000),
    }
    const leased = claims.length === 0 ? [] : await leaseDueDeliveries(tx, claims, lease)
    const leasedOf = new Map(leased.map((each) => [endpointName(each), each]))
    const rowOf = new Map(
      rows.map((row) => [endpointName({ merchantId: row.merchant_id, mode: row.mode }), row]),
    )
    return keys.map((key) => {
      const row = rowOf.get(endpointName(key))
      const found = leasedOf.get(endpointName(key))
      // What was not looked at may have something due.
      if (row === undefined || found === undefined) return { key, ready: [], isFull: true }
      return { key, ready: readyFor(deps, row, found.deliveries), isFull: found.isFull }
    })
  })

const claimsFor = (
  rows: readonly EndpointRow[],
  free: FreeSockets,
  rooms: Pick<EndpointRooms, 'inFlight' | 'size'>,
) => {
  const share = Math.max(1, Math.floor(free.fast / Math.max(1, rows.length)))
  let slowFree = free.slow
  return rows.flatMap((row) => {
    const key = { merchantId: row.merchant_id, mode: row.mode }
    if (row.failing_since !== null) {
      if (slowFree === 0) return []
      slowFree -= 1
      return [{ ...key, inFlightMax: IN_FLIGHT_MAX_SLOW }]
    }
    const size = rooms.size(key)
    const wanted = free.isScarce && size <= IN_FLIGHT_MAX ? 1 : size
    return [{ ...key, inFlightMax: Math.min(wanted, rooms.inFlight(key) + share) }]
  })
}

const readyFor = (
  deps: ClaimDeps,
  row: EndpointRow,
  deliveries: readonly LeasedDelivery[],
): ReadyDelivery[] => {
  if (deliveries.length === 0) return []
  const endpoint = endpointFrom(deps, row)
  return deliveries.map((claimed) => ({ claimed, endpoint, slow: endpoint.failingSince !== null }))
}
