import type {
  IgnoredReason,
  StatementColumns,
  StatementState,
} from '@galla/contract/bank-statements/statements'
import type { Mode } from '@galla/contract/orders/order-status'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'

interface ProgressRow {
  merchant_id: string
  statement_id: string
  read: number
  imported: number
  matched: number
  duplicates: number
  ignored: Record<IgnoredReason, number>
  errors: { row: number; msg: string }[]
  error_count: number
}

export interface StatementRecordRow extends ProgressRow {
  mode: Mode
  state: StatementState
  file_name: string
  columns: StatementColumns
  preview_sealed: Buffer | null
  rows: number
  failure: string | null
  created_at: Date
  finished_at: Date | null
  account_id: string
  upi_id: string
}

/** The columns that each batch reads. */
export interface ImportRow extends ProgressRow {
  account_id: string
  format: unknown
  header: number
  columns: StatementColumns
  keeps_other_rails: boolean
}

export interface NewStatement {
  readonly merchantId: string
  readonly statementId: string
  readonly accountId: string
  readonly mode: Mode
  readonly fileName: string
  readonly format: object
  readonly header: number
  readonly columns: StatementColumns
  readonly previewSealed: Uint8Array
  readonly rows: number
  readonly createdAt: Date
}

export const insertStatement = (db: Queryable, statement: NewStatement): Promise<number> =>
  db.run(sql`
    insert into statements (merchant_id, statement_id, account_id, mode, state, file_name, format, header, columns,
      preview_sealed, rows, created_at)
    values (${statement.merchantId}, ${statement.statementId}, ${statement.accountId}, ${statement.mode}, 'preview', ${statement.fileName},
      ${JSON.stringify(statement.format)}::jsonb, ${statement.header}, ${JSON.stringify(statement.columns)}::jsonb,
      ${statement.previewSealed}, ${statement.rows}, ${statement.createdAt})`)

/** Reads the preview only before the import: progress requests do not need it. */
export const findStatement = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  statementId: string,
): Promise<StatementRecordRow | undefined> =>
  db.maybeOne<StatementRecordRow>(sql`
    select s.merchant_id, s.statement_id, s.mode, s.state, s.file_name, s.columns, s.rows, s.read, s.imported, s.matched,
      s.duplicates, s.ignored, s.errors, s.error_count, s.failure, s.created_at, s.finished_at, s.account_id,
      a.upi_id,
      case when s.state = 'preview' then s.preview_sealed end as preview_sealed
    from statements s join accounts a using (merchant_id, account_id)
    where s.merchant_id = ${merchantId} and s.statement_id = ${statementId} and s.mode = ${mode}`)

export interface StatementAccountRow {
  account_id: string
  upi_id: string
  merchant_name: string
  is_current: boolean
  connected_at: Date
}

/** Lists the accounts of the mode: the current one, then the others, the newest first. */
export const listAccountsOfMode = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  limit: number,
): Promise<StatementAccountRow[]> =>
  db.rows(sql`
    select account_id, upi_id, merchant_name, is_current, coalesce(revived_at, created_at) as connected_at
    from accounts where merchant_id = ${merchantId} and mode = ${mode}
    order by is_current desc, coalesce(revived_at, created_at) desc, account_id limit ${limit}`)

export interface StatementAccount {
  readonly account_id: string
  readonly keeps_other_rails: boolean
}

/** Finds the account of a UPI ID, or without one the current account of the mode. */
export const findStatementAccount = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  upiId: string | undefined,
): Promise<StatementAccount | undefined> =>
  db.maybeOne(sql`
    select account_id, keeps_other_rails from accounts
    where merchant_id = ${merchantId} and mode = ${mode}
      and case when ${upiId ?? null}::text is null then is_current else upi_id = ${upiId ?? null} end`)

/** Starts the import, once. False: it was started before. */
export const startImport = async (
  tx: Transaction,
  merchantId: string,
  statementId: string,
  columns: StatementColumns,
): Promise<boolean> =>
  (await tx.run(sql`
    update statements set state = 'importing', columns = ${JSON.stringify(columns)}::jsonb
    where merchant_id = ${merchantId} and statement_id = ${statementId} and state = 'preview'`)) === 1

/** Locks the row for a batch; undefined if it is no longer being imported. */
export const lockImport = (
  tx: Transaction,
  merchantId: string,
  statementId: string,
): Promise<ImportRow | undefined> =>
  tx.maybeOne<ImportRow>(sql`
    select s.merchant_id, s.statement_id, s.account_id, s.format, s.header, s.columns, s.read, s.imported, s.matched,
      s.duplicates, s.ignored, s.errors, s.error_count, a.keeps_other_rails
    from statements s join accounts a on a.merchant_id = s.merchant_id and a.account_id = s.account_id
    where s.merchant_id = ${merchantId} and s.statement_id = ${statementId} and s.state = 'importing' for update of s`)

export const updateImportProgress = (tx: Transaction, done: ProgressRow): Promise<number> =>
  tx.run(sql`
    update statements set read = ${done.read}, imported = ${done.imported}, matched = ${done.matched},
      duplicates = ${done.duplicates}, ignored = ${JSON.stringify(done.ignored)}::jsonb,
      errors = ${JSON.stringify(done.errors)}::jsonb, error_count = ${done.error_count}
    where merchant_id = ${done.merchant_id} and statement_id = ${done.statement_id}`)

export const finishImport = (
  db: Queryable,
  merchantId: string,
  statementId: string,
  failure: string | null,
  at: Date,
): Promise<number> =>
  db.run(sql`
    update statements set state = case when ${failure}::text is null then 'done' else 'failed' end,
      failure = ${failure}, finished_at = ${at}, preview_sealed = null
    where merchant_id = ${merchantId} and statement_id = ${statementId} and state = 'importing'`)

/** Lists unconfirmed statements, the oldest first. */
export const listUnconfirmedBefore = (
  db: Queryable,
  before: Date,
  limit: number,
): Promise<{ merchant_id: string; statement_id: string }[]> =>
  db.rows(sql`
    select merchant_id, statement_id from statements
    where state = 'preview' and created_at < ${before} order by created_at limit ${limit}`)

/** Lists a merchant's unconfirmed statements except the newest. */
export const listSurplusPreviews = (
  db: Queryable,
  merchantId: string,
  keep: number,
): Promise<{ merchant_id: string; statement_id: string }[]> =>
  db.rows(sql`
    select merchant_id, statement_id from statements
    where merchant_id = ${merchantId} and state = 'preview' order by statement_id desc offset ${keep} limit 100`)

export const deletePreview = async (
  db: Queryable,
  merchantId: string,
  statementId: string,
): Promise<boolean> =>
  (await db.run(sql`
    delete from statements
    where merchant_id = ${merchantId} and statement_id = ${statementId} and state = 'preview'`)) === 1
