import { Readable } from 'node:stream'
import type { AccountingSettings, exportMonth, MonthFormat } from '@galla/contract/accounting/accounting'
import { DAY_MS } from '@galla/contract/durations'
import type { QueryOf } from '@galla/contract/endpoint'
import { istDayOf, startOfIstDay } from '@galla/contract/ist'
import { listRefundsOfDay, type SentRefund } from '../ledger/refunds/refund-store.ts'
import { listReversedOfDay, type ReversedPayment } from '../ledger/reversals/reversal-store.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import type { Platform } from '../platform/feature.ts'
import type { Exports } from '../platform/jobs/exports.ts'
import { gstSheets } from './gst-sheets.ts'
import { readSettings } from './keep-settings.ts'
import { type MonthEntry, TALLY_HEAD, TALLY_TAIL, tallyVoucher, ZOHO_HEAD, zohoLines } from './month-entry.ts'
import { listReceipts, type Receipt } from './month-store.ts'

const ROWS_A_READ = 1_000

export interface MonthDeps extends Pick<Platform, 'db'> {
  readonly exports: Exports
}

type Caller = Pick<SessionCaller, 'merchantId' | 'mode'>

interface MonthFile {
  readonly fileName: string
  readonly body: Readable
}

const wordsOf = (clientTxnId: string | null, other: string): string =>
  clientTxnId === null ? other : `Order ${clientTxnId}`

const entryOfReceipt = (receipt: Receipt): MonthEntry => ({
  id: `galla-${receipt.bookedAs}`,
  at: receipt.at,
  direction: 'in',
  paise: receipt.paise,
  feePaise: receipt.feePaise,
  isSale: receipt.clientTxnId !== null,
  utr: receipt.utr ?? '',
  payer: receipt.payer ?? '',
  words: wordsOf(receipt.clientTxnId, 'Payment of no order'),
})

/** Money that went, and what it went back of. */
const goneOf = (id: string, what: string, gone: Omit<SentRefund, 'refundId'>): MonthEntry => ({
  id: `galla-${id}`,
  at: gone.at,
  direction: 'out',
  paise: gone.paise,
  feePaise: 0n,
  isSale: gone.clientTxnId !== null,
  utr: gone.utr ?? '',
  payer: gone.payer ?? '',
  words: `${what}: ${wordsOf(gone.clientTxnId, 'payment of no order')}`,
})

const entryOfRefund = (refund: SentRefund): MonthEntry => goneOf(refund.refundId, 'Refund', refund)

const entryOfReversal = (reversed: ReversedPayment): MonthEntry =>
  goneOf(`${reversed.creditId}-reversed-${istDayOf(reversed.at)}`, 'Reversed by the bank', reversed)

/** The instants between which a month of India lies. */
const boundsOf = (month: string): { readonly from: Date; readonly before: Date } => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return { from: startOfIstDay(`${month}-01`), before: startOfIstDay(`${next}-01`) }
}

/** Reads a list page by page, each in a short statement. */
async function* pagesOf<Row>(
  read: (after: Row | undefined) => Promise<readonly Row[]>,
  entryOf: (row: Row) => MonthEntry,
): AsyncGenerator<readonly MonthEntry[]> {
  for (let after: Row | undefined, isFull = true; isFull; ) {
    const rows = await read(after)
    if (rows.length > 0) yield rows.map(entryOf)
    isFull = rows.length === ROWS_A_READ
    after = rows.at(-1)
  }
}

/** Day by day, so that a statement reads one day at most. */
async function* entriesOf(
  { db }: Pick<MonthDeps, 'db'>,
  { merchantId, mode }: Caller,
  month: string,
): AsyncGenerator<readonly MonthEntry[]> {
  const { from: first, before: end } = boundsOf(month)
  for (let from = first; from < end; from = new Date(from.getTime() + DAY_MS)) {
    const before = new Date(from.getTime() + DAY_MS)
    yield* pagesOf<Receipt>(
      (after) => listReceipts(db, merchantId, mode, { from, before, after }, ROWS_A_READ),
      entryOfReceipt,
    )
    yield* pagesOf<SentRefund>(
      (after) => listRefundsOfDay(db, merchantId, mode, { from, before, after }, ROWS_A_READ),
      entryOfRefund,
    )
    const reversed = await listReversedOfDay(db, merchantId, mode, from, before)
    if (reversed.length > 0) yield reversed.map(entryOfReversal)
  }
}

async function* written(
  head: string,
  pages: AsyncGenerator<readonly MonthEntry[]>,
  write: (entry: MonthEntry) => string,
  tail = '',
): AsyncGenerator<string> {
  yield head
  for await (const page of pages) yield page.map(write).join('')
  yield tail
}

const WRITERS = {
  tally: (pages: AsyncGenerator<readonly MonthEntry[]>, settings: AccountingSettings) =>
    written(TALLY_HEAD, pages, (entry) => tallyVoucher(entry, settings), TALLY_TAIL),
  zoho: (pages: AsyncGenerator<readonly MonthEntry[]>) => written(ZOHO_HEAD, pages, zohoLines),
} as const

const EXTENSIONS = { tally: 'xml', zoho: 'csv', gstr1: 'xlsx' } as const satisfies Record<MonthFormat, string>

/** The month as the file that the accountant's program imports. */
export const openMonth = (
  deps: MonthDeps,
  caller: Caller,
  { month, format }: QueryOf<typeof exportMonth>,
): Promise<MonthFile> => {
  const { merchantId, mode } = caller
  const fileName = `galla-${format}-${mode}-${month}.${EXTENSIONS[format]}`
  return deps.exports.open(merchantId, async () => {
    if (format === 'gstr1')
      return { fileName, body: Readable.from([await gstSheets(deps, caller, boundsOf(month))]) }
    const settings = await readSettings(deps, merchantId)
    const pages = await deps.exports.inTurn(merchantId, entriesOf(deps, caller, month))
    return { fileName, body: Readable.from(WRITERS[format](pages, settings), { objectMode: false }) }
  })
}
