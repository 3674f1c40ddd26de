import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ShopMerchant } from '../../testing/shop.ts'
import { type Database, sql } from '../platform/database/database.ts'
import { type NoticesBench, openNotices, paid } from './notices-harness.ts'
import { tell } from './tell.ts'
import { restAfter } from './telling.ts'

let bench: NoticesBench
let merchant: ShopMerchant
beforeAll(async () => {
  bench = await openNotices()
})
afterAll(() => bench.close())
beforeEach(async () => {
  merchant = await bench.shop.merchant()
  bench.push.mend()
  bench.telegram.mend()
  bench.errors.length = 0
})

const pushedTo = (endpoint: string) => bench.push.pushed.filter((pushed) => pushed.endpoint === endpoint)
const sentTo = (id: string) => bench.telegram.sent.filter(({ chatId }) => chatId === id)
const targets = async (of = merchant) => (await of.get('/user/notices')).json().data.targets
/** Whether a target rests for so many seconds, give or take the time of a test. */
const restSeconds = (of = merchant) =>
  bench.shop.db.value<number>(sql`
    select extract(epoch from rests_until - now())::float8 from notice_targets where merchant_id = ${of.merchantId}`)

test('a payment is sent in each way, in the language of the target, with an amount and an order and nothing else', async () => {
  const [english, hindi] = [await bench.browser(merchant), await bench.browser(merchant, 'hi')]
  await bench.chat(merchant, '501', 'hi')
  await bench.tell(merchant, 'order 1')
  await bench.run()
  expect(pushedTo(english)).toMatchObject([
    { title: '₹499.00 received', body: 'Order INV-1', path: '/dashboard/orders', lang: 'en', tag: 'order 1' },
  ])
  expect(pushedTo(hindi)).toMatchObject([{ title: '₹499.00 मिले', body: 'ऑर्डर INV-1', lang: 'hi' }])
  expect(sentTo('501').map(({ text }) => text)).toEqual([
    '₹499.00 मिले\nऑर्डर INV-1\n\nhttp://localhost:3000/dashboard/orders',
  ])
  expect(bench.push.wrong).toEqual([])
})

test('an event that is recorded again, also by another process, is sent once', async () => {
  const endpoint = await bench.browser(merchant)
  await bench.tell(merchant, 'order 1')
  await Promise.all([bench.tell(merchant, 'order 1'), bench.tell(merchant, 'order 1')])
  const other = bench.another()
  await Promise.all([bench.run(), other.findDue().then(other.idle)])
  await bench.tell(merchant, 'order 1')
  await bench.run()
  expect(pushedTo(endpoint)).toHaveLength(1)
})

test('an event whose transaction fails is not sent', async () => {
  const endpoint = await bench.browser(merchant)
  const { merchantId } = merchant
  const failing = bench.shop.db.transaction(async (tx) => {
    await tell(tx, { merchantId, key: 'order 1', notice: paid(49_900, 'INV-1') })
    throw new Error('the order could not be saved')
  })
  await expect(failing).rejects.toThrow('could not be saved')
  await bench.run()
  expect(pushedTo(endpoint)).toEqual([])
})

test('a process that dies after sending leaves a lease, and the next one tells it again under the same tag', async () => {
  const endpoint = await bench.browser(merchant)
  await bench.tell(merchant, 'order 1')
  const { db } = bench.shop
  const dying: Database = { ...db, transaction: () => Promise.reject(new Error('killed')) }
  const dead = bench.another({ db: dying })
  await dead.findDue()
  await dead.idle()
  // Its lease still runs.
  await bench.run()
  expect(pushedTo(endpoint)).toHaveLength(1)
  await bench.endRests()
  await bench.run()
  await bench.endRests()
  await bench.run()
  expect(pushedTo(endpoint).map(({ tag }) => tag)).toEqual(['order 1', 'order 1'])
})

test('a process that lost its lease records nothing', async () => {
  const endpoint = await bench.browser(merchant)
  await bench.tell(merchant, 'order 1')
  bench.push.breaks({ kind: 'silent' })
  await bench.telling.findDue()
  await bench.push.hanging()
  await bench.endRests()
  const other = bench.another()
  await other.findDue()
  await other.idle()
  await bench.tell(merchant, 'order 2')
  bench.push.release()
  await bench.telling.idle()
  const waits = await bench.shop.db.values(sql`
    select event_key from notices where merchant_id = ${merchant.merchantId} and waits`)
  expect([waits, pushedTo(endpoint).length]).toEqual([['order 2'], 2])
})

test('what waits while a target rests is sent as one text', async () => {
  const endpoint = await bench.browser(merchant)
  for (let n = 1; n <= 7; n += 1) await bench.tell(merchant, `order ${n}`, paid(10_000 * n, `INV-${n}`))
  await bench.run()
  const [pushed, ...more] = pushedTo(endpoint)
  expect(more).toEqual([])
  expect(pushed?.title).toBe('7 payments: ₹2,800.00')
  expect(pushed?.body.split('\n')).toEqual([
    ...[1, 2, 3, 4, 5].map((n) => `₹${n}00.00 received · Order INV-${n}`),
    'and 2 more',
  ])
})

