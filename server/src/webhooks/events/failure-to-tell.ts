import type { Database } from '../../platform/database/database.ts'
import type { LeasedDelivery } from '../deliveries/delivery.ts'
import { dropClaimed, hasEarlierFailure, putOffClaimed } from '../deliveries/delivery-store.ts'
import { endLease } from '../deliveries/lease-store.ts'
import type { WebhookEndpoint } from '../endpoints/endpoint.ts'

/** Whether an order has failed for good, as far as anything is before its money comes late. */
export type FinalFailure =
  | { readonly kind: 'final' }
  /** Its window, or the settling time after it, is still open. */
  | { readonly kind: 'not_before'; readonly at: Date }
  /** It was tried again or paid. */
  | { readonly kind: 'no_failure' }

export interface FailureToTellDeps {
  readonly db: Database
  readonly workerId: string
  /** Asked of whoever lives above and knows orders. */
  readonly findFinalFailure: (merchantId: string, orderId: string) => Promise<FinalFailure>
}

/**
 * Other gateways' receivers know two ends of an order and no way back from the first, so a failure is told once, when nobody can try
 * again in its window, and never after a success. False: it is put off or given up, and the lease is ended.
 */
export const isFailureToTell = async (
  deps: FailureToTellDeps,
  claimed: LeasedDelivery,
  { tellsFailures }: WebhookEndpoint,
): Promise<boolean> => {
  const { merchantId, orderId } = claimed
  if (orderId === null) return true
  const given = tellsFailures && !(await hasEarlierFailure(deps.db, claimed))
  const found = given ? await deps.findFinalFailure(merchantId, orderId) : { kind: 'no_failure' as const }
  if (found.kind === 'final') return true
  await deps.db.transaction(async (tx) => {
    if (!(await endLease(tx, deps.workerId, claimed))) return
    if (found.kind === 'not_before') await putOffClaimed(tx, claimed, found.at)
    else await dropClaimed(tx, claimed)
  })
  return false
}
