import type { Clock } from '../platform/clock.ts'
import type { Secrets } from '../platform/crypto.ts'
import type { Database } from '../platform/database.ts'
import { type LeasedDelivery, leaseDueDeliveries } from './delivery-store.ts'
import type { EndpointKey, WebhookEndpoint } from './endpoint.ts'
import { endpointFrom, lockEndpoints } from './endpoint-store.ts'

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
  /** Many wait for an answer: one each goes further. */
  readonly isScarce: boolean
}

export interface ReadyDelivery {
  readonly claimed: LeasedDelivery
  readonly endpoint: WebhookEndpoint
  readonly slow: boolean
}

export const IN_FLIGHT_MAX = 2
/** One at a time knocks at a door that did not open. */
export const IN_FLIGHT_MAX_SLOW = 1

/** Longer than an attempt can last with its record; a dead worker's lease is void long before. */
const LEASE_SECONDS = 60

/** Leases what these endpoints have due, as far as their own limit and the sockets of this process go. */
export const claimDeliveries = (
  deps: ClaimDeps,
  keys: readonly EndpointKey[],
  free: FreeSockets,
): Promise<ReadyDelivery[]> =>
  deps.db.transaction(async (tx) => {
    const rows = await lockEndpoints(tx, keys)
    const lanes = { fast: free.fast, slow: free.slow }
    const claims = rows.flatMap((row) => {
      const lane = row.failing_since === null ? 'fast' : 'slow'
      const wanted = lane === 'slow' ? IN_FLIGHT_MAX_SLOW : free.isScarce ? 1 : IN_FLIGHT_MAX
      const inFlightMax = Math.min(wanted, lanes[lane])
      lanes[lane] -= inFlightMax
      return inFlightMax === 0 ? [] : [{ merchantId: row.merchant_id, mode: row.mode, inFlightMax }]
    })
    if (claims.length === 0) return []
    const now = deps.clock.now()
    const leased = await leaseDueDeliveries(tx, claims, {
      workerId: deps.workerId,
      now,
      until: new Date(now.getTime() + LEASE_SECONDS * 1000),
    })
    const endpoints = new Map(rows.map((row) => [`${row.merchant_id} ${row.mode}`, endpointFrom(deps, row)]))
    return leased.flatMap((claimed) => {
      const endpoint = endpoints.get(`${claimed.merchantId} ${claimed.mode}`)
      return endpoint === undefined ? [] : [{ claimed, endpoint, slow: endpoint.failingSince !== null }]
    })
  })
