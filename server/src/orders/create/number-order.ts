import { nextOrderNumber, proposedOrderNumber } from '@galla/contract/orders/order-number'
import type { Database } from '../../platform/database/database.ts'
import { violatedUnique, wasCutOff } from '../../platform/database/database-errors.ts'
import { findOrderNumber, updateOrderNumber } from '../order-store.ts'

const NUMBERS_MAX = 16
/** After a lost connection each one waits as long as the database may be away. */
const TRIES_MAX = 3

/** The numbers that an order asks for, the first that is free. */
export const proposedNumbers = (orderId: string): number[] => {
  const numbers = [proposedOrderNumber(orderId)]
  while (numbers.length < NUMBERS_MAX) numbers.push(nextOrderNumber(numbers.at(-1) ?? 0))
  return numbers
}

/**
 * Returns the integer by which EKQR's clients and receivers know an order. An order gets it when such a client first sees it, or when an event
 * reports it, and keeps it.
 */
export const numberOrder = async (db: Database, merchantId: string, orderId: string): Promise<number> => {
  const known = await findOrderNumber(db, merchantId, orderId)
  if (known !== null) return known
  for (let triesLeft = TRIES_MAX; ; triesLeft -= 1) {
    try {
      const number = await updateOrderNumber(db, merchantId, orderId, proposedNumbers(orderId))
      if (number === null) throw new Error('every number that an order asked for is taken')
      return number
    } catch (error) {
      // Another order took the number meanwhile. Or the connection was lost: the order exists already, so that must not end its creation, and saving
      // a number twice changes nothing.
      const mayTryAgain = violatedUnique(error) === 'orders_number' || wasCutOff(error)
      if (!mayTryAgain || triesLeft <= 1) throw error
    }
  }
}
