import type { Readable } from 'node:stream'
import type { QueryOf } from '@galla/contract/endpoint'
import { istDayOf } from '@galla/contract/ist'
import { type exportTransactions, XLSX_ROWS_MAX } from '@galla/contract/orders/transactions'
import type { SessionCaller } from '../merchants/caller.ts'
import type { Platform } from '../platform/feature.ts'
import { createFairQueue, type FairQueue } from '../platform/jobs/fair-queue.ts'
import { Refusal } from '../platform/refusal.ts'
import { orderFilterOf } from './list-orders.ts'
import { findOrderPages, type OrderPages } from './read-order-pages.ts'
import { writeOrderSheet } from './write-order-sheet.ts'

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
