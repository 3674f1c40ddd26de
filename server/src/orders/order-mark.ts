import { createHash } from 'node:crypto'

/**
 * In a distributed database, 4 of the 16 random characters of an order id are the mark of its merchant, so that a lookup by id needs one
 * server. Several merchants may have the same mark. `merchants.order_mark` has it too.
 */
const TIME_CHARACTERS = 10
const MARK_CHARACTERS = 4
const MARK_END = TIME_CHARACTERS + MARK_CHARACTERS
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The first 20 bits of the merchant id's MD5, which PostgreSQL computes too. It is not a security measure. */
export const markOf = (merchantId: string): string => {
  const number = Number.parseInt(createHash('md5').update(merchantId).digest('hex').slice(0, 5), 16)
  return [15, 10, 5, 0].map((bits) => ALPHABET.charAt((number >> bits) & 31)).join('')
}

/** Writes the merchant's mark into a new id. */
export const withMark = (orderId: string, merchantId: string): string =>
  orderId.slice(0, TIME_CHARACTERS) + markOf(merchantId) + orderId.slice(MARK_END)

/** Reads the mark of an id as a number, like the column. */
export const markIn = (orderId: string): number =>
  [...orderId.slice(TIME_CHARACTERS, MARK_END)].reduce(
    (number, character) => number * 32 + ALPHABET.indexOf(character),
    0,
  )
