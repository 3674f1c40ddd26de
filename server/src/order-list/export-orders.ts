import { Readable } from 'node:stream'
import type { QueryOf } from '@galla/contract/endpoint'
import { istDayOf } from '@galla/contract/ist'
import { type exportTransactions, XLSX_ROWS_MAX } from '@galla/contract/orders/transactions'
import type { SessionCaller } from '../merchants/caller.ts'
import type { Platform } from '../platform/feature.ts'
import type { Exports } from '../platform/jobs/exports.ts'
import { Refusal } from '../platform/refusal.ts'
import { orderFilterOf } from './list-orders.ts'
import { CSV_HEADING, csvLines, ORDER_COLUMNS, sheetCells } from './order-sheet.ts'
import { findOrderPages, type OrderPages } from './read-order-pages.ts'

export type ExportQuery = QueryOf<typeof exportTransactions>
type ExportCaller = Pick<SessionCaller, 'merchantId' | 'mode'>

export interface OrderExport {
  readonly fileName: string
  /** Where it is known before all of them are read. */
  readonly rows: number | undefined
  /** The caller has to end or destroy it; until then it takes one of the slots. */
  readonly body: Readable
}

type ExportOrders = (caller: ExportCaller, query: ExportQuery) => Promise<OrderExport>

export interface ExportDeps extends Pick<Platform, 'db' | 'clock'> {
  readonly exports: Exports
  /** The rows of one sheet, without its heading. */
  readonly sheetRowsMax?: number
}

/** The orders of a filter as a file, newest first. */
export const createOrderExports = (deps: ExportDeps): ExportOrders => {
  const { db, clock, exports, sheetRowsMax = XLSX_ROWS_MAX } = deps
  const open = async (caller: ExportCaller, query: ExportQuery): Promise<OrderExport> => {
    const { merchantId, mode } = caller
    const filter = orderFilterOf(merchantId, mode, query)
    const { pages, rows } = await exports.read(merchantId, async () => {
      const found = await findOrderPages(db, filter)
      if (query.format === 'xlsx' && (await found.exceeds(sheetRowsMax)))
        throw new Refusal('export_too_large')
      return found
    })
    const body = writeOrderSheet[query.format](await exports.inTurn(merchantId, pages))
    const day = istDayOf(clock.now())
    return { fileName: `galla-orders-${mode}-${day}.${query.format}`, rows, body }
  }
  return (caller, query) => exports.open(caller.merchantId, () => open(caller, query))
}

/** Lakhs and crores are grouped as India writes them. */
const RUPEES_FORMAT = '[>=10000000]"₹"##\\,##\\,##\\,##0.00;[>=100000]"₹"##\\,##\\,##0.00;"₹"##,##0.00'
const INSTANT_FORMAT = 'yyyy-mm-dd hh:mm:ss'
const FORMATS = { text: undefined, rupees: RUPEES_FORMAT, instant: INSTANT_FORMAT } as const

async function* csvChunks(pages: OrderPages): AsyncGenerator<string> {
  yield CSV_HEADING
  for await (const orders of pages) yield csvLines(orders)
}

async function* sheetRows(pages: OrderPages): AsyncGenerator<ReturnType<typeof sheetCells>> {
  for await (const orders of pages) for (const order of orders) yield sheetCells(order)
}

const sheetColumns = () =>
  ORDER_COLUMNS.map(({ heading, width, kind }) => {
    const numFmt = FORMATS[kind]
    return { header: heading, width, ...(numFmt === undefined ? {} : { numFmt }) }
  })

async function* sheetBytes(pages: OrderPages): AsyncGenerator<Uint8Array> {
  // Loaded with the first sheet: a start does not wait for it.
  const { writeXlsxStream } = await import('hucre/xlsx')
  yield* writeXlsxStream(sheetRows(pages), {
    name: 'Orders',
    columns: sheetColumns(),
    freezePane: { rows: 1 },
  }) as AsyncIterable<Uint8Array>
}

/**
 * The file as a stream of bytes that pulls a page only when its reader takes more, and gives up its pages when it is
 * destroyed. A page that fails destroys it with that error, so that half a file never ends like a whole one.
 */
const writeOrderSheet = {
  csv: (pages: OrderPages): Readable => Readable.from(csvChunks(pages), { objectMode: false }),
  xlsx: (pages: OrderPages): Readable => Readable.from(sheetBytes(pages), { objectMode: false }),
} as const
