import { istWallClock } from '@galla/contract/ist'
import { fuzzRuns } from '@galla/upi/fuzz-harness'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertPathOf, recordAlertsOf } from '../../testing/merchants-phone.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, orderDepsOf, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { importStatement } from '../bank-statements/import-harness.ts'
import { createReversalSweep } from '../ledger/reversals/record-reversals.ts'
import { manualClock } from '../platform/clock.ts'
import { sql } from '../platform/database/database.ts'

let shop: Shop
let merchant: ShopMerchant
let url: string

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
  merchant = await shop.merchant()
  url = await alertPathOf(merchant)
})
afterAll(() => shop.close())

let payments = 0
const newPayment = async () => {
  payments += 1
  const amount = `${2000 + payments}.00`
  const orderId = await placeOrder(shop, merchant, amount)
  const wall = istWallClock(shop.clock.now()).toISOString()
  const at = `${wall.slice(8, 10)}/${wall.slice(5, 7)}/${wall.slice(0, 4)} ${wall.slice(11, 19)}`
  return {
    orderId,
    amount,
    utr: String(632_900_000_000 + payments),
    at,
  }
}
type Payment = Awaited<ReturnType<typeof newPayment>>

const HEADER = 'VM-HDFCBK-S'
const sendAlert = async (text: string, from = HEADER): Promise<void> => {
  const payload = { from, text, sentStamp: String(shop.clock.now().getTime()) }
  expect((await shop.call({ method: 'POST', url, payload })).statusCode).toBe(200)
  await recordAlertsOf(shop)
}
const csv = (row: string): string => `Date,Narration,Debit,Credit\r\n${row}\r\n`
const reversalText = ({ amount, utr }: Payment): string =>
  `Rs.${amount} debited from A/c XX1234 on 21-11-26 towards reversal of UPI credit. UPI Ref No ${utr} -HDFC Bank`

const REPORTS = {
  creditRow: ({ at, utr, amount }: Payment) =>
    importStatement(shop, merchant, csv(`${at},UPI/CR/${utr}/ASHA RAO/asha@okaxis/Tea,,${amount}`)),
  reversalRow: ({ at, utr, amount }: Payment) =>
    importStatement(shop, merchant, csv(`${at},UPI/REV/${utr}/ASHA RAO,${amount},`)),
  creditAlert: ({ amount, utr }: Payment) =>
    sendAlert(
      `Rs.${amount} credited to your A/c XX1234 on 21-11-26 by UPI from asha@okaxis. UPI Ref No ${utr} -HDFC Bank`,
    ),
  reversalAlert: (payment: Payment) => sendAlert(reversalText(payment)),
} as const

const orderOf = async ({ orderId }: Payment) =>
  (await merchant.get(`/user/transactions/${orderId}`)).json().data
const eventsOf = ({ orderId }: Payment) =>
  shop.db.rows(sql`
    select event_id from webhook_events where event = 'order.payment_reversed' and payload like ${`%${orderId}%`}`)
const reportsOf = async ({ utr }: Payment) =>
  (
    await shop.db.rows<{ source: string; linked: boolean }>(sql`
      select source, credit_id is not null as linked from reversal_reports where utr = ${utr} order by source`)
  ).map(({ source, linked }) => [source, linked])

