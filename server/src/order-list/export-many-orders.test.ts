import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger } from '../../testing/ledger.ts'
import { addManyOrders } from '../../testing/many-orders.ts'
import { readCsv } from '../../testing/read-sheet.ts'
import {
  countReads,
  type ExporterOptions,
  FORMATS,
  openExporter,
  query,
  read,
} from './export-orders-harness.ts'
import { ROWS_A_READ } from './read-order-pages.ts'

const MEGABYTE = 2 ** 20
const CHUNKS_A_LOOK = 50

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const counted = () => countReads(ledger.db)
const exporter = (over: ExporterOptions) => openExporter(ledger, over)

describe('a hundred thousand orders', () => {
  const ORDERS = 100_000
  let crowd: { merchantId: string; mode: 'test' }
  beforeAll(async () => {
    const { merchantId } = await addMerchant(ledger.db)
    crowd = { merchantId, mode: 'test' }
    const at = new Date('2030-11-18T06:00:00Z')
    await addManyOrders(ledger.db, merchantId, { at, first: 1, last: ORDERS })
  })

  test.each(FORMATS)('need no more memory than a few pages: %s', async (format) => {
    const { db, pages } = counted()
    const { rows, body } = await exporter({ db }).open(crowd, query({ format }))
    collectGarbage()
    const before = process.memoryUsage()
    let [peak, bytes, chunks] = [0, 0, 0]
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      chunks += 1
      if (chunks % CHUNKS_A_LOOK !== 0) continue
      // Measures what is still referenced; garbage depends on when it is collected.
      collectGarbage()
      const { heapUsed, external } = process.memoryUsage()
      peak = Math.max(peak, heapUsed + external - before.heapUsed - before.external)
    }
    expect([rows, pages.length]).toEqual([ORDERS, ORDERS / ROWS_A_READ])
    expect(bytes).toBeGreaterThan(5 * MEGABYTE)
    // All rows at once would be several hundred.
    expect(chunks).toBeGreaterThan(CHUNKS_A_LOOK)
    expect(peak).toBeLessThan(30 * MEGABYTE)
  })

  test('are searched without a long statement if only the oldest match', async () => {
    const { db, pages, looks } = counted()
    // Order n asks for 100 + n paise.
    const { rows, body } = await exporter({ db }).open(crowd, query({ maxAmount: '121' }))
    const lines = readCsv((await read(body)).toString()).slice(1)
    expect(lines.map((line) => line[1])).toEqual(
      Array.from({ length: 12_000 }, (_each, n) => `MANY-${12_000 - n}`),
    )
    expect(rows).toBeUndefined()
    expect(pages.length).toBe(12)
    // Four stretches without a row, twelve pages, and the end.
    expect(looks.length).toBeGreaterThan(15)
    expect(looks.length).toBeLessThan(20)
  })

  test('are counted if their number is unknown and might exceed a sheet', async () => {
    const asked = query({ format: 'xlsx', maxAmount: '121' })
    await expect(exporter({ sheetRowsMax: 11_999 }).open(crowd, asked)).rejects.toMatchObject({
      code: 'export_too_large',
    })
    for (const sheetRowsMax of [12_000, 1_000_000]) {
      const { body } = await exporter({ sheetRowsMax }).open(crowd, asked)
      body.destroy()
    }
  })

  test.each(FORMATS)('are not read further while the client reads nothing: %s', async (format) => {
    const { db, pages } = counted()
    const { body } = await exporter({ db }).open(crowd, query({ format }))
    await body[Symbol.asyncIterator]().next()
    // As many statements of someone else's give the reading every chance to go on.
    for (let n = 0; n < 100; n += 1) await ledger.db.rows({ name: '', text: 'select 1', values: [] })
    expect(pages.length).toBeLessThan(20)
    body.destroy()
  })
})
