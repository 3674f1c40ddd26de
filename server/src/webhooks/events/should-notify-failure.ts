import type { Database } from '../../platform/database/database.ts'
import type { ClaimedDelivery } from '../deliveries/delivery.ts'
import { cancelClaimed, hasEarlierFailure, rescheduleClaimed } from '../deliveries/delivery-store.ts'
import type { WebhookEndpoint } from '../endpoints/endpoint.ts'

/** Whether an order has failed for good. A late payment can still settle it. */
export type FinalFailure =
  | { readonly kind: 'final' }
  /** The order can still be paid until then. */
  | { readonly kind: 'not_before'; readonly at: Date }
  /** It has a new attempt or was paid. */
  | { readonly kind: 'no_failure' }

export interface ShouldNotifyFailureDeps {
  readonly db: Database
  /** Given by orders, which stand above webhooks. */
  readonly findFinalFailure: (merchantId: string, orderId: string) => Promise<FinalFailure>
}

/**
 * Decides whether to send a failure in another gateway's format. Its receivers treat a failure as final, so it is sent once, when the
 * order can no longer be paid, and never after a success. False: the delivery is postponed or dropped, and the claim has ended.
 */
export const shouldNotifyFailure = async (
  deps: ShouldNotifyFailureDeps,
  claimed: ClaimedDelivery,
  { tellsFailures }: WebhookEndpoint,
): Promise<boolean> => {
  const { merchantId, orderId } = claimed
  if (orderId === null) return true
  const isWanted = tellsFailures && !(await hasEarlierFailure(deps.db, claimed))
  const failure = isWanted
    ? await deps.findFinalFailure(merchantId, orderId)
    : { kind: 'no_failure' as const }
  if (failure.kind === 'final') return true
  if (failure.kind === 'not_before') await rescheduleClaimed(deps.db, claimed, failure.at)
  else await cancelClaimed(deps.db, claimed)
  return false
}
