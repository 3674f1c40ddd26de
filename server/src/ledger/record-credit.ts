import { type OrderDeps, writeChanges } from '../orders/change-order.ts'
import type { Transaction } from '../platform/database/database.ts'
import { laneOf } from '../platform/distributed/merchant-lanes.ts'
import { lockAmounts } from './amount-lock-store.ts'
import { type Candidates, NO_CANDIDATES } from './candidate-store.ts'
import { type Credit, MAY_STILL_MATCH, type Recorded, type ReportedCredit } from './credit.ts'
import { entryOf } from './credit-entry.ts'
import { creditKey, idWithoutUtr } from './credit-key.ts'
import type { NewCredit } from './credit-row.ts'
import { type CreditEntry, findKnown, recordCreditHistory, updateCreditStates } from './credit-store.ts'
import { type LockedCredit, type LockedReport, lockCredits } from './lock-credits.ts'
import {
  AMBIGUOUS,
  LOOK_AGAIN,
  type Match,
  matchCredit,
  type OrderBook,
  settleInBook,
  takeBackInBook,
} from './match-credit.ts'
import { mergeAlike } from './merge-credits.ts'
import { openOrderBook } from './order-book.ts'
import { recordWithoutUtr } from './record-without-utr.ts'
import { isComparable } from './same-payment.ts'
import { linkTakenBack, type TakenBackPayment } from './taken-back-store.ts'

/** How often the candidates of a credit are found again because others settled them before they were locked. */
const TRIES_MAX = 5

/**
 * Records what sources report: the only way into the ledger. However often, in which order and at the same time a payment is reported,
 * it is one credit, at most one settlement, one history entry and one notification. What is no clean match waits with its reason.
 * Reports without a UTR are recorded last: they are compared with the others and settle nothing.
 *
 * Many reports cost as many statements as one, and leave what they would leave one after the other. Amounts are locked first, then
 * credits, then orders, each in the order of their keys, so that sets which meet wait for each other and do not deadlock.
 */
export const recordCredits = async (
  tx: Transaction,
  deps: OrderDeps,
  reports: readonly ReportedCredit[],
): Promise<Recorded[]> => {
  if (reports.length === 0) return []
  const now = deps.clock.now()
  const given = reports.map((each) => {
    // One object for each report, though the same may be given twice.
    const report = { ...each }
    return { report, creditId: report.utr === null ? idWithoutUtr(report) : deps.ids.ulid(now) }
  })
  const known = await findKnown(tx, given)
  const recorded = new Map<ReportedCredit, Recorded>()
  for (const [report, creditId] of known) recorded.set(report, { kind: 'known', creditId })
  const news = given.filter(({ report }) => !known.has(report))
  if (news.length === 0) return given.map(({ report }) => resultOf(recorded.get(report)))
  await lockAmounts(
    tx,
    news.map(({ report }) => report),
  )
  let rest = news.filter(({ report }) => !isComparable(report))
  while (rest.length > 0) {
    const set = setBeforeCompletion(rest)
    const results = await recordSet(tx, deps, set)
    for (const [n, { report }] of set.entries()) recorded.set(report, resultOf(results[n]))
    rest = rest.slice(set.length)
  }
  await mergeAlike(tx, deps, certainOf(recorded))
  const alike = news.filter(({ report }) => isComparable(report))
  for (const [report, result] of await recordWithoutUtr(tx, deps, alike)) recorded.set(report, result)
  return given.map(({ report }) => resultOf(recorded.get(report)))
}

/** Reports that prove a payment; alerts without a UTR may report the same payments. */
const certainOf = (recorded: ReadonlyMap<ReportedCredit, Recorded>) =>
  [...recorded].flatMap(([report, { kind, creditId }]) =>
    kind === 'recorded' && (report.utr !== null || report.source === 'statement')
      ? [{ report, creditId }]
      : [],
  )

