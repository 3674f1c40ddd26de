import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { addManyOrders } from '../../testing/many-orders.ts'
import { ORDER_BODY } from '../../testing/order-body.ts'
import { readCsv, sheetRows, unzip } from '../../testing/read-sheet.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

const PATH = '/user/transactions/export'
const FORMATS = ['csv', 'xlsx'] as const

let shop: Shop
let merchant: ShopMerchant
let crowd: ShopMerchant
let port: number
const connections = new Set<Socket>()

const create = async (over: object): Promise<{ order_id: string; upi_intent: { bhim_link: string } }> => {
  const reply = await shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    headers: { authorization: `Bearer ${merchant.key}` },
    payload: {
      client_txn_id: 'X',
      ...ORDER_BODY,
      ...over,
    },
  })
  return reply.json().data
}
const pay = (upi: string, outcome = 'success') =>
  shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload: { upi, outcome } })

beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant()
  crowd = await shop.merchant()
  const { rows } = await shop.db.pool.query('select account_id from accounts where merchant_id = $1', [
    crowd.merchantId,
  ])
  const at = new Date('2030-11-20T06:00:00Z')
  await addManyOrders(shop.db, crowd.merchantId, {
    at,
    first: 1,
    last: 5_000,
    accountId: rows[0].account_id,
  })
  for (let n = 1; n <= 12; n += 1) {
    const order = await create({
      client_txn_id: `INV-${n}`,
      amount: `${n * 100}.50`,
      customer_name: n === 4 ? 'आशा राव' : `Customer ${n}`,
    })
    if (n % 3 === 0) await pay(order.upi_intent.bhim_link)
    if (n === 4) await pay(order.upi_intent.bhim_link, 'declined')
    if (n === 5) await pay(order.upi_intent.bhim_link, 'underpaid')
    shop.clock.advance({ hours: 6 })
    // A session that is not used ends after half a day.
    for (const { get: ask } of [merchant, crowd]) await ask('/auth/session')
  }
  await shop.app.http.listen({ port: 0, host: '127.0.0.1' })
  shop.app.http.server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  port = (shop.app.http.server.address() as AddressInfo).port
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => shop.close())

const request = async (who: ShopMerchant, query: string): Promise<IncomingMessage> => {
  const asked = get({ port, path: `/api/v1${PATH}?${query}`, headers: { cookie: who.cookie }, agent: false })
  const [reply] = (await once(asked, 'response')) as [IncomingMessage]
  return reply
}

test.each([
  '',
  'status=success',
  'status=failed',
  'status=attention',
  'search=customer',
  'search=INV-1',
  'search=700.50',
  'from=2026-11-22&to=2026-11-22',
  'minAmount=300&maxAmount=900.5',
  'sort=lowest',
  'search=nothing',
])('the file has the orders of the list: %s', async (filter) => {
  const list = (await merchant.get(`/user/all-transactions?limit=all&${filter}`)).json()
  const listed = list.data
    .map(({ orderId }: { orderId: string }) => orderId)
    .toSorted()
    .toReversed()
  const csv = await merchant.get(`${PATH}?format=csv&${filter}`)
  const sheet = await merchant.get(`${PATH}?format=xlsx&${filter}`)
  const rows = sheetRows(unzip(sheet.rawPayload).get('xl/worksheets/sheet1.xml') ?? '')
  // Newest first, whatever `sort` says.
  expect(
    readCsv(csv.body)
      .slice(1)
      .map(([orderId]) => orderId),
  ).toEqual(listed)
  expect(rows.slice(1).map(([orderId]) => orderId?.value)).toEqual(listed)
  expect([csv, sheet].map(({ headers }) => headers['x-total-rows'])).toEqual(
    [listed.length, listed.length].map(String),
  )
})

test('the file is an attachment that is not cached', async () => {
  const [csv, sheet] = await Promise.all(FORMATS.map((format) => merchant.get(`${PATH}?format=${format}`)))
  const day = '2026-11-24'
  expect(csv?.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="galla-orders-test-${day}.csv"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(sheet?.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': `attachment; filename="galla-orders-test-${day}.xlsx"`,
    'cache-control': 'no-store',
  })
  expect([...(csv?.rawPayload.subarray(0, 3) ?? [])]).toEqual([0xef, 0xbb, 0xbf])
  expect(csv?.body).toContain('आशा राव')
})

