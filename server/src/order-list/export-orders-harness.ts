import { exportTransactions } from '@galla/contract/orders/transactions'
import type { Ledger } from '../../testing/ledger.ts'
import { sheetRows, unzip } from '../../testing/read-sheet.ts'
import type { Database } from '../platform/database/database.ts'
import { createExports } from '../platform/jobs/exports.ts'
import { createLog } from '../platform/log.ts'
import { createOrderExports } from './export-orders.ts'

export const FORMATS = ['csv', 'xlsx'] as const

export const query = (over: Record<string, string> = {}) =>
  exportTransactions.query.parse({ format: 'csv', ...over })

/** The same database, which counts each page of orders and each look for orders; from `failingRead` on it fails. */
export const countReads = (db: Database, failingRead = Number.POSITIVE_INFINITY) => {
  const pages: number[] = []
  const looks: string[] = []
  const rows: Database['rows'] = async <R>(statement: Parameters<Database['rows']>[0]) => {
    if (/order_id.* from orders o where .* order by order_id desc/s.test(statement.text))
      looks.push(statement.text)
    if (!statement.text.includes('o.purpose')) return db.rows<R>(statement)
    if (pages.length + 1 >= failingRead) throw new Error('the database is gone')
    const found = await db.rows<R>(statement)
    pages.push(found.length)
    return found
  }
  return { db: { ...db, rows }, pages, looks }
}

export interface ExporterOptions {
  readonly db?: Database
  readonly sheetRowsMax?: number
}

/** The exports of this ledger, and the lines that they log. */
export const openExporter = (ledger: Ledger, over: ExporterOptions = {}) => {
  const logged: string[] = []
  const log = createLog({ level: 'debug', write: (line) => void logged.push(line) })
  return {
    open: createOrderExports({ ...ledger, exports: createExports({ ...ledger, log }), ...over }),
    logged,
  }
}

export const read = async (body: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

export const cells = (file: Buffer): (string | number | undefined)[][] =>
  sheetRows(unzip(file).get('xl/worksheets/sheet1.xml') ?? '').map((row) => row.map(({ value }) => value))