test('a payment settles its order unless a row or an alert reports its reversal first, even if every source reports both repeatedly', async () => {
  const names = Object.keys(REPORTS) as (keyof typeof REPORTS)[]
  const stories = fc.shuffledSubarray([...names, ...names], { minLength: 3, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(stories, async (story) => {
      const payment = await newPayment()
      for (const each of story) await REPORTS[each](payment)
      const [isPaid, isReversed] = ['credit', 'reversal'].map((what) =>
        story.some((each) => each.startsWith(what)),
      )
      const isSettled = story[0]?.startsWith('credit') === true
      expect((await orderOf(payment)).status).toBe(isSettled ? 'success' : 'created')
      const credits = (await merchant.get(`/user/credits?state=any&search=${payment.utr}`)).json().data
      expect(
        credits.map((each: { state: string; reversal?: object }) => [
          each.state,
          each.reversal !== undefined,
        ]),
      ).toEqual(isPaid ? [[isSettled ? 'matched' : 'unmatched', isReversed]] : [])
      expect(await eventsOf(payment)).toHaveLength(isSettled && isReversed ? 1 : 0)
      const sources = new Set(story.flatMap((each) => (each === 'reversalRow' ? ['statement'] : [])))
      if (story.includes('reversalAlert')) sources.add('alert')
      expect(new Set((await reportsOf(payment)).map(([source]) => source))).toEqual(sources)
    }),
    { numRuns: fuzzRuns(5) },
  )
})

test('an alert of a reversal stays ignored with its reason, and the case shows the bank’s words', async () => {
  const payment = await newPayment()
  await REPORTS.creditAlert(payment)
  await REPORTS.reversalAlert(payment)
  const [alert] = (await merchant.get('/user/alerts?limit=1&outcome=ignored')).json().data
  expect(alert).toMatchObject({ outcome: 'ignored', creditId: null, reading: { because: 'debit' } })
  const { credits } = await orderOf(payment)
  const { reversal } = (await merchant.get(`/user/credits/${credits[0].id}`)).json().data
  expect(reversal.reports).toMatchObject([
    { source: 'alert', amount: Number(payment.amount), words: 'reversal' },
  ])
})

test('a message that is not from a bank opens no case', async () => {
  const payment = await newPayment()
  await REPORTS.creditAlert(payment)
  for (const sender of ['+919876543210', 'com.whatsapp', 'AD-OFFERS'])
    await sendAlert(reversalText(payment), sender)
  expect(await reportsOf(payment)).toEqual([])
  expect((await orderOf(payment)).credits[0]).not.toHaveProperty('isReversed')
})

test('a reversal waits for a payment that another source reports later, for ninety days', async () => {
  const payment = await newPayment()
  const never = await newPayment()
  await REPORTS.reversalAlert(payment)
  await REPORTS.reversalAlert(never)
  await merchant.post(`/user/transactions/${payment.orderId}/confirm`, { utr: payment.utr })
  await createReversalSweep(orderDepsOf(shop))()
  await createReversalSweep(orderDepsOf(shop))()
  expect(await reportsOf(payment)).toEqual([['alert', true]])
  expect(await eventsOf(payment)).toHaveLength(1)
  const sweepIn = (days: number) => {
    const at = new Date(shop.clock.now().getTime() + days * 86_400_000)
    return createReversalSweep({ ...orderDepsOf(shop), clock: manualClock(at) })()
  }
  await sweepIn(89)
  expect(await reportsOf(never)).toEqual([['alert', false]])
  await sweepIn(91)
  expect([await reportsOf(never), await reportsOf(payment)]).toEqual([[], [['alert', true]]])
})

test('a reversed payment notifies the merchant of its reversal when it is matched with its order', async () => {
  const payment = await newPayment()
  const { orderId } = await newPayment()
  await REPORTS.reversalAlert(payment)
  await importStatement(shop, merchant, csv(`${payment.at},UPI/CR/${payment.utr}/ASHA/asha@okaxis,,9999.00`))
  const [credit] = (await merchant.get(`/user/credits?state=any&search=${payment.utr}`)).json().data
  expect(credit).toMatchObject({ state: 'unmatched', reversal: { decision: null } })
  await merchant.post(`/user/credits/${credit.id}/assign`, { orderId })
  await createReversalSweep(orderDepsOf(shop))()
  expect(await eventsOf({ ...payment, orderId })).toEqual([])
  await merchant.post(`/user/credits/${credit.id}/accept`, { note: 'Enough' })
  await createReversalSweep(orderDepsOf(shop))()
  await createReversalSweep(orderDepsOf(shop))()
  expect(await eventsOf({ ...payment, orderId })).toHaveLength(1)
  expect((await merchant.get('/user/credits?state=reversed')).json().data[0]).toMatchObject({ orderId })
})
