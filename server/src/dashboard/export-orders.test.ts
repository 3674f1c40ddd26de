import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { exportTransactions } from '@galla/contract/orders/transactions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { addManyOrders } from '../../testing/many-orders.ts'
import { readCsv, sheetRows, unzip } from '../../testing/read-sheet.ts'
import type { Database } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import {
  createOrderExports,
  EXPORT_MINUTES_MAX,
  EXPORTS_AT_ONCE_MAX,
  EXPORTS_OF_MERCHANT_MAX,
} from './export-orders.ts'
import { ROWS_A_READ } from './read-order-pages.ts'

const FORMATS = ['csv', 'xlsx'] as const
const MEGABYTE = 2 ** 20
const CHUNKS_A_LOOK = 50

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

let ledger: Ledger
let caller: { merchantId: string; mode: 'test' }
let busy: { merchantId: string; mode: 'test' }

beforeAll(async () => {
  ledger = await openLedger()
  const [few, many] = [await addMerchant(ledger.db), await addMerchant(ledger.db)]
  caller = { merchantId: few.merchantId, mode: 'test' }
  busy = { merchantId: many.merchantId, mode: 'test' }
  const at = new Date('2030-11-20T06:00:00Z')
  await addManyOrders(ledger.db, many.merchantId, { at, first: 1, last: 4500 })
})
afterAll(() => ledger.close())

const query = (over: Record<string, string> = {}) =>
  exportTransactions.query.parse({ format: 'csv', ...over })

/** The same database, which counts each page of orders and each look for orders; from `failingRead` on it fails. */
const counted = (failingRead = Number.POSITIVE_INFINITY) => {
  const pages: number[] = []
  const looks: string[] = []
  const rows: Database['rows'] = async <R>(statement: Parameters<Database['rows']>[0]) => {
    if (statement.text.includes('from order_search o')) looks.push(statement.text)
    if (!statement.text.includes('o.purpose')) return ledger.db.rows<R>(statement)
    if (pages.length + 1 >= failingRead) throw new Error('the database is gone')
    const found = await ledger.db.rows<R>(statement)
    pages.push(found.length)
    return found
  }
  return { db: { ...ledger.db, rows }, pages, looks }
}

const exporter = (over: { db?: Database; sheetRowsMax?: number } = {}) => {
  const logged: string[] = []
  const log = createLog({ level: 'debug', write: (line) => void logged.push(line) })
  return { open: createOrderExports({ ...ledger, log, ...over }), logged }
}

const read = async (body: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const cells = (file: Buffer): (string | number | undefined)[][] =>
  sheetRows(unzip(file).get('xl/worksheets/sheet1.xml') ?? '').map((row) => row.map(({ value }) => value))

describe('what stands in the file', () => {
  test.each(FORMATS)('every order once, newest first, in reads of a thousand: %s', async (format) => {
    const { db, pages } = counted()
    const { rows, body } = await exporter({ db }).open(busy, query({ format }))
    const file = await read(body)
    const lines = format === 'csv' ? readCsv(file.toString()).slice(1) : cells(file).slice(1)
    expect(rows).toBe(4500)
    expect(lines.map((line) => line[1])).toEqual(
      Array.from({ length: 4500 }, (_each, n) => `MANY-${4500 - n}`),
    )
    expect(pages).toEqual([1000, 1000, 1000, 1000, 500])
  })

  test('orders that come while it is read neither repeat nor push out a row', async () => {
    const merchant = await addMerchant(ledger.db)
    const at = (hour: string) => new Date(`2030-11-19T${hour}:00:00Z`)
    await addManyOrders(ledger.db, merchant.merchantId, { at: at('06'), first: 1, last: 2100 })
    const { body } = await exporter().open({ ...caller, merchantId: merchant.merchantId }, query())
    const iterator = body[Symbol.asyncIterator]()
    const chunks: Buffer[] = [(await iterator.next()).value]
    await addManyOrders(ledger.db, merchant.merchantId, { at: at('07'), first: 2101, last: 2200 })
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) chunks.push(next.value)
    const ids = readCsv(Buffer.concat(chunks).toString())
      .slice(1)
      .map((line) => line[1])
    expect(ids).toHaveLength(2100)
    expect(new Set(ids).size).toBe(2100)
  })

  test.each(FORMATS)('no orders: the heading alone, %s', async (format) => {
    const stranger = await addMerchant(ledger.db)
    const { rows, body } = await exporter().open(
      { ...caller, merchantId: stranger.merchantId },
      query({ format }),
    )
    const file = await read(body)
    const lines = format === 'csv' ? readCsv(file.toString()) : cells(file)
    expect([rows, lines.length, lines[0]?.at(-1)]).toEqual([0, 1, 'Paid late'])
  })

  test('the day in its name is that of India', async () => {
    const { fileName, body } = await exporter().open(caller, query({ format: 'xlsx' }))
    body.destroy()
    // 04:00 in UTC on the 21st.
    expect(fileName).toBe('galla-orders-test-2026-11-21.xlsx')
    ledger.clock.advance({ hours: 15 })
    const later = await exporter().open(caller, query())
    later.body.destroy()
    expect(later.fileName).toBe('galla-orders-test-2026-11-22.csv')
  })

  test('texts of all kinds come back as they went in, and none is a formula', async () => {
    const texts = [
      '=1+1',
      '+91 98765',
      '-5',
      '@SUM(A1)',
      'a,"b"',
      'चाय ☕ ₹',
      "O'Neil & <b>",
      ' padded ',
      '1e5',
    ]
    for (const text of texts) {
      await ledger.create({ ...caller }, orderForm({ customer_name: text }))
      ledger.clock.advance({ seconds: 1 })
    }
    const { open } = exporter()
    const csv = readCsv((await read((await open(caller, query())).body)).toString())
    const sheet = cells(await read((await open(caller, query({ format: 'xlsx' }))).body))
    const kept = texts.map((text) => (/^[=+\-@]/.test(text) ? `'${text}` : text)).toReversed()
    expect(csv.slice(1).map((line) => line[2])).toEqual(kept)
    expect(sheet.slice(1).map((line) => line[2])).toEqual(kept)
  })
})

