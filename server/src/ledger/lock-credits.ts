import type { Transaction } from '../platform/database/database.ts'
import type { Credit, ReportedCredit } from './credit.ts'
import { creditKey, idWithoutUtr } from './credit-key.ts'
import type { NewCredit } from './credit-row.ts'
import { insertCredits, lockKnown, updateMissingUtr } from './credit-store.ts'
import { evidenceKey, findReferenced, insertEvidence } from './evidence-store.ts'

/** A credit whose row is locked, as the reports that were decided so far have left it. */
export interface LockedCredit {
  credit: Credit
  /** No report of it has been decided. */
  isNew: boolean
  hasReference: boolean
}

/** A report and its credit, which it shares with the other reports of that credit. */
export interface LockedReport {
  readonly report: ReportedCredit
  readonly locked: LockedCredit
  /** False where exactly this was reported before. */
  readonly isNews: boolean
}

const rowKey = ({ merchantId, creditId }: Pick<Credit, 'merchantId' | 'creditId'>): string =>
  `${merchantId} ${creditId}`

/** Some providers know of a payment before the bank's reference of it has come. */
const completeUtrs = async (
  tx: Transaction,
  given: readonly NewCredit[],
): Promise<ReadonlySet<ReportedCredit>> => {
  const completed = new Set<ReportedCredit>()
  for (const { report } of given)
    if (report.utr !== null && report.source === 'provider')
      if (await updateMissingUtr(tx, report, idWithoutUtr(report))) completed.add(report)
  return completed
}

/** The first report of each credit, in the order of the credits' keys. */
const firstOfEach = (given: readonly NewCredit[]): NewCredit[] => {
  const firsts = new Map<string, NewCredit>()
  for (const each of given) {
    const key = creditKey(each.report)
    if (!firsts.has(key)) firsts.set(key, each)
  }
  return [...firsts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

/** Finds or creates the credits of these reports and locks them, by the credits' keys. */
const lockByKey = async (
  tx: Transaction,
  firsts: readonly NewCredit[],
  now: Date,
  lane: string,
): Promise<ReadonlyMap<string, LockedCredit>> => {
  const inserted = new Map(
    (await insertCredits(tx, firsts, now, lane)).map((credit) => [rowKey(credit), credit]),
  )
  const madeFor = ({ report: { merchantId }, creditId }: NewCredit) =>
    inserted.get(rowKey({ merchantId, creditId }))
  const known = await lockKnown(
    tx,
    firsts.filter((each) => madeFor(each) === undefined),
  )
  const referenced = await findReferenced(tx, [...known.values()])
  const byRow = new Map<string, LockedCredit>()
  const byKey = new Map<string, LockedCredit>()
  for (const each of firsts) {
    const made = madeFor(each)
    const credit = made ?? known.get(each.report)
    if (credit === undefined) throw new Error('a credit was neither inserted nor found')
    const row = rowKey(credit)
    const isNew = made !== undefined
    // A credit that got its UTR later is found by both of its keys.
    const locked = byRow.get(row) ?? { credit, isNew, hasReference: referenced.has(row) }
    byRow.set(row, locked)
    byKey.set(creditKey(each.report), locked)
  }
  return byKey
}

/** Finds or creates the credits of these reports and locks them. The reports become their evidence. */
export const lockCredits = async (
  tx: Transaction,
  given: readonly NewCredit[],
  now: Date,
  lane: string,
): Promise<LockedReport[]> => {
  const completed = await completeUtrs(tx, given)
  const firsts = firstOfEach(given)
  const byKey = await lockByKey(tx, firsts, now, lane)
  const lockedOf = (report: ReportedCredit): LockedCredit => {
    const locked = byKey.get(creditKey(report))
    if (locked === undefined) throw new Error('a report without a credit')
    return locked
  }
  const creators = new Set(firsts.map(({ report }) => report).filter((report) => lockedOf(report).isNew))
  const evidence = given.map(({ report }) => ({ report, creditId: lockedOf(report).credit.creditId }))
  const fresh = await insertEvidence(
    tx,
    evidence.filter(({ report }) => !creators.has(report)),
    now,
  )
  return evidence.map((each) => ({
    report: each.report,
    locked: lockedOf(each.report),
    // The same record twice is news once.
    isNews: creators.has(each.report) || fresh.delete(evidenceKey(each)) || completed.has(each.report),
  }))
}
