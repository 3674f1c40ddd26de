import type { OrderDeps } from '../orders/change-order.ts'
import type { Transaction } from '../platform/database/database.ts'
import { shardOf } from '../platform/distributed/merchant-shards.ts'
import type { Credit, IdentifiedReport, Recorded, ReportedCredit } from './credit.ts'
import { entryOf } from './credit-entry.ts'
import { type CreditEntry, insertCredits, recordCreditHistory } from './credit-store.ts'
import { insertEvidence } from './evidence-store.ts'
import { hasReport, type Observation, observationOf, rankSimilar, similarityOf } from './same-payment.ts'
import { type ComparableCredit, findSimilar, updatePossibleRepeats } from './same-payment-store.ts'

/**
 * Divides the reports into rounds: each has at most one report of an account and amount, because each report is compared with the credits
 * of the ones before it.
 */
const roundsOf = (reports: readonly IdentifiedReport[]): IdentifiedReport[][] => {
  const rounds: IdentifiedReport[][] = []
  const roundOf = new Map<string, number>()
  for (const identified of reports) {
    const { merchantId, accountId, amount } = identified.report
    const key = `${merchantId} ${accountId} ${amount}`
    const round = roundOf.get(key) ?? 0
    roundOf.set(key, round + 1)
    rounds[round] = [...(rounds[round] ?? []), identified]
  }
  return rounds
}

/**
 * Records reports without a UTR. Each is evidence of a known credit or a new credit. Where that is not certain, it is a new credit that
 * may be a repeat, and the merchant decides. None of them settles an order.
 */
export const recordWithoutUtr = async (
  tx: Transaction,
  deps: OrderDeps,
  reports: readonly IdentifiedReport[],
): Promise<Map<ReportedCredit, Recorded>> => {
  const results = new Map<ReportedCredit, Recorded>()
  for (const round of roundsOf(reports))
    for (const [report, result] of await recordRound(tx, deps, round)) results.set(report, result)
  return results
}

interface Decision extends IdentifiedReport {
  readonly similar: readonly ComparableCredit[]
  /** The credit of which the report is evidence. */
  readonly evidenceOf?: ComparableCredit
  /** Exactly this report is evidence of it already. */
  readonly isKnown?: boolean
  /** The credit that the report's new credit may repeat. */
  readonly mayRepeat?: string
}

const decide = (identified: IdentifiedReport, similar: readonly ComparableCredit[]): Decision => {
  const { report } = identified
  const reported = similar.find((credit) => hasReport(credit, report))
  if (reported !== undefined) return { ...identified, similar, evidenceOf: reported, isKnown: true }
  const [mostSimilar] = rankSimilar(observationsOf(report), similar.filter(isCounted))
  if (mostSimilar === undefined) return { ...identified, similar }
  const { credit, similarity } = mostSimilar
  return similarity === 'same'
    ? { ...identified, similar, evidenceOf: credit }
    : { ...identified, similar, mayRepeat: credit.creditId }
}

const isCounted = ({ mergedInto }: ComparableCredit): boolean => mergedInto === null

const observationsOf = (report: ReportedCredit): readonly Observation[] => {
  const observation = observationOf(report)
  return observation === undefined ? [] : [observation]
}

/**
 * Finds possible repeats that this evidence resolves, because another source reports two payments as well. Such a credit may then repeat
 * the next similar credit, or none.
 */
const resolvedRepeats = ({ report, similar, evidenceOf, isKnown }: Decision) => {
  if (evidenceOf === undefined || isKnown === true) return []
  const credits = similar
    .filter(isCounted)
    .map((credit) =>
      credit === evidenceOf
        ? { ...credit, observations: [...credit.observations, ...observationsOf(report)] }
        : credit,
    )
  return credits.flatMap((credit) => {
    const original = credits.find(({ creditId }) => creditId === credit.possibleRepeatOf)
    if (original === undefined || similarityOf(credit.observations, original.observations) !== 'other')
      return []
    const [next] = rankSimilar(
      credit.observations,
      credits.filter((other) => other !== credit && other.possibleRepeatOf !== credit.creditId),
    )
    return [{ credit, mayRepeat: next?.credit.creditId ?? null }]
  })
}

const recordRound = async (
  tx: Transaction,
  deps: OrderDeps,
  round: readonly IdentifiedReport[],
): Promise<[ReportedCredit, Recorded][]> => {
  const now = deps.clock.now()
  const similar = await findSimilar(
    tx,
    round.map(({ report }) => report),
  )
  const decisions = round.map((identified, index) => decide(identified, similar[index] ?? []))
  const evidence = decisions.flatMap(({ report, evidenceOf, isKnown }) =>
    evidenceOf === undefined || isKnown === true ? [] : [{ report, creditId: evidenceOf.creditId }],
  )
  await insertEvidence(tx, evidence, now)
  const newCredits = decisions.filter(({ evidenceOf }) => evidenceOf === undefined)
  const shard = shardOf(deps.db, newCredits[0]?.report.merchantId ?? '')
  const inserted = newCredits.length === 0 ? [] : await insertCredits(tx, newCredits, now, shard)
  const byId = new Map(inserted.map((credit) => [credit.creditId, credit]))
  await recordRepeats(tx, deps, decisions, byId)
  return decisions.map(({ report, creditId: newId, evidenceOf, isKnown }) => {
    const credit = evidenceOf ?? byId.get(newId)
    if (credit === undefined || isKnown === true)
      return [report, { kind: 'known', creditId: credit?.creditId ?? newId }]
    const { creditId, state, orderId } = credit
    return [report, { kind: 'recorded', creditId, state, orderId }]
  })
}

/** Writes which new credits may be repeats and which possible repeats are resolved, and the history of both. */
const recordRepeats = async (
  tx: Transaction,
  deps: OrderDeps,
  decisions: readonly Decision[],
  inserted: ReadonlyMap<string, Credit>,
): Promise<void> => {
  const entries: CreditEntry[] = []
  const repeats: { merchantId: string; creditId: string; of: string | null }[] = []
  for (const decision of decisions) {
    const { report, creditId, mayRepeat } = decision
    const { merchantId } = report
    const credit = inserted.get(creditId)
    if (credit !== undefined)
      entries.push(entryOf(deps, report, credit, mayRepeat === undefined ? {} : { asksAbout: mayRepeat }))
    if (mayRepeat !== undefined) repeats.push({ merchantId, creditId, of: mayRepeat })
    for (const { credit: repeat, mayRepeat: of } of resolvedRepeats(decision)) {
      entries.push(entryOf(deps, report, repeat, of === null ? { action: 'separate' } : { asksAbout: of }))
      repeats.push({ merchantId, creditId: repeat.creditId, of })
    }
  }
  if (repeats.length > 0) await updatePossibleRepeats(tx, repeats)
  if (entries.length > 0) await recordCreditHistory(tx, entries)
}
