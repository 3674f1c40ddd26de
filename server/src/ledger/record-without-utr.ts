import type { OrderDeps } from '../orders/change-order.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Recorded, ReportedCredit } from './credit.ts'
import { entryOf, idOfCredit } from './credit-entry.ts'
import { recordCreditHistory } from './credit-store.ts'
import { insertCredit, insertEvidence } from './evidence-store.ts'
import { hasReport, type Observation, observationOf, rankSimilar, similarityOf } from './same-payment.ts'
import { type ComparableCredit, findSimilar, updatePossibleRepeat } from './same-payment-store.ts'

/**
 * Records a report without a UTR. It is evidence of a known credit or a new credit. Where that is not certain, it is a new credit that may
 * be a repeat, and the merchant decides. It settles no order.
 */
export const recordWithoutUtr = async (
  tx: Transaction,
  deps: OrderDeps,
  report: ReportedCredit,
): Promise<Recorded> => {
  const similar = await findSimilar(tx, report)
  const reported = similar.find((credit) => hasReport(credit, report))
  if (reported !== undefined) return { kind: 'known', creditId: reported.creditId }
  const counted = similar.filter(({ mergedInto }) => mergedInto === null)
  const [mostSimilar] = rankSimilar(observationsOf(report), counted)
  return mostSimilar?.similarity === 'same'
    ? recordEvidence(tx, deps, report, mostSimilar.credit, counted)
    : recordNew(tx, deps, report, mostSimilar?.credit.creditId)
}

const observationsOf = (report: ReportedCredit): readonly Observation[] => {
  const observation = observationOf(report)
  return observation === undefined ? [] : [observation]
}

const recordNew = async (
  tx: Transaction,
  deps: OrderDeps,
  report: ReportedCredit,
  mayRepeat: string | undefined,
): Promise<Recorded> => {
  const creditId = idOfCredit(deps, report)
  const credit = await insertCredit(tx, creditId, report, deps.clock.now())
  if (credit === undefined) return { kind: 'known', creditId }
  if (mayRepeat !== undefined) await updatePossibleRepeat(tx, credit, mayRepeat)
  const detail = mayRepeat === undefined ? {} : { asksAbout: mayRepeat }
  await recordCreditHistory(tx, entryOf(deps, report, credit, detail))
  return { kind: 'recorded', creditId, state: credit.state, orderId: credit.orderId }
}

const recordEvidence = async (
  tx: Transaction,
  deps: OrderDeps,
  report: ReportedCredit,
  credit: ComparableCredit,
  similar: readonly ComparableCredit[],
): Promise<Recorded> => {
  await insertEvidence(tx, credit, report, deps.clock.now())
  const observations = [...credit.observations, ...observationsOf(report)]
  const known = similar.map((each) => (each === credit ? { ...each, observations } : each))
  for (const { repeat, of } of resolvedRepeats(known)) {
    await updatePossibleRepeat(tx, repeat, of)
    const detail = of === null ? { action: 'separate' } : { asksAbout: of }
    await recordCreditHistory(tx, entryOf(deps, report, repeat, detail))
  }
  return {
    kind: 'recorded',
    creditId: credit.creditId,
    state: credit.state,
    orderId: credit.orderId,
  }
}

/**
 * Finds possible repeats that new evidence resolves, because another source reports two payments as well. Such a credit may then repeat
 * the next similar credit, or none.
 */
const resolvedRepeats = (credits: readonly ComparableCredit[]) =>
  credits.flatMap((repeat) => {
    const original = credits.find(({ creditId }) => creditId === repeat.possibleRepeatOf)
    if (original === undefined || similarityOf(repeat.observations, original.observations) !== 'other')
      return []
    const [next] = rankSimilar(
      repeat.observations,
      credits.filter((other) => other !== repeat && other.possibleRepeatOf !== repeat.creditId),
    )
    return [{ repeat, of: next?.credit.creditId ?? null }]
  })
