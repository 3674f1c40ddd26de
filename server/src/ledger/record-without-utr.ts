import type { OrderDeps } from '../orders/change-order.ts'
import type { Transaction } from '../platform/database/database.ts'
import { type Credit, type Recorded, type ReportedCredit, receivedOf } from './credit.ts'
import { entryOf, idOfCredit } from './credit-entry.ts'
import { recordCreditHistory } from './credit-store.ts'
import { decide, writeDecision } from './decide-credit.ts'
import {
  findEvidence,
  insertCredit,
  insertEvidence,
  type KnownEvidence,
  NO_EVIDENCE,
} from './evidence-store.ts'
import { askAbout, joinSettled } from './join-settled.ts'
import { hasReport, type Observation, observationOf, rankSimilar, similarityOf } from './same-payment.ts'
import {
  type ComparableCredit,
  findOverlapping,
  findSimilar,
  updatePossibleRepeat,
} from './same-payment-store.ts'

/**
 * Records a report without a UTR. It is evidence of a known credit or a new credit. Where that is not certain, it is a new credit that may
 * be a repeat, and the merchant decides. It settles an order only by a lowered amount.
 */
export const recordWithoutUtr = async (
  tx: Transaction,
  deps: OrderDeps,
  report: ReportedCredit,
): Promise<Recorded> => {
  const similar = await findSimilar(tx, report)
  const reported = similar.find((credit) => hasReport(credit, report))
  if (reported !== undefined) return { kind: 'known', creditId: reported.creditId }
  const joined = await joinSettled(tx, deps, report)
  if (joined !== undefined) return joined
  const counted = similar.filter(({ mergedInto }) => mergedInto === null)
  const [mostSimilar] = rankSimilar(observationsOf(report), counted)
  if (mostSimilar === undefined) return recordNew(tx, deps, report)
  const { credit, similarity } = mostSimilar
  return similarity === 'same'
    ? recordEvidence(tx, deps, report, credit, counted)
    : askAbout(tx, deps, report, credit.creditId)
}

const observationsOf = (report: ReportedCredit): readonly Observation[] => {
  const observation = observationOf(report)
  return observation === undefined ? [] : [observation]
}

const recordNew = async (tx: Transaction, deps: OrderDeps, report: ReportedCredit): Promise<Recorded> => {
  const creditId = idOfCredit(deps, report)
  const credit = await insertCredit(tx, creditId, report, deps.clock.now())
  return credit === undefined
    ? { kind: 'known', creditId }
    : decideByAmount(tx, deps, report, credit, NO_EVIDENCE)
}

const OPEN_STATES = ['unmatched', 'ambiguous', 'amount_mismatch', 'duplicate'] as const

/** Settles the order of a lowered amount, unless another open credit may be of the same payment. */
const decideByAmount = async (
  tx: Transaction,
  deps: OrderDeps,
  report: ReportedCredit,
  credit: Credit,
  { hasReference, received, reporters }: KnownEvidence,
): Promise<Recorded> => {
  const now = deps.clock.now()
  const isNew = received === null
  const came = received ?? receivedOf(report)
  const input = { credit, report, isNew, hasReference, received: came, reporters: reporters.length }
  const decision = await decide(tx, input, now)
  const overlapping = decision.state === 'matched' ? await findOverlapping(tx, report, came, OPEN_STATES) : []
  const other = overlapping.find(({ creditId }) => creditId !== credit.creditId)
  const decided =
    other === undefined
      ? decision
      : ({ state: 'unmatched', orderId: null, mayRepeat: other.creditId } as const)
  return writeDecision(tx, deps, { credit, report, isNew }, decided, now)
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
  const { creditId, utr, state, orderId, possibleRepeatOf } = credit
  // A second source may be what the order of a lowered amount waits for.
  if (utr === null && state === 'unmatched' && possibleRepeatOf === null)
    return decideByAmount(tx, deps, report, credit, await findEvidence(tx, credit))
  return { kind: 'recorded', creditId, state, orderId }
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
