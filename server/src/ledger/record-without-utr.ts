import type { OrderDeps } from '../orders/change-order.ts'
import type { Transaction } from '../platform/database/database.ts'
import { laneOf } from '../platform/distributed/merchant-lanes.ts'
import type { Credit, Recorded, ReportedCredit } from './credit.ts'
import { entryOf } from './credit-entry.ts'
import type { NewCredit } from './credit-row.ts'
import { type CreditEntry, insertCredits, recordCreditHistory } from './credit-store.ts'
import { insertEvidence } from './evidence-store.ts'
import { hasReport, likenessOf, rankAlike, type Sighting, sightingOf } from './same-payment.ts'
import { type AlikeCredit, findAlike, updatePossibleRepeats } from './same-payment-store.ts'

/** The reports of different accounts or amounts, which say nothing about each other; then the next ones of each. */
const roundsOf = (given: readonly NewCredit[]): NewCredit[][] => {
  const rounds: NewCredit[][] = []
  const seen = new Map<string, number>()
  for (const each of given) {
    const { merchantId, accountId, amount } = each.report
    const key = `${merchantId} ${accountId} ${amount}`
    const round = seen.get(key) ?? 0
    seen.set(key, round + 1)
    rounds[round] = [...(rounds[round] ?? []), each]
  }
  return rounds
}

/**
 * Records reports without a UTR. Each is evidence of a credit that is known, or a new one; where nobody can say which, it is a new one
 * that asks the merchant. None of them settles an order.
 */
export const recordWithoutUtr = async (
  tx: Transaction,
  deps: OrderDeps,
  given: readonly NewCredit[],
): Promise<Map<ReportedCredit, Recorded>> => {
  const recorded = new Map<ReportedCredit, Recorded>()
  for (const round of roundsOf(given))
    for (const [report, result] of await recordRound(tx, deps, round)) recorded.set(report, result)
  return recorded
}

interface Decided {
  readonly given: NewCredit
  readonly alike: readonly AlikeCredit[]
  /** The credit that it is evidence of. */
  readonly known?: AlikeCredit
  readonly isRepeated?: boolean
  /** The credit that it asks about. */
  readonly asks?: string
}

const decide = (given: NewCredit, alike: readonly AlikeCredit[]): Decided => {
  const { report } = given
  const before = alike.find((credit) => hasReport(credit, report))
  if (before !== undefined) return { given, alike, known: before, isRepeated: true }
  const [likeliest] = rankAlike(
    sightingsOf(report),
    alike.filter(({ mergedInto }) => mergedInto === null),
  )
  if (likeliest === undefined) return { given, alike }
  return likeliest.likeness === 'same'
    ? { given, alike, known: likeliest.credit }
    : { given, alike, asks: likeliest.credit.creditId }
}

const sightingsOf = (report: ReportedCredit): readonly Sighting[] => {
  const sighting = sightingOf(report)
  return sighting === undefined ? [] : [sighting]
}

/**
 * Open questions that this evidence answers: another source reports two payments as well. A question that is answered for one payment
 * goes on to the next that it may repeat, and ends where there is none.
 */
const answeredBy = ({ given: { report }, alike, known, isRepeated }: Decided) => {
  if (known === undefined || isRepeated === true) return []
  const credits = alike
    .filter(({ mergedInto }) => mergedInto === null)
    .map((credit) =>
      credit === known ? { ...credit, sightings: [...credit.sightings, ...sightingsOf(report)] } : credit,
    )
  return credits.flatMap((credit) => {
    const of = credits.find(({ creditId }) => creditId === credit.possibleRepeatOf)
    if (of === undefined || likenessOf(credit.sightings, of.sightings) !== 'other') return []
    const [next] = rankAlike(
      credit.sightings,
      credits.filter((other) => other !== credit && other.possibleRepeatOf !== credit.creditId),
    )
    return [{ credit, asks: next?.credit.creditId ?? null }]
  })
}

const recordRound = async (
  tx: Transaction,
  deps: OrderDeps,
  round: readonly NewCredit[],
): Promise<[ReportedCredit, Recorded][]> => {
  const now = deps.clock.now()
  const alike = await findAlike(
    tx,
    round.map(({ report }) => report),
  )
  const decided = round.map((given, n) => decide(given, alike[n] ?? []))
  const evidence = decided.flatMap(({ given: { report }, known, isRepeated }) =>
    known === undefined || isRepeated === true ? [] : [{ report, creditId: known.creditId }],
  )
  await insertEvidence(tx, evidence, now)
  const fresh = decided.filter(({ known }) => known === undefined)
  const inserted = new Map(
    fresh.length === 0
      ? []
      : (
          await insertCredits(
            tx,
            fresh.map(({ given }) => given),
            now,
            laneOf(deps.db, fresh[0]?.given.report.merchantId ?? ''),
          )
        ).map((credit) => [credit.creditId, credit]),
  )
  await recordQuestions(tx, deps, decided, inserted)
  return decided.map(({ given, known, isRepeated }) => {
    const credit = known ?? inserted.get(given.creditId)
    if (credit === undefined || isRepeated === true)
      return [given.report, { kind: 'known', creditId: credit?.creditId ?? given.creditId }]
    const { creditId, state, orderId } = credit
    return [given.report, { kind: 'recorded', creditId, state, orderId }]
  })
}

/** Writes what the new credits ask, which questions are answered, and the history of both. */
const recordQuestions = async (
  tx: Transaction,
  deps: OrderDeps,
  decided: readonly Decided[],
  inserted: ReadonlyMap<string, Credit>,
): Promise<void> => {
  const entries: CreditEntry[] = []
  const questions: { merchantId: string; creditId: string; of: string | null }[] = []
  for (const each of decided) {
    const { given, asks } = each
    const { report, creditId } = given
    const credit = inserted.get(creditId)
    if (credit !== undefined)
      entries.push(entryOf(deps, report, credit, asks === undefined ? {} : { asksAbout: asks }))
    if (asks !== undefined) questions.push({ merchantId: report.merchantId, creditId, of: asks })
    for (const answered of answeredBy(each)) {
      const { credit: asking, asks: of } = answered
      entries.push(entryOf(deps, report, asking, of === null ? { action: 'separate' } : { asksAbout: of }))
      questions.push({ merchantId: report.merchantId, creditId: asking.creditId, of })
    }
  }
  if (questions.length > 0) await updatePossibleRepeats(tx, questions)
  if (entries.length > 0) await recordCreditHistory(tx, entries)
}
