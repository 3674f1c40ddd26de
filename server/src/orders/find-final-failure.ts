import type { Platform } from '../platform/feature.ts'
import type { FinalFailure } from '../webhooks/events/should-notify-failure.ts'
import { closesAt, mayRetry, retryUntil } from './order.ts'
import { findMerchantOrder } from './order-store.ts'

/**
 * Checks whether a failure is final: the window and the settling time are over, and the order cannot be retried. A later payment is a late
 * success.
 */
export const findFinalFailure = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  merchantId: string,
  orderId: string,
): Promise<FinalFailure> => {
  const order = await findMerchantOrder(db, merchantId, orderId)
  if (order === undefined || order.status !== 'failed') return { kind: 'no_failure' }
  const now = clock.now()
  const at = mayRetry(order, now) && retryUntil(order) > closesAt(order) ? retryUntil(order) : closesAt(order)
  return now < at ? { kind: 'not_before', at } : { kind: 'final' }
}