describe('how much is read', () => {
  test.each(FORMATS)(
    'when the reader goes away nothing more is read, and the place is free: %s',
    async (format) => {
      const { db, pages } = counted()
      const { open, logged } = exporter({ db })
      const opened = await Promise.all(
        Array.from({ length: EXPORTS_OF_MERCHANT_MAX }, () => open(busy, query({ format }))),
      )
      await expect(open(busy, query())).rejects.toMatchObject({
        code: 'overloaded',
        retryAfterSeconds: 15,
        message: 'Other exports are just being written. Please try again in a moment.',
      })
      for (const { body } of opened) {
        await body[Symbol.asyncIterator]().next()
        const closed = new Promise((resolve) => body.once('close', resolve))
        body.destroy()
        await closed
      }
      const reads = pages.length
      const again = await open(caller, query())
      await read(again.body)
      expect(pages.length - reads).toBe(1)
      expect(logged).toEqual([])
    },
  )

  test('exports that nobody reads on take nothing from another merchant, and their number is bounded', async () => {
    const { open } = exporter()
    const crowd = await Promise.all(
      Array.from({ length: EXPORTS_AT_ONCE_MAX / EXPORTS_OF_MERCHANT_MAX - 1 }, () => addMerchant(ledger.db)),
    )
    const opened = await Promise.all(
      [busy, ...crowd].flatMap(({ merchantId }) =>
        Array.from({ length: EXPORTS_OF_MERCHANT_MAX }, () => open({ merchantId, mode: 'test' }, query())),
      ),
    )
    expect(opened).toHaveLength(EXPORTS_AT_ONCE_MAX)
    await expect(open(caller, query())).rejects.toMatchObject({ code: 'overloaded' })
    const [first, ...others] = opened
    const closed = new Promise((resolve) => first?.body.once('close', resolve))
    first?.body.destroy()
    await closed
    expect(readCsv((await read((await open(caller, query())).body)).toString()).length).toBeGreaterThan(1)
    for (const { body } of others) body.destroy()
  })

  test.each(FORMATS)(
    'a read that fails destroys the file, tells the log, and frees the place: %s',
    async (format) => {
      for (let n = 0; n <= EXPORTS_OF_MERCHANT_MAX; n += 1) {
        const { db } = counted(3)
        const { open, logged } = exporter({ db })
        const { body } = await open(busy, query({ format }))
        await expect(read(body)).rejects.toThrow('the database is gone')
        expect(logged.join()).toContain('an export broke off')
      }
    },
  )

  test('what fails before the first row leaves the place free', async () => {
    const { db } = counted(1)
    const { open } = exporter({ db })
    for (let n = 0; n <= EXPORTS_OF_MERCHANT_MAX; n += 1)
      await expect(open(busy, query())).rejects.toThrow('the database is gone')
  })

  test('who reads too slowly is cut off', async () => {
    const { open, logged } = exporter()
    const { body } = await open(busy, query())
    const closed = new Promise((resolve) => body.once('close', resolve))
    ledger.clock.advance({ minutes: EXPORT_MINUTES_MAX })
    await closed
    expect(body.errored).not.toBeNull()
    expect(logged).toHaveLength(1)
  })

  test('more than a sheet holds is refused before the first byte; as CSV it is written', async () => {
    const { open } = exporter({ sheetRowsMax: 4499 })
    const refused = { code: 'export_too_large', status: 400 }
    await expect(open(busy, query({ format: 'xlsx' }))).rejects.toMatchObject(refused)
    await expect(open(busy, query({ format: 'xlsx', minAmount: '1' }))).rejects.toMatchObject(refused)
    const fits = await open(busy, query({ format: 'xlsx', minAmount: '1.02' }))
    expect(fits.rows).toBe(4499)
    fits.body.destroy()
    const csv = await open(busy, query())
    expect(readCsv((await read(csv.body)).toString())).toHaveLength(4501)
  })
})

