const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_CHARACTERS = 10
/** They hold the random bits that are taken. */
const LAST_CHARACTERS = 5
const RANDOM_BITS = 22
/** 2020-01-01T00:00:00Z: from then on 31 bits of seconds last until 2088. */
const EPOCH_SECONDS = 1_577_836_800

const numberOf = (characters: string): number =>
  [...characters].reduce((sum, character) => sum * 32 + ALPHABET.indexOf(character), 0)

const msOf = (orderId: string): number => numberOf(orderId.slice(0, TIME_CHARACTERS))

/** When an order was made, to the millisecond: its id begins with it. */
export const orderMadeAt = (orderId: string): Date => new Date(msOf(orderId))

/**
 * An order's id as an integer, for clients that expect one: its second and 22 of its random bits, 53 bits in all, so that every
 * language's numbers hold it. It opens nothing: no call takes it, and the payment page has the whole id in its address. It follows
 * from the id, so an order has the same one for ever; among a merchant's EKQR orders the database keeps it unique.
 */
export const orderNumberOf = (orderId: string): number => {
  const seconds = Math.floor(msOf(orderId) / 1000) - EPOCH_SECONDS
  const random = numberOf(orderId.slice(-LAST_CHARACTERS)) % 2 ** RANDOM_BITS
  return Math.max(0, seconds) * 2 ** RANDOM_BITS + random
}
