const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_CHARACTERS = 10
/** The ids have 35 random bits. */
const LAST_CHARACTERS = 7
/** The largest signed 32-bit integer, such as an INT column stores. */
export const ORDER_NUMBER_MAX = 2 ** 31 - 1

const numberOf = (characters: string): number =>
  [...characters].reduce((sum, character) => sum * 32 + ALPHABET.indexOf(character), 0)

const msOf = (orderId: string): number => numberOf(orderId.slice(0, TIME_CHARACTERS))

/** When an order was created, to the millisecond: its id starts with it. */
export const orderMadeAt = (orderId: string): Date => new Date(msOf(orderId))

/**
 * The number that a new order asks for, for clients that keep an order's id in a signed 32-bit integer. It is made of random bits of
 * the id, so no counter is shared. The database keeps the number of each order, unique at its merchant: `orders.order_number` is the
 * number that counts, and an order whose number is taken gets another one.
 */
export const proposedOrderNumber = (orderId: string): number =>
  1 + (numberOf(orderId.slice(-LAST_CHARACTERS)) % ORDER_NUMBER_MAX)

/** The number to try after one that is taken. */
export const nextOrderNumber = (number: number): number => (number % ORDER_NUMBER_MAX) + 1
