import { SECOND_MS } from '@galla/contract/durations'

/**
 * When the money came: at some moment of this interval. `named` is what its source names: a moment to the second or the minute, a day, or
 * nothing. A day is the only hint that leaves a later order as likely as an earlier one: it settles only an order with an amount of its own.
 */
export interface Received {
  readonly from: Date
  readonly to: Date
  readonly named: 'second' | 'minute' | 'day' | 'nothing'
}

/** A payment without a reference may come this long after the window of the order it is for. */
export const GRACE_SECONDS = 15 * 60

/** Two clocks may differ by this. */
export const CLOCKS_APART_SECONDS = 60
/** An interval that is longer than this says too little about which of several orders the money is for. */
const LONG_SECONDS = 30 * 60

const shift = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * SECOND_MS)

/** An interval widened on both sides by what two clocks may differ. */
export const widened = ({ from, to, named }: Received): Received => ({
  from: shift(from, -CLOCKS_APART_SECONDS),
  to: shift(to, CLOCKS_APART_SECONDS),
  named,
})

/** A moment. Sources that give whole seconds mean any moment of the second. */
export const atMoment = (at: Date): Received => ({
  from: at,
  to: at.getTime() % SECOND_MS === 0 ? new Date(at.getTime() + SECOND_MS - 1) : at,
  named: 'second',
})

export const isLong = ({ from, to }: Received): boolean =>
  to.getTime() - from.getTime() > LONG_SECONDS * SECOND_MS

const earlier = (a: Date, b: Date): Date => (a < b ? a : b)
const later = (a: Date, b: Date): Date => (a < b ? b : a)

/**
 * When one payment came that two sources report: at a moment that both allow. If there is none, one of them is wrong and no clock overrules
 * the other: it came at any moment between.
 */
export const bothReceived = (a: Received, b: Received): Received => {
  if (a.named === 'nothing') return b
  if (b.named === 'nothing') return a
  const named = a.named === 'day' ? b.named : a.named
  const [from, to] = [later(a.from, b.from), earlier(a.to, b.to)]
  return from <= to ? { from, to, named } : { from: earlier(a.from, b.from), to: later(a.to, b.to), named }
}
