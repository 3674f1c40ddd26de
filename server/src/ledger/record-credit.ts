import { type OrderDeps, writeChanges } from '../orders/change-order.ts'
import type { Transaction } from '../platform/database/database.ts'
import { shardOf } from '../platform/distributed/merchant-shards.ts'
import { type Candidates, NO_CANDIDATES } from './candidate-store.ts'
import {
  type Credit,
  type IdentifiedReport,
  MAY_STILL_MATCH,
  type Recorded,
  type ReportedCredit,
} from './credit.ts'
import { entryOf } from './credit-entry.ts'
import {
  type CreditEntry,
  findKnown,
  lockAmounts,
  recordCreditHistory,
  updateCreditStates,
} from './credit-store.ts'
import { lockCandidateOrders } from './lock-candidate-orders.ts'
import { creditKey, idWithoutUtr, type LockedCredit, type LockedReport, lockCredits } from './lock-credits.ts'
import {
  AMBIGUOUS,
  addSettlement,
  assignReversal,
  CANDIDATES_CHANGED,
  type CandidateOrders,
  type Match,
  matchCredit,
} from './match-credit.ts'
import { mergeSimilar } from './merge-credits.ts'
import { recordWithoutUtr } from './record-without-utr.ts'
import { linkReversedPayments, type ReversedPayment } from './reversed-payment-store.ts'
import { isComparable } from './same-payment.ts'

/** How often the candidates of a credit are found again because other transactions settled them before they were locked. */
const TRIES_MAX = 5

/**
 * Records reported payments: the only way into the ledger. However often, in whatever order and at whatever time a payment is reported,
 * it is one credit, at most one settlement, one history entry and one notification. A credit that matches no order clearly waits with
 * the reason. Reports without a UTR are recorded last: they are compared with the others and settle nothing.
 *
 * A batch needs as many statements as one report and has the same result as its reports one after the other. It locks amounts, then
 * credits, then orders, each in the order of their keys, so that concurrent batches wait for each other and do not deadlock.
 */
export const recordCredits = async (
  tx: Transaction,
  deps: OrderDeps,
  reports: readonly ReportedCredit[],
): Promise<Recorded[]> => {
  if (reports.length === 0) return []
  const identified = identifyReports(deps, reports)
  const results = new Map<ReportedCredit, Recorded>()
  const known = await findKnown(tx, identified)
  for (const [report, creditId] of known) results.set(report, { kind: 'known', creditId })
  const newReports = identified.filter(({ report }) => !known.has(report))
  if (newReports.length > 0) {
    await lockAmounts(
      tx,
      newReports.map(({ report }) => report),
    )
    let rest = newReports.filter(({ report }) => !isComparable(report))
    while (rest.length > 0) {
      const batch = untilCompletion(rest)
      const recorded = await recordBatch(tx, deps, batch)
      for (const [index, { report }] of batch.entries()) results.set(report, resultOf(recorded[index]))
      rest = rest.slice(batch.length)
    }
    await mergeSimilar(tx, deps, provenPayments(results))
    const withoutUtr = newReports.filter(({ report }) => isComparable(report))
    for (const [report, result] of await recordWithoutUtr(tx, deps, withoutUtr)) results.set(report, result)
  }
  return identified.map(({ report }) => resultOf(results.get(report)))
}

/** Copies each report, so that the same object given twice is two keys of a map. */
const identifyReports = (
  { clock, ids }: OrderDeps,
  reports: readonly ReportedCredit[],
): IdentifiedReport[] => {
  const now = clock.now()
  return reports.map((report) => ({
    report: { ...report },
    creditId: report.utr === null ? idWithoutUtr(report) : ids.ulid(now),
  }))
}

/** New reports that prove a payment. Alerts without a UTR may report the same payments. */
const provenPayments = (results: ReadonlyMap<ReportedCredit, Recorded>) =>
  [...results].flatMap(([report, { kind, creditId }]) =>
    kind === 'recorded' && (report.utr !== null || report.source === 'statement')
      ? [{ report, creditId }]
      : [],
  )

const resultOf = (result: Recorded | undefined): Recorded => {
  if (result === undefined) throw new RangeError('a report without a result')
  return result
}

/** Records one credit in a transaction that has something else to commit or to undo with it. */
export const recordCreditWithin = async (
  tx: Transaction,
  deps: OrderDeps,
  report: ReportedCredit,
): Promise<Recorded> => {
  const [recorded] = await recordCredits(tx, deps, [report])
  return resultOf(recorded)
}

