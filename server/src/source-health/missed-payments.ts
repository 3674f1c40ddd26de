/** A payment of the account that a source reported. */
export interface ReportedPayment {
  readonly amount: bigint
  readonly madeAt: Date
  /** When the first source reported it. */
  readonly knownAt: Date
  /** When this source reported it. Null: it has not. */
  readonly heardAt: Date | null
}

/** If a source reported fewer payments, or less than half of them, it is unknown what to expect. */
export const HEARD_MIN = 10
export const MISSED_MIN = 2
/** Bank messages may be a little late. */
export const LATE_SECONDS = 150

const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** How late its reports may be: 1.5 times the 95th percentile of its delays. */
const lateSeconds = (heard: readonly ReportedPayment[]): number => {
  const delays = heard
    .map(({ knownAt, heardAt }) => (heardAt === null ? 0 : secondsBetween(knownAt, heardAt)))
    .toSorted((a, b) => a - b)
  return Math.max(LATE_SECONDS, 1.5 * (delays[Math.ceil(delays.length * 0.95) - 1] ?? 0))
}

/** The lengths of the runs of payments that it did not report. */
const runsOf = (payments: readonly ReportedPayment[]): number[] => {
  const runs = [0]
  for (const { heardAt } of payments) {
    if (heardAt === null) runs.push((runs.pop() ?? 0) + 1)
    else runs.push(0)
  }
  return runs
}

/**
 * Whether a source is silent by what other sources reported since its last message: two payments in a row, and two more for each
 * that its second-longest run missed before; the longest was an outage. It must have reported half of the payments outside that outage.
 * Banks send no SMS for small payments, so only payments count that are no smaller than the smallest that it reported. The payments are
 * the account's last ones, newest first.
 */
export const missesPayments = (
  payments: readonly ReportedPayment[],
  { messageAt, watchingSince, now }: { messageAt: Date; watchingSince: Date; now: Date },
): boolean => {
  const heard = payments.filter(({ heardAt }) => heardAt !== null)
  if (heard.length < HEARD_MIN) return false
  const smallest = heard.map(({ amount }) => amount).reduce(lesser)
  const expected = payments.filter(({ amount }) => amount >= smallest)
  const firstHeard = expected.findIndex(({ heardAt }) => heardAt !== null)
  const earlier = expected.slice(firstHeard)
  const [outage = 0, usualRun = 0] = runsOf(earlier).toSorted((a, b) => b - a)
  if (2 * heard.length < earlier.length - outage) return false
  const late = lateSeconds(heard)
  const missed = expected
    .slice(0, firstHeard)
    .filter(
      ({ madeAt, knownAt }) =>
        Math.min(madeAt.getTime(), knownAt.getTime()) >
          Math.max(messageAt.getTime(), watchingSince.getTime()) && secondsBetween(knownAt, now) >= late,
    )
  return missed.length >= MISSED_MIN * (1 + usualRun)
}
