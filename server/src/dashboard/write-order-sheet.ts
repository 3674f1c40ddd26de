import { Readable } from 'node:stream'
import { CSV_HEADING, csvLines, type ExportedOrder, ORDER_COLUMNS, sheetCells } from './order-sheet.ts'

/** Pages of orders, each read when the one before it was taken. */
type OrderPages = AsyncIterable<readonly ExportedOrder[]>

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
export const writeOrderSheet = {
  csv: (pages: OrderPages): Readable => Readable.from(csvChunks(pages), { objectMode: false }),
  xlsx: (pages: OrderPages): Readable => Readable.from(sheetBytes(pages), { objectMode: false }),
} as const