describe('two hundred thousand orders', () => {
  const ORDERS = 200_000
  let crowd: { merchantId: string; mode: 'test' }
  beforeAll(async () => {
    const { merchantId } = await addMerchant(ledger.db)
    crowd = { merchantId, mode: 'test' }
    const at = new Date('2030-11-18T06:00:00Z')
    await addManyOrders(ledger.db, merchantId, { at, first: 1, last: ORDERS })
  }, 60_000)

  test.each(FORMATS)(
    'need no more memory than a few pages: %s',
    async (format) => {
      const { db, pages } = counted()
      const { rows, body } = await exporter({ db }).open(crowd, query({ format }))
      collectGarbage()
      const before = process.memoryUsage()
      let [peak, bytes, chunks] = [0, 0, 0]
      for await (const chunk of body as AsyncIterable<Buffer>) {
        bytes += chunk.length
        chunks += 1
        if (chunks % CHUNKS_A_LOOK !== 0) continue
        // What is still held counts; what nobody holds any more is a matter of when it is collected.
        collectGarbage()
        const { heapUsed, external } = process.memoryUsage()
        peak = Math.max(peak, heapUsed + external - before.heapUsed - before.external)
      }
      expect([rows, pages.length]).toEqual([ORDERS, ORDERS / ROWS_A_READ])
      expect(bytes).toBeGreaterThan(5 * MEGABYTE)
      // All rows at once would be several hundred.
      expect(chunks).toBeGreaterThan(CHUNKS_A_LOOK)
      expect(peak).toBeLessThan(30 * MEGABYTE)
    },
    60_000,
  )

  test('of which only the oldest match are found without a long statement', async () => {
    const { db, pages, looks } = counted()
    // Order n asks for 100 + n paise.
    const { rows, body } = await exporter({ db }).open(crowd, query({ maxAmount: '121' }))
    const lines = readCsv((await read(body)).toString()).slice(1)
    expect(lines.map((line) => line[1])).toEqual(
      Array.from({ length: 12_000 }, (_each, n) => `MANY-${12_000 - n}`),
    )
    expect(rows).toBeUndefined()
    expect(pages.length).toBe(12)
    // Nine stretches without a row, twelve pages, and the end.
    expect(looks.length).toBeGreaterThan(20)
    expect(looks.length).toBeLessThan(25)
  })

  test('whose number nobody knows are counted for a sheet that might not hold them', async () => {
    const asked = query({ format: 'xlsx', maxAmount: '121' })
    await expect(exporter({ sheetRowsMax: 11_999 }).open(crowd, asked)).rejects.toMatchObject({
      code: 'export_too_large',
    })
    for (const sheetRowsMax of [12_000, 1_000_000]) {
      const { body } = await exporter({ sheetRowsMax }).open(crowd, asked)
      body.destroy()
    }
  })

  test.each(FORMATS)('are not read on when their reader takes nothing: %s', async (format) => {
    const { db, pages } = counted()
    const { body } = await exporter({ db }).open(crowd, query({ format }))
    await body[Symbol.asyncIterator]().next()
    // As many statements of somebody else's give the reading every chance to go on.
    for (let n = 0; n < 100; n += 1) await ledger.db.rows({ name: '', text: 'select 1', values: [] })
    expect(pages.length).toBeLessThan(20)
    body.destroy()
  })
})
