import { nextOrderNumber, proposedOrderNumber } from '@galla/contract/order-number'
import type { Database } from '../platform/database/database.ts'
import { violatedUnique } from '../platform/database/database-errors.ts'
import { findOrderNumber, saveOrderNumber } from './order-number-store.ts'

const TRIES_MAX = 16

/**
 * Returns the integer by which EKQR's clients and receivers know an order. An order gets it when such a client first sees it, and
 * keeps it.
 */
export const numberOrder = async (db: Database, merchantId: string, orderId: string): Promise<number> => {
  const known = await findOrderNumber(db, merchantId, orderId)
  if (known !== null) return known
  let number = proposedOrderNumber(orderId)
  for (let triesLeft = TRIES_MAX; ; triesLeft -= 1) {
    try {
      return await saveOrderNumber(db, merchantId, orderId, number)
    } catch (error) {
      if (violatedUnique(error) !== 'orders_number' || triesLeft <= 1) throw error
      number = nextOrderNumber(number)
    }
  }
}
