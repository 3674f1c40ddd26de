import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { FinalFailure } from '../webhooks/failure-to-tell.ts'
import { closesAt } from './order.ts'
import { findMerchantOrder } from './order-store.ts'

/** An order has failed for good once its window and the settling time after it are over; money that comes later is a late success. */
export const createFinalFailures =
  ({ db, clock }: { readonly db: Database; readonly clock: Clock }) =>
  async (merchantId: string, orderId: string): Promise<FinalFailure> => {
    const order = await findMerchantOrder(db, merchantId, orderId)
    if (order === undefined || order.status !== 'failed') return { kind: 'no_failure' }
    const at = closesAt(order)
    return clock.now() < at ? { kind: 'not_before', at } : { kind: 'final' }
  }
