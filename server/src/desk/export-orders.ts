import type { Readable } from 'node:stream'
import type { QueryOf } from '@galla/contract/endpoint'
import { istDayOf } from '@galla/contract/ist'
import { type exportTransactions, XLSX_ROWS_MAX } from '@galla/contract/orders'
import type { SessionCaller } from '../merchants/caller.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'
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
  /** Whoever gets it ends it or destroys it; until then it takes one of the places. */
  readonly body: Readable
}

export type ExportOrders = (caller: ExportCaller, query: ExportQuery) => Promise<OrderExport>

export interface ExportDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  /** Of one sheet, beside its heading. */
  readonly sheetRowsMax?: number
}

/** In this process: each takes a connection every few milliseconds, and orders are to be created meanwhile. */
export const EXPORTS_AT_ONCE_MAX = 2
/** A reader who takes a byte a minute would keep the place for ever. */
export const EXPORT_MINUTES_MAX = 30
const RETRY_AFTER_SECONDS = 15
const BUSY = 'Other exports are just being written. Please try again in a moment.'

/** The first page is read before the reply begins, so that what fails at once is told in words. */
const begun = async (pages: OrderPages): Promise<OrderPages> => {
  const first = await pages.next()
  return (async function* () {
    if (first.done !== true) yield first.value
    yield* pages
  })()
}

/** The orders of a filter as a file, newest first. */
export const createOrderExports = (deps: ExportDeps): ExportOrders => {
  const { db, clock, log, sheetRowsMax = XLSX_ROWS_MAX } = deps
  let running = 0
  const open = async (caller: ExportCaller, query: ExportQuery): Promise<OrderExport> => {
    const filter = orderFilterOf(caller.merchantId, caller.mode, query)
    const { pages, rows, exceeds } = await findOrderPages(db, filter)
    if (query.format === 'xlsx' && (await exceeds(sheetRowsMax))) throw new Refusal('export_too_large')
    const body = writeOrderSheet[query.format](await begun(pages))
    const day = istDayOf(clock.now())
    return { fileName: `galla-orders-${caller.mode}-${day}.${query.format}`, rows, body }
  }
  return async (caller, query) => {
    if (running >= EXPORTS_AT_ONCE_MAX)
      throw new Refusal('overloaded', { msg: BUSY, retryAfterSeconds: RETRY_AFTER_SECONDS })
    running += 1
    try {
      const opened = await open(caller, query)
      const tooLong = clock.after(EXPORT_MINUTES_MAX * 60_000, () =>
        opened.body.destroy(new Error('the export took too long')),
      )
      opened.body.on('error', (error) => log.error('an export broke off', { error }))
      opened.body.once('close', () => {
        running -= 1
        tooLong.stop()
      })
      return opened
    } catch (error) {
      running -= 1
      throw error
    }
  }
}