test('a subscription that is gone is deleted with what waits for it', async () => {
  const [gone, kept] = [await bench.browser(merchant), await bench.browser(merchant)]
  bench.push.unsubscribe(gone)
  await bench.tell(merchant, 'order 1')
  await bench.run()
  expect([pushedTo(kept).length, (await targets()).length]).toEqual([1, 1])
  const left = await bench.shop.db.values(sql`
    select target_id from notices where merchant_id = ${merchant.merchantId}`)
  expect(left).toHaveLength(1)
})

test('a chat whose person blocked the bot, and one that does not exist, are deleted', async () => {
  for (const [id, status] of [
    ['502', 403],
    ['503', 400],
  ] as const) {
    await bench.chat(merchant, id)
    bench.telegram.refuses(id, status)
    await bench.tell(merchant, `order of ${id}`)
    await bench.run()
  }
  expect(await targets()).toEqual([])
})

test('an order that is paid while its target is removed is sent to nobody, and nothing fails or waits', async () => {
  await bench.browser(merchant)
  const [{ id }] = await targets()
  const { merchantId } = merchant
  await bench.shop.db.transaction(async (tx) => {
    await tell(tx, { merchantId, key: 'order 1', notice: paid(49_900, 'INV-1') })
    const removed = await merchant.post(`/user/notices/targets/${id}/remove`)
    expect(removed.json().data.targets).toEqual([])
    await tell(tx, { merchantId, key: 'order 2', notice: paid(49_900, 'INV-2') })
  })
  await bench.run()
  expect(bench.errors).toEqual([])
})

test.each([
  ['a push service', { kind: 'status', status: 429, retryAfter: '120' }, 120],
  ['an unavailable push service', { kind: 'status', status: 503, retryAfter: '40' }, 40],
  ['one that asks for too much', { kind: 'status', status: 429, retryAfter: '999999' }, 3_600],
  ['one that cuts the connection', { kind: 'cut' }, restAfter(1)],
  ['one that redirects', { kind: 'redirect' }, restAfter(1)],
  ['one that answers 500', { kind: 'status', status: 500 }, restAfter(1)],
] as const)('%s that fails is asked again after it has rested', async (_name, fault, seconds) => {
  const endpoint = await bench.browser(merchant)
  bench.push.breaks(fault)
  await bench.tell(merchant, 'order 1')
  await bench.run()
  const waited = await restSeconds()
  expect(waited).toBeLessThanOrEqual(seconds)
  expect(waited).toBeGreaterThan(seconds - 3)
  expect((await targets())[0]).toMatchObject({ problem: expect.any(String) })
  await bench.endRests()
  await bench.run()
  expect((await targets())[0]).toMatchObject({ problem: null })
  expect(pushedTo(endpoint).at(-1)?.tag).toBe('order 1')
})

test('Telegram is asked again when it says so', async () => {
  await bench.chat(merchant, '504')
  bench.telegram.refuses('504', 429, 77)
  await bench.tell(merchant, 'order 1')
  await bench.run()
  expect(await restSeconds()).toBeGreaterThan(74)
  bench.telegram.mend()
  await bench.endRests()
  await bench.run()
  expect(sentTo('504')).toHaveLength(1)
})

test('rests grow to an hour, and what waits for a target that never answers is given up but for the latest', async () => {
  expect([1, 2, 3, 9, 50].map(restAfter)).toEqual([3, 9, 27, 3_600, 3_600])
  await bench.browser(merchant)
  bench.push.breaks({ kind: 'status', status: 500 }, Number.POSITIVE_INFINITY)
  await bench.shop.db.run(sql`
    insert into notices (merchant_id, target_id, event_key, notice)
    select merchant_id, target_id, 'n' || n, '{"kind":"plan"}' from notice_targets, generate_series(1, 250) n
    where merchant_id = ${merchant.merchantId}`)
  await bench.run()
  const waiting = await bench.shop.db.value<number>(sql`
    select count(*)::int from notices where merchant_id = ${merchant.merchantId} and waits`)
  expect(waiting).toBe(100)
  await bench.shop.db.run(sql`
    update notices set created_at = now() - interval '25 hours' where merchant_id = ${merchant.merchantId}`)
  await bench.endRests()
  bench.push.mend()
  await bench.run()
  expect((await targets())[0]).toMatchObject({ notifiedAt: null })
})

test('targets of one merchant that hang delay no other merchant', async () => {
  for (let n = 0; n < 8; n += 1) await bench.browser(merchant)
  const other = await bench.shop.merchant('Verma Books')
  await bench.chat(other, '505')
  bench.push.breaks({ kind: 'silent' }, 8)
  await bench.tell(merchant, 'order 1')
  await bench.tell(other, 'order 1')
  await bench.telling.findDue()
  await expect.poll(() => sentTo('505').length).toBe(1)
  bench.push.release()
  await bench.telling.idle()
})

test('a kind that the merchant does not want in a way is sent in the others only', async () => {
  const endpoint = await bench.browser(merchant)
  await bench.chat(merchant, '506')
  await merchant.post('/user/notices/choices', { kind: 'payment', way: 'push', isWanted: false })
  await bench.tell(merchant, 'order 1')
  await bench.tell(merchant, 'plan 1', { kind: 'plan' })
  await bench.run()
  expect(pushedTo(endpoint).map(({ tag }) => tag)).toEqual(['plan 1'])
  expect(sentTo('506')).toHaveLength(1)
  expect(sentTo('506')[0]?.text).toContain('2 new notices')
})
