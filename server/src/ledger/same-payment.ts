import type { CreditSource, ReportedCredit } from './credit.ts'

/**
 * The rule for reports without a UTR: which of them report a payment that is known already. They never settle an order, so the rule
 * decides what is counted, not what is paid. The decision record 0064 has it as a table.
 */

/** What a piece of evidence says, as far as it tells payments of one account and amount apart. */
export interface Sighting {
  readonly source: CreditSource
  readonly sourceKey: string
  readonly reporter: string
  readonly messageId: string | null
  readonly wording: string | null
  readonly payer: string | null
  readonly from: Date
  /** The end of the day, where no more than the day is known. */
  readonly to: Date
}

/** A credit with the evidence for it. */
export interface SightedCredit {
  readonly creditId: string
  readonly possibleRepeatOf: string | null
  readonly sightings: readonly Sighting[]
}

/** Two sources report a payment within this time of each other. */
export const JOINED_WITHIN_SECONDS = 120
/** Up to here it may still be the same payment; later it is another one. A statement's own times are that inexact. */
export const ALIKE_WITHIN_SECONDS = 900
const SECOND_MS = 1000
const PAYER_CHARS_MAX = 320

export const reporterOf = ({ reporter, source }: ReportedCredit): string | null =>
  // An alert of which nobody knows who wrote it cannot be compared with others.
  reporter ?? (source === 'alert' ? null : source)

/** The payer's UPI ID, or else the name in the form in which equal names are equal. */
export const payerOf = ({ payerUpiId, payerName }: ReportedCredit): string | null => {
  if (payerUpiId !== null) return payerUpiId.toLowerCase().slice(0, PAYER_CHARS_MAX)
  const letters = (payerName ?? '').toUpperCase().replace(/[^\p{L}\p{M}]+/gu, ' ')
  return letters.trim().slice(0, PAYER_CHARS_MAX) || null
}

export const sightingOf = (report: ReportedCredit): Sighting | undefined => {
  const reporter = reporterOf(report)
  if (reporter === null) return undefined
  const { source, sourceKey, messageId = null, wording = null, receivedAt: from, receivedBefore } = report
  const to = receivedBefore ?? from
  return { source, sourceKey, reporter, messageId, wording, payer: payerOf(report), from, to }
}

/** Whether a report is one that this rule is for. */
export const isComparable = (report: ReportedCredit): boolean =>
  report.source === 'alert' && report.utr === null && report.reporter !== undefined

const secondsApart = (a: Sighting, b: Sighting): number =>
  Math.max(0, a.from.getTime() - b.to.getTime(), b.from.getTime() - a.to.getTime()) / SECOND_MS

const isUpiId = (payer: string): boolean => payer.includes('@')

/** Whether the bank wrote one sentence with two balances or times: then it wrote two messages. */
const hasOtherValues = (a: Sighting, b: Sighting): boolean =>
  a.wording !== null &&
  b.wording !== null &&
  a.wording !== b.wording &&
  a.wording.split(' ')[0] === b.wording.split(' ')[0]

export type Likeness = 'same' | 'unsure' | 'other'

/** Undefined where the two say nothing about each other. */
const compare = (a: Sighting, b: Sighting): Likeness | undefined => {
  const apart = secondsApart(a, b)
  const isOneReporter = a.reporter === b.reporter
  if (a.payer !== null && b.payer !== null && a.payer !== b.payer)
    if (isOneReporter || (isUpiId(a.payer) && isUpiId(b.payer)))
      // Sources shorten names differently; only one reporter's two names are two payers.
      return 'other'
  if (isOneReporter) {
    if (apart > ALIKE_WITHIN_SECONDS) return 'other'
    if (a.messageId !== null && b.messageId !== null) return a.messageId === b.messageId ? 'same' : 'other'
    return hasOtherValues(a, b) ? 'other' : 'unsure'
  }
  if (apart > ALIKE_WITHIN_SECONDS) return undefined
  const isStatement = a.source === 'statement' || b.source === 'statement'
  return isStatement || apart <= JOINED_WITHIN_SECONDS ? 'same' : 'unsure'
}

/** Whether two credits are one payment: a reporter reports a payment once, and what contradicts itself is two payments. */
export const likenessOf = (a: readonly Sighting[], b: readonly Sighting[]): Likeness => {
  let [isSame, isUnsure, isRepeated] = [false, false, false]
  for (const one of a)
    for (const other of b) {
      const likeness = compare(one, other)
      if (likeness === 'other') return 'other'
      isSame ||= likeness === 'same'
      isUnsure ||= likeness === 'unsure'
      isRepeated ||= likeness === 'unsure' && one.reporter === other.reporter
    }
  if (isSame && !isRepeated) return 'same'
  return isUnsure ? 'unsure' : 'other'
}

const hasOnePayer = (a: readonly Sighting[], b: readonly Sighting[]): boolean =>
  a.some(({ payer }) => payer !== null && b.some((other) => other.payer === payer))

const leastApart = (a: readonly Sighting[], b: readonly Sighting[]): number =>
  Math.min(...a.flatMap((one) => b.map((other) => secondsApart(one, other))))

/** The credits that may be of this payment, the likeliest first: those that certainly count, of the same payer, the nearest in time. */
export const rankAlike = <C extends SightedCredit>(
  sightings: readonly Sighting[],
  credits: readonly C[],
): { readonly credit: C; readonly likeness: 'same' | 'unsure' }[] =>
  credits
    .flatMap((credit) => {
      const likeness = likenessOf(sightings, credit.sightings)
      if (likeness === 'other') return []
      const payers = hasOnePayer(sightings, credit.sightings) ? 0 : 1
      const apart = leastApart(sightings, credit.sightings)
      const rank = [
        likeness === 'same' ? 0 : 1,
        credit.possibleRepeatOf === null ? 0 : 1,
        payers,
        apart,
      ] as const
      return [{ credit, likeness, rank }]
    })
    .toSorted((a, b) => {
      const difference = a.rank.map((part, n) => part - (b.rank[n] ?? 0)).find((part) => part !== 0)
      return difference ?? (a.credit.creditId < b.credit.creditId ? -1 : 1)
    })

/** Whether exactly this was reported as evidence of the credit before. */
export const hasReport = ({ sightings }: SightedCredit, { source, sourceKey }: ReportedCredit): boolean =>
  sightings.some((sighting) => sighting.source === source && sighting.sourceKey === sourceKey)
