import { STATEMENT_BYTES_MAX } from '@galla/contract/bank-statements/statement-limits'
import type {
  StatementColumns,
  StatementRecord,
  statementAccounts,
} from '@galla/contract/bank-statements/statements'
import { HOUR_MS } from '@galla/contract/durations'
import type { ReplyOf } from '@galla/contract/endpoint'
import type { Mode } from '@galla/contract/orders/order-status'
import { recordPayeeName } from '../payment-accounts/payee-name-store.ts'
import { seal } from '../platform/crypto/crypto.ts'
import type { Platform } from '../platform/feature.ts'
import type { UploadedFile } from '../platform/http/receive-upload.ts'
import { isoDates } from '../platform/iso-dates.ts'
import { createFairQueue } from '../platform/jobs/fair-queue.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'
import { orderOfPast } from './date-watch.ts'
import type { BalanceFaults } from './running-balance.ts'
import { dateQuestion, previewOf, type StatementPreview, showStatement } from './show-statement.ts'
import { columnProblem } from './statement-columns.ts'
import {
  deleteStatementFile,
  type StatementFileDeps,
  statementKey,
  statementPath,
  writeStatementFile,
} from './statement-file.ts'
import { StatementRefused } from './statement-lines.ts'
import type { ReadStatement, StatementReader } from './statement-reader.ts'
import {
  deletePreview,
  findStatement,
  findStatementAccount,
  insertStatement,
  listAccountsOfMode,
  listSurplusPreviews,
  listUnconfirmedBefore,
  type StatementAccount,
  type StatementKey,
  startImport,
} from './statement-store.ts'

export const STATEMENT_JOB = 'sources.import_statement'

export interface StatementDeps extends StatementFileDeps, Pick<Platform, 'db' | 'clock' | 'ids'> {
  readonly reader: Pick<StatementReader, 'scan'>
}

interface Caller {
  readonly merchantId: string
  readonly mode: Mode
}

/** Unconfirmed statements of a merchant. Older ones are deleted. */
const PREVIEWS_MAX = 5
const UNCONFIRMED_HOURS = 24
const SWEEP_BATCH = 100
/** A file is in memory while it is received and read, so only one of each merchant at a time. */
const uploads = createFairQueue({
  atOnceMax: 6,
  atOncePerKeyMax: 1,
  waitingMax: 24,
  waitingPerKeyMax: 2,
  retryAfterSeconds: 5,
})

