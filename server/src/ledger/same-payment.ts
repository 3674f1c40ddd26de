import { SECOND_MS } from '@galla/contract/durations'
import { type CreditSource, type ReportedCredit, receivedOf } from './credit.ts'

/**
 * The rule for reports without a UTR: whether two of them report one payment. It decides what is counted, not what is paid. Decision
 * record 0090 has it as a table.
 */

/** The facts of a piece of evidence that distinguish payments of one account and amount. */
export interface Observation {
  readonly source: CreditSource
  readonly sourceKey: string
  readonly reporter: string
  readonly messageId: string | null
  readonly wording: string | null
  readonly payer: string | null
  readonly from: Date
  /** The end of the day, where only the day is known. */
  readonly to: Date
}

/** A credit with the facts of its evidence. */
export interface Comparable {
  readonly creditId: string
  readonly possibleRepeatOf: string | null
  readonly observations: readonly Observation[]
}

/** Two sources report a payment within this time of each other. */
export const SAME_WITHIN_SECONDS = 120
/** Within this time it may be the same payment, because the times of statements are inexact. */
export const SIMILAR_WITHIN_SECONDS = 900
const PAYER_CHARS_MAX = 320

export const reporterOf = ({ reporter, source }: ReportedCredit): string | null =>
  // An alert of an unknown reporter cannot be compared with others.
  reporter ?? (source === 'alert' ? null : source)

/** The payer's UPI ID, or else the normalized name. */
export const payerOf = ({ payerUpiId, payerName }: ReportedCredit): string | null => {
  if (payerUpiId !== null) return payerUpiId.toLowerCase().slice(0, PAYER_CHARS_MAX)
  const letters = (payerName ?? '').toUpperCase().replace(/[^\p{L}\p{M}]+/gu, ' ')
  return letters.trim().slice(0, PAYER_CHARS_MAX) || null
}

/** Of a day its end; else the named moment itself, because `received` is wider than what is worth comparing. */
export const lastMomentOf = (report: ReportedCredit): Date => {
  const { to, named } = receivedOf(report)
  return named === 'day' ? to : report.receivedAt
}

export const observationOf = (report: ReportedCredit): Observation | undefined => {
  const reporter = reporterOf(report)
  if (reporter === null) return undefined
  const { source, sourceKey, messageId = null, wording = null, receivedAt: from } = report
  const to = lastMomentOf(report)
  return { source, sourceKey, reporter, messageId, wording, payer: payerOf(report), from, to }
}

/** Whether the rule applies to this report. */
export const isComparable = (report: ReportedCredit): boolean =>
  report.source === 'alert' && report.utr === null && report.reporter !== undefined

const secondsApart = (a: Observation, b: Observation): number =>
  Math.max(0, a.from.getTime() - b.to.getTime(), b.from.getTime() - a.to.getTime()) / SECOND_MS

const isUpiId = (payer: string): boolean => payer.includes('@')

/** Whether the same sentence has another balance or time: then the bank sent two messages. */
const hasOtherValues = (a: Observation, b: Observation): boolean =>
  a.wording !== null &&
  b.wording !== null &&
  a.wording !== b.wording &&
  a.wording.split(' ')[0] === b.wording.split(' ')[0]

export type Similarity = 'same' | 'unsure' | 'other'

/** Undefined where neither says anything about the other. */
const compare = (a: Observation, b: Observation): Similarity | undefined => {
  const apart = secondsApart(a, b)
  const isOneReporter = a.reporter === b.reporter
  if (a.payer !== null && b.payer !== null && a.payer !== b.payer)
    if (isOneReporter || (isUpiId(a.payer) && isUpiId(b.payer)))
      // Sources shorten names differently; only one reporter's two names are two payers.
      return 'other'
  if (isOneReporter) {
    if (apart > SIMILAR_WITHIN_SECONDS) return 'other'
    if (a.messageId !== null && b.messageId !== null) return a.messageId === b.messageId ? 'same' : 'other'
    return hasOtherValues(a, b) ? 'other' : 'unsure'
  }
  if (apart > SIMILAR_WITHIN_SECONDS) return undefined
  const isStatement = a.source === 'statement' || b.source === 'statement'
  return isStatement || apart <= SAME_WITHIN_SECONDS ? 'same' : 'unsure'
}

/** Whether two credits are one payment. A reporter reports a payment once, and contradictions mean two payments. */
export const similarityOf = (a: readonly Observation[], b: readonly Observation[]): Similarity => {
  let [isSame, isUnsure, isRepeated] = [false, false, false]
  for (const one of a)
    for (const other of b) {
      const similarity = compare(one, other)
      if (similarity === 'other') return 'other'
      isSame ||= similarity === 'same'
      isUnsure ||= similarity === 'unsure'
      isRepeated ||= similarity === 'unsure' && one.reporter === other.reporter
    }
  if (isSame && !isRepeated) return 'same'
  return isUnsure ? 'unsure' : 'other'
}

const hasOnePayer = (a: readonly Observation[], b: readonly Observation[]): boolean =>
  a.some(({ payer }) => payer !== null && b.some((other) => other.payer === payer))

const leastApart = (a: readonly Observation[], b: readonly Observation[]): number =>
  Math.min(...a.flatMap((one) => b.map((other) => secondsApart(one, other))))

/** The credits that may be of this payment: the same before unsure ones, then no possible repeats, the same payer, the nearest in time. */
export const rankSimilar = <C extends Comparable>(
  observations: readonly Observation[],
  credits: readonly C[],
): { readonly credit: C; readonly similarity: 'same' | 'unsure' }[] =>
  credits
    .flatMap((credit) => {
      const similarity = similarityOf(observations, credit.observations)
      if (similarity === 'other') return []
      const payers = hasOnePayer(observations, credit.observations) ? 0 : 1
      const apart = leastApart(observations, credit.observations)
      const rank = [
        similarity === 'same' ? 0 : 1,
        credit.possibleRepeatOf === null ? 0 : 1,
        payers,
        apart,
      ] as const
      return [{ credit, similarity, rank }]
    })
    .toSorted((a, b) => {
      const difference = a.rank.map((part, n) => part - (b.rank[n] ?? 0)).find((part) => part !== 0)
      return difference ?? (a.credit.creditId < b.credit.creditId ? -1 : 1)
    })

/** Whether exactly this was reported as evidence of the credit before. */
export const hasReport = ({ observations }: Comparable, { source, sourceKey }: ReportedCredit): boolean =>
  observations.some((observation) => observation.source === source && observation.sourceKey === sourceKey)
