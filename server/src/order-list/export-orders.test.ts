import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMerchant, type Ledger, openLedger, orderForm } from '../../testing/ledger.ts'
import { addManyOrders } from '../../testing/many-orders.ts'
import { readCsv } from '../../testing/read-sheet.ts'
import { EXPORT_MINUTES_MAX, EXPORTS_AT_ONCE_MAX, EXPORTS_OF_MERCHANT_MAX } from '../platform/jobs/exports.ts'
import {
  cells,
  countReads,
  type ExporterOptions,
  FORMATS,
  openExporter,
  query,
  read,
} from './export-orders-harness.ts'

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

const counted = (failingRead?: number) => countReads(ledger.db, failingRead)
const exporter = (over: ExporterOptions = {}) => openExporter(ledger, over)

describe('the exported file', () => {
  test.each(FORMATS)('has every order once, newest first, in reads of a thousand: %s', async (format) => {
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

  test('neither repeats nor omits a row if orders are created meanwhile', async () => {
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

  test.each(FORMATS)('has only the heading if there are no orders: %s', async (format) => {
    const stranger = await addMerchant(ledger.db)
    const { rows, body } = await exporter().open(
      { ...caller, merchantId: stranger.merchantId },
      query({ format }),
    )
    const file = await read(body)
    const lines = format === 'csv' ? readCsv(file.toString()) : cells(file)
    expect([rows, lines.length, lines[0]?.at(-1)]).toEqual([0, 1, 'Fee (₹)'])
  })

  test('has the day in India in its name', async () => {
    const { fileName, body } = await exporter().open(caller, query({ format: 'xlsx' }))
    body.destroy()
    // 04:00 in UTC on the 21st.
    expect(fileName).toBe('galla-orders-test-2026-11-21.xlsx')
    ledger.clock.advance({ hours: 15 })
    const later = await exporter().open(caller, query())
    later.body.destroy()
    expect(later.fileName).toBe('galla-orders-test-2026-11-22.csv')
  })

  test('keeps any text, and contains no formula', async () => {
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

describe('an export', () => {
  test.each(FORMATS)('stops reading and frees its slot when the client disconnects: %s', async (format) => {
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
  })

  test('does not block other merchants if its client reads nothing, and their number is limited', async () => {
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

  test.each(FORMATS)('that fails is cut off, logged, and frees its slot: %s', async (format) => {
    for (let n = 0; n <= EXPORTS_OF_MERCHANT_MAX; n += 1) {
      const { db } = counted(3)
      const { open, logged } = exporter({ db })
      const { body } = await open(busy, query({ format }))
      await expect(read(body)).rejects.toThrow('the database is gone')
      expect(logged.join()).toContain('an export failed')
    }
  })

  test('that fails before the first row frees its slot', async () => {
    const { db } = counted(1)
    const { open } = exporter({ db })
    for (let n = 0; n <= EXPORTS_OF_MERCHANT_MAX; n += 1)
      await expect(open(busy, query())).rejects.toThrow('the database is gone')
  })

  test('is cut off if the client reads too slowly', async () => {
    const { open, logged } = exporter()
    const { body } = await open(busy, query())
    const closed = new Promise((resolve) => body.once('close', resolve))
    ledger.clock.advance({ minutes: EXPORT_MINUTES_MAX })
    await closed
    expect(body.errored).not.toBeNull()
    expect(logged).toHaveLength(1)
  })

  test('of more rows than a sheet holds is refused before the first byte, and works as CSV', async () => {
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