test('in Excel amounts are rupees, times are dates, the UTR is text, and the heading is frozen', async () => {
  const parts = unzip((await merchant.get(`${PATH}?format=xlsx&status=success`)).rawPayload)
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? ''
  const [heading = [], row = []] = sheetRows(sheet)
  const cell = (name: string) =>
    row.find(({ ref }) => ref === heading.find(({ value }) => value === name)?.ref.replace('1', '2'))
  const styles = parts.get('xl/styles.xml') ?? ''
  const formats = [
    ...(/<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1] ?? '').matchAll(/numFmtId="(\d+)"/g),
  ]
  const formatOf = (style = '0') =>
    new RegExp(`numFmtId="${formats[Number(style)]?.[1]}" formatCode="([^"]*)"`).exec(styles)?.[1]

  expect(cell('Amount (₹)')?.value).toBe(1200.5)
  expect(formatOf(cell('Amount (₹)')?.style)).toMatch(/&quot;₹&quot;##,##0\.00$/)
  // The twelfth order: 66 hours after 09:30 in India on the 21st. 46347 is 2026-11-21 in Excel.
  expect(cell('Created (IST)')?.value).toBeCloseTo(46347 + (9.5 + 66) / 24, 6)
  expect(formatOf(cell('Created (IST)')?.style)).toBe('yyyy-mm-dd hh:mm:ss')
  expect(cell('UTR')?.value).toMatch(/^\d{12}$/)
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" state="frozen"')
})

test.each([
  '',
  'format=pdf',
  'format=csv&from=2026-02-30',
  'format=csv&minAmount=abc',
  'format=csv&status=x',
])('an invalid request is refused in the envelope: %s', async (query) => {
  const reply = await merchant.get(`${PATH}?${query}`)
  expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_fields'])
  expect(reply.headers['content-disposition']).toBeUndefined()
})

test('an export requires a session, and has no orders of another merchant', async () => {
  expect((await shop.call({ method: 'GET', url: `/api/v1${PATH}?format=csv` })).statusCode).toBe(401)
  const stranger = await shop.merchant()
  expect(readCsv((await stranger.get(`${PATH}?format=csv`)).body)).toHaveLength(1)
})

test('a HEAD request reads no rows', async () => {
  const read = vi.spyOn(shop.db, 'rows')
  const reply = await shop.call({
    method: 'HEAD',
    url: `/api/v1${PATH}?format=csv`,
    headers: { cookie: crowd.cookie },
  })
  expect([reply.statusCode, reply.body]).toEqual([200, ''])
  expect(read.mock.calls.filter(([{ text }]) => text.includes('o.purpose'))).toEqual([])
})

/** The number of the crowd's newest order, as it stands at the end of its id. */
const NEWEST = '0000000000005000'

/** From the second page of the crowd's orders on, reads wait until the gate is opened. */
const holdReads = () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const whole = shop.db.rows
  let held = 0
  vi.spyOn(shop.db, 'rows').mockImplementation(async (statement) => {
    const isOfCrowd = statement.values.includes(crowd.merchantId) && statement.text.includes('o.purpose')
    if (isOfCrowd && !JSON.stringify(statement.values).includes(NEWEST)) {
      held += 1
      await opened
    }
    return whole(statement)
  })
  return { open, held: () => held }
}

test.each(FORMATS)('a merchant can run two exports at once, without delaying others: %s', async (format) => {
  const reads = holdReads()
  expect((await request(crowd, `format=${format}`)).statusCode).toBe(200)
  await expect.poll(reads.held).toBe(1)
  // Of two more one has a place and waits for the first one's page; the other is refused.
  const two = [1, 2].map(() => request(crowd, `format=${format}`))
  const third = await Promise.race(two)
  for (const each of two) each.catch(() => {})
  expect([third.statusCode, third.headers['retry-after']]).toEqual([503, '15'])
  expect(JSON.parse((await third.toArray()).join(''))).toMatchObject({
    code: 'overloaded',
    msg: 'Other exports are just being written. Please try again in a moment.',
  })
  // The crowd's pages are not read at all just now, and another merchant's are.
  for (const each of FORMATS) {
    const other = await merchant.get(`${PATH}?format=${each}`)
    expect(other.statusCode).toBe(200)
    if (each === 'csv') expect(readCsv(other.body)).toHaveLength(13)
  }
  // A client that goes away frees a place, and its remaining pages are not read.
  for (const socket of connections) socket.destroy()
  await expect.poll(() => connections.size).toBe(0)
  reads.open()
  const both = () => Promise.all(FORMATS.map((each) => crowd.get(`${PATH}?format=${each}&search=nothing`)))
  await expect.poll(async () => (await both()).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(reads.held()).toBeLessThanOrEqual(2)
})

test.each(FORMATS)('an export that fails in the middle is recognizable as incomplete: %s', async (format) => {
  const whole = shop.db.rows
  let reads = 0
  vi.spyOn(shop.db, 'rows').mockImplementation((statement) => {
    reads += statement.text.includes('o.purpose') ? 1 : 0
    return reads > 3 ? Promise.reject(new Error('the database is gone')) : whole(statement)
  })
  const reply = await request(crowd, `format=${format}`)
  expect(reply.statusCode).toBe(200)
  reply.resume()
  const [error] = await once(reply, 'error')
  expect(error).toMatchObject({ code: 'ECONNRESET' })
  expect(reply.complete).toBe(false)
})
