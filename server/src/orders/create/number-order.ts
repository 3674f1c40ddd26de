import { nextOrderNumber, proposedOrderNumber } from '@galla/contract/orders/order-number'
import type { Database } from '../../platform/database/database.ts'
import { violatedUnique, wasCutOff } from '../../platform/database/database-errors.ts'
import { findOrderNumber, updateOrderNumber } from '../order-store.ts'

const TRIES_MAX = 16
/** Each one waits as long as the database may be away. */
const CUT_OFFS_MAX = 2

/**
 * Returns the integer by which EKQR's clients and receivers know an order. An order gets it when such a client first sees it, and
 * keeps it.
 */
export const numberOrder = async (db: Database, merchantId: string, orderId: string): Promise<number> => {
  const known = await findOrderNumber(db, merchantId, orderId)
  if (known !== null) return known
  let number = proposedOrderNumber(orderId)
  let cutOffs = 0
  for (let triesLeft = TRIES_MAX; ; triesLeft -= 1) {
    try {
      return await updateOrderNumber(db, merchantId, orderId, number)
    } catch (error) {
      if (triesLeft <= 1) throw error
      if (violatedUnique(error) === 'orders_number') number = nextOrderNumber(number)
      // The order exists already, so a lost connection must not end its creation. Saving a number twice changes nothing.
      else if (wasCutOff(error) && cutOffs < CUT_OFFS_MAX) cutOffs += 1
      else throw error
    }
  }
}