const readUpload = async (file: UploadedFile): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of file.content) {
    length += piece.length
    if (length > STATEMENT_BYTES_MAX) throw new Refusal('too_large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

const NAME_MAX = 80
/** More than any merchant has. An older account can still be named by its UPI ID. */
const ACCOUNTS_MAX = 50

/** Lists the accounts that a statement can belong to. */
export const readStatementAccounts = async (
  { db }: Pick<StatementDeps, 'db'>,
  { merchantId, mode }: Caller,
): Promise<ReplyOf<typeof statementAccounts>['data']> =>
  (await listAccountsOfMode(db, merchantId, mode, ACCOUNTS_MAX)).map(isoDates)

/** Reads a whole file, stores it encrypted (of a PDF the rows, never the password), and shows how its first rows are read. Imports nothing yet. */
export const receiveStatement = async (
  deps: StatementDeps,
  caller: Caller,
  receive: (onFile: (file: UploadedFile) => Promise<void>) => Promise<ReadonlyMap<string, string>>,
): Promise<StatementRecord> => {
  if ((await findStatementAccount(deps.db, caller.merchantId, caller.mode, undefined)) === undefined)
    throw new Refusal('no_account')
  return uploads.run(caller.merchantId, async () => {
    let upload: { name: string; content: Buffer } | undefined
    const fields = await receive(async (file) => {
      if (file.field !== 'file' || upload !== undefined) throw invalidField('file', 'Please send one file')
      upload = { name: file.name, content: await readUpload(file) }
    })
    if (upload === undefined) throw invalidField('file', 'Please choose a file')
    const account = await findStatementAccount(deps.db, caller.merchantId, caller.mode, fields.get('upiId'))
    if (account === undefined) throw invalidField('upiId', 'None of your accounts has this UPI ID')
    return storeStatement(deps, caller, account, upload, fields.get('password') || undefined)
  })
}

const faultsOfSamples = ({ format, sampleNumbers }: ReadStatement): BalanceFaults | undefined =>
  format.balanceFaults && {
    ...format.balanceFaults,
    rows: sampleNumbers.flatMap((number, n) => (format.balanceFaults?.rows.includes(number) ? [n] : [])),
  }

const storeStatement = async (
  deps: StatementDeps,
  { merchantId, mode }: Caller,
  { accountId, keepsOtherRails }: StatementAccount,
  file: { name: string; content: Buffer },
  password: string | undefined,
): Promise<StatementRecord> => {
  const scanned = await deps.reader
    .scan(merchantId, file.content, { password, keepsOtherRails })
    .catch((error: unknown) => {
      if (!(error instanceof StatementRefused)) throw error
      if (error.field !== undefined) throw invalidField(error.field, error.message)
      throw new Refusal('file_refused', { msg: error.message, cause: error })
    })
  const now = deps.clock.now()
  const statementId = deps.ids.ulid(now)
  const path = statementPath(merchantId, statementId)
  const { twoWayDates } = scanned
  const dateOrder = twoWayDates && orderOfPast(twoWayDates, now)
  const preview: StatementPreview = {
    headings: scanned.headings,
    accountHolder: scanned.accountHolder,
    samples: scanned.samples,
    width: scanned.format.kind === 'text' ? scanned.format.cells : undefined,
    secondsIn: scanned.format.secondsIn,
    twoWayDate: dateOrder === undefined ? twoWayDates?.text : undefined,
    balanceFaults: faultsOfSamples(scanned),
    found: scanned.found,
  }
  await insertStatement(deps.db, {
    merchantId,
    statementId,
    accountId,
    mode,
    fileName: Array.from(file.name).slice(0, NAME_MAX).join(''),
    format: scanned.format,
    header: scanned.header,
    columns: { ...scanned.columns, ...(dateOrder && { dateOrder }) },
    previewSealed: seal(statementKey(deps), JSON.stringify(preview), path),
    rows: scanned.rows,
    createdAt: now,
  })
  // After its row: if the process dies here, file and row are deleted a day later.
  await writeStatementFile(deps, path, scanned.content)
  await deletePreviews(deps, await listSurplusPreviews(deps.db, merchantId, PREVIEWS_MAX))
  return readStatement(deps, { merchantId, mode }, statementId)
}

const getStatement = async (deps: Pick<StatementDeps, 'db'>, { merchantId, mode }: Caller, id: string) => {
  const row = await findStatement(deps.db, merchantId, mode, id)
  if (row === undefined) throw new Refusal('not_found')
  return row
}

export const readStatement = async (
  deps: Pick<StatementDeps, 'db' | 'secrets'>,
  caller: Caller,
  id: string,
): Promise<StatementRecord> => showStatement(deps, await getStatement(deps, caller, id))

/** Shows how the first rows would be read with other columns. */
export const previewWith = async (
  deps: Pick<StatementDeps, 'db' | 'secrets'>,
  caller: Caller,
  id: string,
  columns: StatementColumns,
): Promise<StatementRecord> => {
  const row = await getStatement(deps, caller, id)
  return row.state === 'preview' ? showStatement(deps, row, columns) : showStatement(deps, row)
}

/** Adds the import's job, once. Confirming again returns the progress. */
export const confirmStatement = async (
  deps: Pick<StatementDeps, 'db' | 'secrets' | 'clock'>,
  caller: Caller,
  id: string,
  chosen: StatementColumns | undefined,
): Promise<StatementRecord> => {
  const row = await getStatement(deps, caller, id)
  if (row.state === 'preview') {
    const columns = chosen ?? row.columns
    const preview = previewOf(deps, row)
    const { samples, accountHolder } = preview
    const question = dateQuestion(preview, row.columns, columns)
    if (question !== null && columns.dateOrder === undefined)
      throw invalidField(
        'columns.dateOrder',
        `Choose whether the day or the month stands first in ${question.text}`,
      )
    const problem = columnProblem(columns, samples)
    if (problem !== undefined) throw invalidField('columns', problem)
    await deps.db.transaction(async (tx) => {
      if (!(await startImport(tx, caller.merchantId, id, columns))) return
      await addJob(tx, STATEMENT_JOB, { merchantId: caller.merchantId, statementId: id })
      if (accountHolder === null) return
      const key = { merchantId: caller.merchantId, accountId: row.accountId }
      await recordPayeeName(tx, key, { source: 'statement', name: accountHolder }, deps.clock.now())
    })
  }
  return readStatement(deps, caller, id)
}

const deletePreviews = async (
  { db, files }: Pick<StatementDeps, 'db' | 'files'>,
  statements: readonly StatementKey[],
): Promise<void> => {
  for (const { merchantId, statementId } of statements)
    if (await deletePreview(db, merchantId, statementId))
      await deleteStatementFile({ files }, statementPath(merchantId, statementId))
}

/** Deletes statements that were not confirmed within a day, with their files. */
export const deleteUnconfirmed = async (
  deps: Pick<StatementDeps, 'db' | 'clock' | 'files'>,
): Promise<{ readonly more: boolean }> => {
  const before = new Date(deps.clock.now().getTime() - UNCONFIRMED_HOURS * HOUR_MS)
  const old = await listUnconfirmedBefore(deps.db, before, SWEEP_BATCH)
  await deletePreviews(deps, old)
  return { more: old.length === SWEEP_BATCH }
}
