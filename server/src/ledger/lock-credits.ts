import { sha256 } from '../platform/crypto/crypto.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Credit, IdentifiedReport, ReportedCredit } from './credit.ts'
import { insertCredits, lockKnown, updateMissingUtr } from './credit-store.ts'
import { evidenceKey, findReferenced, insertEvidence } from './evidence-store.ts'

/** A credit whose row is locked, in its state after the reports that were decided so far. */
export interface LockedCredit {
  credit: Credit
  /** No report of it has been decided. */
  isNew: boolean
  hasReference: boolean
}

/** A report and its credit. Several reports share one credit. */
export interface LockedReport {
  readonly report: ReportedCredit
  readonly locked: LockedCredit
  /** False where exactly this was reported before. */
  readonly isNewReport: boolean
}

const rowKey = ({ merchantId, creditId }: Pick<Credit, 'merchantId' | 'creditId'>): string =>
  `${merchantId} ${creditId}`

/** Adds the UTR to credits that a provider reported before it knew the UTR. Returns the reports that did. */
const completeUtrs = async (
  tx: Transaction,
  reports: readonly IdentifiedReport[],
): Promise<ReadonlySet<ReportedCredit>> => {
  const completing = new Set<ReportedCredit>()
  for (const { report } of reports)
    if (report.utr !== null && report.source === 'provider')
      if (await updateMissingUtr(tx, report, idWithoutUtr(report))) completing.add(report)
  return completing
}

/** The first report of each credit, in the order of the credits' keys. */
const firstReports = (reports: readonly IdentifiedReport[]): IdentifiedReport[] => {
  const byKey = Map.groupBy(reports, ({ report }) => creditKey(report))
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, [first]]) => first ?? [])
}

/** Finds or creates the credits of these reports and locks them. Returns them by their keys. */
const lockByKey = async (
  tx: Transaction,
  reports: readonly IdentifiedReport[],
  now: Date,
  shard: string,
): Promise<ReadonlyMap<string, LockedCredit>> => {
  const inserted = new Map(
    (await insertCredits(tx, reports, now, shard)).map((credit) => [rowKey(credit), credit]),
  )
  const insertedFor = ({ report: { merchantId }, creditId }: IdentifiedReport) =>
    inserted.get(rowKey({ merchantId, creditId }))
  const known = await lockKnown(
    tx,
    reports.filter((identified) => insertedFor(identified) === undefined),
  )
  const referenced = await findReferenced(tx, [...known.values()])
  const byRow = new Map<string, LockedCredit>()
  const byKey = new Map<string, LockedCredit>()
  for (const identified of reports) {
    const credit = insertedFor(identified) ?? known.get(identified.report)
    if (credit === undefined) throw new Error('a credit was neither inserted nor found')
    const row = rowKey(credit)
    // A credit whose UTR was added later is found by both of its keys.
    const locked = byRow.get(row) ?? { credit, isNew: inserted.has(row), hasReference: referenced.has(row) }
    byRow.set(row, locked)
    byKey.set(creditKey(identified.report), locked)
  }
  return byKey
}

/** Finds or creates the credits of these reports, locks them, and adds the reports as evidence. */
export const lockCredits = async (
  tx: Transaction,
  reports: readonly IdentifiedReport[],
  now: Date,
  shard: string,
): Promise<LockedReport[]> => {
  const completing = await completeUtrs(tx, reports)
  const firsts = firstReports(reports)
  const byKey = await lockByKey(tx, firsts, now, shard)
  const lockedOf = (report: ReportedCredit): LockedCredit => {
    const locked = byKey.get(creditKey(report))
    if (locked === undefined) throw new Error('a report without a credit')
    return locked
  }
  const creating = new Set(firsts.map(({ report }) => report).filter((report) => lockedOf(report).isNew))
  const evidence = reports.map(({ report }) => ({ report, creditId: lockedOf(report).credit.creditId }))
  const inserted = await insertEvidence(
    tx,
    evidence.filter(({ report }) => !creating.has(report)),
    now,
  )
  return evidence.map((identified) => {
    const { report } = identified
    // Deleting the key makes only the first of two equal reports new.
    const isNewReport =
      creating.has(report) || inserted.delete(evidenceKey(identified)) || completing.has(report)
    return { report, locked: lockedOf(report), isNewReport }
  })
}

/** Derives the id of a credit without a UTR from its report: the same report again is the same credit. */
export const idWithoutUtr = ({ accountId, source, sourceKey }: ReportedCredit): string =>
  `rec_${sha256(`${accountId}\n${source}\n${sourceKey}`).toString('hex')}`

/** Two reports have equal keys if and only if they are of one credit. */
export const creditKey = (report: ReportedCredit): string =>
  `${report.merchantId}\n${report.utr === null ? idWithoutUtr(report) : `${report.accountId}\n${report.utr}`}`
