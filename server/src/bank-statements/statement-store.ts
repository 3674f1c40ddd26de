import type {
  StatementColumns,
  StatementRecord,
  statementAccounts,
} from '@galla/contract/bank-statements/statements'
import type { ReplyOf } from '@galla/contract/endpoint'
import type { Mode } from '@galla/contract/orders/order-status'
import { fixed, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import type { WithDates } from '../platform/iso-dates.ts'

export interface StatementKey {
  readonly merchantId: string
  readonly statementId: string
}

type Counts = 'read' | 'imported' | 'matched' | 'duplicates' | 'ignoredFor' | 'errors' | 'errorCount'
type Progress = StatementKey & Pick<StatementRecord, Counts>

type Shown = 'state' | 'fileName' | 'upiId' | 'columns' | 'rows' | 'failure' | 'createdAt' | 'finishedAt'
export type StatementRecordRow = Progress &
  WithDates<Pick<StatementRecord, Shown>, 'createdAt' | 'finishedAt'> & {
    readonly previewSealed: Buffer | null
    readonly accountId: string
  }

/** The columns that each batch reads. */
export interface ImportRow extends Progress {
  readonly accountId: string
  readonly format: unknown
  readonly header: number
  readonly columns: StatementColumns
  readonly keepsOtherRails: boolean
}

const progress = fixed`
  s.merchant_id as "merchantId", s.statement_id as "statementId", s.read, s.imported, s.matched, s.duplicates,
  s.ignored as "ignoredFor", s.errors, s.error_count as "errorCount", s.columns, s.account_id as "accountId"`

export interface NewStatement extends StatementKey {
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
    select ${progress}, s.state, s.file_name as "fileName", s.rows, s.failure, s.created_at as "createdAt",
      s.finished_at as "finishedAt", a.upi_id as "upiId",
      case when s.state = 'preview' then s.preview_sealed end as "previewSealed"
    from statements s join accounts a using (merchant_id, account_id)
    where s.merchant_id = ${merchantId} and s.statement_id = ${statementId} and s.mode = ${mode}`)

/** Lists the accounts of the mode: the current one, then the others, the newest first. */
export const listAccountsOfMode = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  limit: number,
): Promise<WithDates<ReplyOf<typeof statementAccounts>['data'][number], 'connectedAt'>[]> =>
  db.rows(sql`
    select upi_id as "upiId", merchant_name as "merchantName", is_current as current,
      coalesce(revived_at, created_at) as "connectedAt"
    from accounts where merchant_id = ${merchantId} and mode = ${mode}
    order by is_current desc, coalesce(revived_at, created_at) desc, account_id limit ${limit}`)

export interface StatementAccount {
  readonly accountId: string
  readonly keepsOtherRails: boolean
}

/** Finds the account of a UPI ID, or without one the current account of the mode. */
export const findStatementAccount = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  upiId: string | undefined,
): Promise<StatementAccount | undefined> =>
  db.maybeOne(sql`
    select account_id as "accountId", keeps_other_rails as "keepsOtherRails" from accounts
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
    select ${progress}, s.format, s.header, a.keeps_other_rails as "keepsOtherRails"
    from statements s join accounts a on a.merchant_id = s.merchant_id and a.account_id = s.account_id
    where s.merchant_id = ${merchantId} and s.statement_id = ${statementId} and s.state = 'importing' for update of s`)

export const updateImportProgress = (tx: Transaction, done: Progress): Promise<number> =>
  tx.run(sql`
    update statements set read = ${done.read}, imported = ${done.imported}, matched = ${done.matched},
      duplicates = ${done.duplicates}, ignored = ${JSON.stringify(done.ignoredFor)}::jsonb,
      errors = ${JSON.stringify(done.errors)}::jsonb, error_count = ${done.errorCount}
    where merchant_id = ${done.merchantId} and statement_id = ${done.statementId}`)

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
export const listUnconfirmedBefore = (db: Queryable, before: Date, limit: number): Promise<StatementKey[]> =>
  db.rows(sql`
    select merchant_id as "merchantId", statement_id as "statementId" from statements
    where state = 'preview' and created_at < ${before} order by created_at limit ${limit}`)

/** Lists a merchant's unconfirmed statements except the newest. */
export const listSurplusPreviews = (
  db: Queryable,
  merchantId: string,
  keep: number,
): Promise<StatementKey[]> =>
  db.rows(sql`
    select merchant_id as "merchantId", statement_id as "statementId" from statements
    where merchant_id = ${merchantId} and state = 'preview' order by statement_id desc offset ${keep} limit 100`)

export const deletePreview = async (
  db: Queryable,
  merchantId: string,
  statementId: string,
): Promise<boolean> =>
  (await db.run(sql`
    delete from statements
    where merchant_id = ${merchantId} and statement_id = ${statementId} and state = 'preview'`)) === 1
