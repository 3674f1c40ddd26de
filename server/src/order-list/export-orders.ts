import { Readable } from 'node:stream'
import type { QueryOf } from '@galla/contract/endpoint'
import { istDayOf } from '@galla/contract/ist'
import { type exportTransactions, XLSX_ROWS_MAX } from '@galla/contract/orders/transactions'
import type { SessionCaller } from '../merchants/caller.ts'
import type { Platform } from '../platform/feature.ts'
import { createFairQueue, type FairQueue } from '../platform/jobs/fair-queue.ts'
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

export interface ExportDeps extends Pick<Platform, 'db' | 'clock' | 'log'> {
  /** The rows of one sheet, without its heading. */
  readonly sheetRowsMax?: number
}

/** Reads of pages in this process: each takes a connection for some milliseconds, and orders are to be created meanwhile. */
const READS_AT_ONCE_MAX = 2
/** Of one merchant. One that stands still takes no read from anyone. */
export const EXPORTS_OF_MERCHANT_MAX = 2
/** Each may hold a page of rows in memory. */
export const EXPORTS_AT_ONCE_MAX = 50
/** A reader who takes a byte a minute would keep the slot forever. */
export const EXPORT_MINUTES_MAX = 30
const RETRY_AFTER_SECONDS = 15
const BUSY = 'Other exports are just being written. Please try again in a moment.'

/** Each page is read when the merchant's turn has come. */
async function* inTurn(pages: OrderPages, reads: FairQueue, merchantId: string): OrderPages {
  try {
    for (;;) {
      const page = await reads.run(merchantId, () => pages.next())
      if (page.done === true) return
      yield page.value
    }
  } finally {
    await pages.return(undefined)
  }
}

/** The first page is read before the reply starts, so that an early failure gets an error reply. */
const withFirstPage = async (pages: OrderPages): Promise<OrderPages> => {
  const first = await pages.next()
  return (async function* () {
    if (first.done !== true) yield first.value
    yield* pages
  })()
}

/** The orders of a filter as a file, newest first. */
export const createOrderExports = (deps: ExportDeps): ExportOrders => {
  const { db, clock, log, sheetRowsMax = XLSX_ROWS_MAX } = deps
  const slots = createFairQueue({
    atOnceMax: EXPORTS_AT_ONCE_MAX,
    atOncePerKeyMax: EXPORTS_OF_MERCHANT_MAX,
    waitingMax: 0,
    waitingPerKeyMax: 0,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    msg: BUSY,
  })
  const reads = createFairQueue({
    atOnceMax: READS_AT_ONCE_MAX,
    atOncePerKeyMax: 1,
    // Every export that has a slot may wait for its next page.
    waitingMax: EXPORTS_AT_ONCE_MAX,
    waitingPerKeyMax: EXPORTS_OF_MERCHANT_MAX,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    msg: BUSY,
  })
  const open = async (caller: ExportCaller, query: ExportQuery): Promise<OrderExport> => {
    const { merchantId, mode } = caller
    const filter = orderFilterOf(merchantId, mode, query)
    const { pages, rows } = await reads.run(merchantId, async () => {
      const found = await findOrderPages(db, filter)
      if (query.format === 'xlsx' && (await found.exceeds(sheetRowsMax)))
        throw new Refusal('export_too_large')
      return found
    })
    const body = writeOrderSheet[query.format](await withFirstPage(inTurn(pages, reads, merchantId)))
    const day = istDayOf(clock.now())
    return { fileName: `galla-orders-${mode}-${day}.${query.format}`, rows, body }
  }
  return async (caller, query) => {
    const release = await slots.enter(caller.merchantId)
    try {
      const opened = await open(caller, query)
      const timeout = clock.after(EXPORT_MINUTES_MAX * 60_000, () =>
        opened.body.destroy(new Error('the export took too long')),
      )
      opened.body.on('error', (error) => log.error('an export failed', { error }))
      opened.body.once('close', () => {
        release()
        timeout.stop()
      })
      return opened
    } catch (error) {
      release()
      throw error
    }
  }
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
