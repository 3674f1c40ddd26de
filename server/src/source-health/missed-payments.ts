/** A payment of the account that a source reported. */
export interface ReportedPayment {
  readonly amount: bigint
  readonly madeAt: Date
  /** When the first source reported it. */
  readonly knownAt: Date
  /** When this source reported it. Null: it has not. */
  readonly heardAt: Date | null
}

/** If a source reported fewer payments than this, it is unknown what to expect of it. */
export const HEARD_MIN = 10
export const MISSED_MIN = 2
/** Bank messages may be late by this much. */
export const LATE_SECONDS = 150

const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000

const lesser = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Returns how late the reports of a source may be: 1.5 times the 95th percentile of its delays. */
const lateSeconds = (heard: readonly ReportedPayment[]): number => {
  const delays = heard
    .map(({ knownAt, heardAt }) => (heardAt === null ? 0 : secondsBetween(knownAt, heardAt)))
    .toSorted((a, b) => a - b)
  return Math.max(LATE_SECONDS, 1.5 * (delays[Math.ceil(delays.length * 0.95) - 1] ?? 0))
}

/** Returns the lengths of the runs of payments that the source did not report. */
const runsOf = (payments: readonly ReportedPayment[]): number[] => {
  const runs = [0]
  for (const { heardAt } of payments) {
    if (heardAt === null) runs.push((runs.pop() ?? 0) + 1)
    else runs.push(0)
  }
  return runs
}

/**
 * True if a source misses payments that other sources reported since its last message. Two missed payments are enough, plus two for each
 * payment of its second-longest earlier run of missed payments; the longest run counts as an outage. The source must have reported half of
 * the payments outside that outage. Banks send no SMS for small payments, so payments below the smallest that it reported do not count.
 * `payments` are the account's latest, newest first.
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