/** Records one credit in a transaction of its own. */
export const recordCredit = (deps: OrderDeps, report: ReportedCredit): Promise<Recorded> =>
  deps.db.transaction((tx) => recordCreditWithin(tx, deps, report))

/** The reports before the first one that may complete the UTR of a credit that an earlier report of the batch records. */
const untilCompletion = (reports: readonly IdentifiedReport[]): readonly IdentifiedReport[] => {
  const earlierKeys = new Set<string>()
  const end = reports.findIndex(({ report }) => {
    const key = creditKey(report)
    const mayComplete = report.source === 'provider' && report.utr !== null
    const depends =
      mayComplete && (earlierKeys.has(key) || earlierKeys.has(creditKey({ ...report, utr: null })))
    earlierKeys.add(key)
    return depends
  })
  return end === -1 ? reports : reports.slice(0, end)
}

const recordBatch = async (
  tx: Transaction,
  deps: OrderDeps,
  reports: readonly IdentifiedReport[],
): Promise<Recorded[]> => {
  const shard = shardOf(deps.db, reports[0]?.report.merchantId ?? '')
  const locked = await lockCredits(tx, reports, deps.clock.now(), shard)
  const results: Recorded[] = []
  let tries = 0
  while (results.length < locked.length) {
    tries += 1
    const recorded = await recordLocked(tx, deps, locked.slice(results.length), tries >= TRIES_MAX)
    if (recorded.length > 0) tries = 0
    results.push(...recorded)
  }
  return results
}

/** Decides on the reports in order and writes all changes together. Ends early where candidates have to be found again. */
const recordLocked = async (
  tx: Transaction,
  deps: OrderDeps,
  reports: readonly LockedReport[],
  isLastTry: boolean,
): Promise<Recorded[]> => {
  const now = deps.clock.now()
  const { orders, candidates } = await lockCandidateOrders(tx, reports)
  const results: Recorded[] = []
  const entries: CreditEntry[] = []
  const changed = new Map<LockedCredit, Credit>()
  const reversed: ReversedPayment[] = []
  for (const lockedReport of reports) {
    const { report, locked } = lockedReport
    const { creditId } = locked.credit
    if (!lockedReport.isNewReport) {
      results.push({ kind: 'known', creditId })
      continue
    }
    let decision = decide(lockedReport, candidates.get(lockedReport) ?? NO_CANDIDATES, orders, now)
    if (decision === CANDIDATES_CHANGED) {
      if (!isLastTry || results.length > 0) break
      decision = AMBIGUOUS
    }
    const { state, orderId, change, reversedOrderId } = decision
    if (change !== undefined) addSettlement(orders, change, locked.credit)
    if (reversedOrderId !== undefined) {
      assignReversal(orders, reversedOrderId, locked.credit)
      reversed.push({ credit: locked.credit, orderId: reversedOrderId })
    }
    const credit = { ...locked.credit, state, orderId }
    const isChanged = state !== locked.credit.state || orderId !== locked.credit.orderId
    if (isChanged) changed.set(locked, credit)
    if (isChanged || locked.isNew || decision.detail !== undefined)
      entries.push(entryOf(deps, report, credit, decision.detail))
    if (change === undefined) tx.afterCommit(() => deps.changed(credit.merchantId))
    locked.credit = credit
    locked.isNew = false
    locked.hasReference ||= report.reference !== null
    results.push({ kind: 'recorded', creditId, state, orderId })
  }
  await writeChanges(
    tx,
    deps,
    [...orders.settled.values()].map(({ change }) => change),
  )
  if (changed.size > 0) await updateCreditStates(tx, [...changed.values()])
  if (entries.length > 0) await recordCreditHistory(tx, entries)
  await linkReversedPayments(tx, reversed, now)
  return results
}

interface Decision extends Match {
  /** Recorded in the history of the credit even where its state stays. */
  readonly detail?: Record<string, unknown>
}

const decide = (
  { report, locked }: LockedReport,
  candidates: Candidates,
  orders: CandidateOrders,
  now: Date,
): Decision | typeof CANDIDATES_CHANGED => {
  const { credit, isNew, hasReference } = locked
  const { state, orderId } = credit
  const mayMatch = MAY_STILL_MATCH[state]
  // Two sources report different amounts of one payment: a person has to look, unless it has settled its order already.
  if (report.amount !== credit.amount)
    return {
      state: mayMatch ? 'amount_mismatch' : state,
      orderId,
      detail: { reportedPaise: report.amount.toString() },
    }
  if (!mayMatch) return { state, orderId }
  return matchCredit({ credit, report, isNew, hasReference, candidates }, orders, now)
}
