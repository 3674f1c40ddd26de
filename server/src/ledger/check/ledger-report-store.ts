import { type Queryable, sql } from '../../platform/database/database.ts'
import type { LedgerReport } from './ledger-check.ts'

/** Inserts the report of a night, once; a manual one has no night. Returns whether it was inserted. */
export const insertLedgerReport = async (
  db: Queryable,
  night: string | null,
  report: LedgerReport,
): Promise<boolean> =>
  (await db.run(sql`
    insert into ledger_checks (checked_at, night, took_ms, orders, credits, faults, report)
    values (${report.checkedAt}, ${night}::date, ${report.tookMs}, ${report.orders}, ${report.credits},
      ${report.faults}, ${JSON.stringify(report)}::jsonb)
    on conflict do nothing`)) === 1

export const isNightChecked = async (db: Queryable, night: string): Promise<boolean> =>
  (await db.maybeOne(sql`select from ledger_checks where night = ${night}::date`)) !== undefined

/** Finds the newest report, nightly or manual. */
export const findLatestReport = (db: Queryable): Promise<LedgerReport | undefined> =>
  db.maybeValue<LedgerReport>(sql`select report from ledger_checks order by checked_at desc limit 1`)

export const deleteReportsBefore = (db: Queryable, before: Date): Promise<number> =>
  db.run(sql`delete from ledger_checks where checked_at < ${before}`)