const resultOf = (recorded: Recorded | undefined): Recorded => {
  if (recorded === undefined) throw new RangeError('a report without a result')
  return recorded
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

/** The reports up to one that may complete the UTR of a credit, where those before it decide whether it does. */
const setBeforeCompletion = (given: readonly NewCredit[]): readonly NewCredit[] => {
  if (!given.some(({ report }) => report.source === 'provider')) return given
  const seen = new Set<string>()
  const end = given.findIndex(({ report }) => {
    const key = creditKey(report)
    const mayComplete = report.source === 'provider' && report.utr !== null
    const depends = mayComplete && (seen.has(key) || seen.has(creditKey({ ...report, utr: null })))
    seen.add(key)
    return depends
  })
  return end === -1 ? given : given.slice(0, end)
}

const recordSet = async (
  tx: Transaction,
  deps: OrderDeps,
  given: readonly NewCredit[],
): Promise<Recorded[]> => {
  const lane = laneOf(deps.db, given[0]?.report.merchantId ?? '')
  const locked = await lockCredits(tx, given, deps.clock.now(), lane)
  const recorded: Recorded[] = []
  for (let tries = 1; recorded.length < locked.length; tries += 1) {
    const done = await recordLocked(tx, deps, locked.slice(recorded.length), tries >= TRIES_MAX)
    if (done.length > 0) tries = 0
    recorded.push(...done)
  }
  return recorded
}

/** Decides the reports one after the other and writes all of it together. Ends early where candidates have to be found again. */
const recordLocked = async (
  tx: Transaction,
  deps: OrderDeps,
  reports: readonly LockedReport[],
  isLastTry: boolean,
): Promise<Recorded[]> => {
  const now = deps.clock.now()
  const { book, candidates } = await openOrderBook(tx, reports)
  const recorded: Recorded[] = []
  const entries: CreditEntry[] = []
  const changed = new Map<LockedCredit, Credit>()
  const takenBack: TakenBackPayment[] = []
  for (const each of reports) {
    const { report, locked } = each
    const { creditId } = locked.credit
    if (!each.isNews) {
      recorded.push({ kind: 'known', creditId })
      continue
    }
    let decision = decide(each, candidates.get(each) ?? NO_CANDIDATES, book, now)
    if (decision === LOOK_AGAIN) {
      if (!isLastTry || recorded.length > 0) break
      decision = AMBIGUOUS
    }
    const { state, orderId, change, takenBackFrom } = decision
    if (change !== undefined) settleInBook(book, change, locked.credit)
    if (takenBackFrom !== undefined) {
      takeBackInBook(book, takenBackFrom, locked.credit)
      takenBack.push({ credit: locked.credit, orderId: takenBackFrom })
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
    recorded.push({ kind: 'recorded', creditId, state, orderId })
  }
  await writeChanges(
    tx,
    deps,
    [...book.settled.values()].map(({ change }) => change),
  )
  if (changed.size > 0) await updateCreditStates(tx, [...changed.values()])
  if (entries.length > 0) await recordCreditHistory(tx, entries)
  await linkTakenBack(tx, takenBack, now)
  return recorded
}

interface Decision extends Match {
  /** Recorded in the credit's history though its state may stay. */
  readonly detail?: Record<string, unknown>
}

const decide = (
  { report, locked }: LockedReport,
  candidates: Candidates,
  book: OrderBook,
  now: Date,
): Decision | typeof LOOK_AGAIN => {
  const { credit, isNew, hasReference } = locked
  const { state, orderId } = credit
  if (isNew) return matchCredit({ credit, report, isNew, hasReference, candidates }, book, now)
  const mayMatch = MAY_STILL_MATCH[state]
  // Two sources disagree about the amount of one payment: a person has to look, unless it has settled its order already.
  if (report.amount !== credit.amount)
    return {
      state: mayMatch ? 'amount_mismatch' : state,
      orderId,
      detail: { reportedPaise: report.amount.toString() },
    }
  if (!mayMatch) return { state, orderId }
  return matchCredit({ credit, report, isNew, hasReference, candidates }, book, now)
}
