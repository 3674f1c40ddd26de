import type { Platform } from '../../platform/feature.ts'
import type { ClaimedDelivery } from '../deliveries/delivery.ts'
import { cancelClaimed, hasEarlierFailure, rescheduleClaimed } from '../deliveries/delivery-store.ts'
import type { WebhookEndpoint } from '../endpoints/endpoint.ts'

/**
 * Decides whether to send a failure in another gateway's format. Its receivers treat a failure as final, so it is sent once, and only when
 * the order can no longer be paid in time. False: the delivery is postponed or dropped, and the claim has ended.
 */
export const shouldNotifyFailure = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  claimed: ClaimedDelivery,
  { tellsFailures, takesAny2xx }: WebhookEndpoint,
): Promise<boolean> => {
  const { finalAt } = claimed
  if (!tellsFailures || (await hasEarlierFailure(db, claimed))) await cancelClaimed(db, claimed, takesAny2xx)
  else if (finalAt !== null && clock.now() < finalAt) await rescheduleClaimed(db, claimed, finalAt)
  else return true
  return false
}
