import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertPathOf, recordAlertsOf } from '../../testing/merchants-phone.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { sql } from '../platform/database/database.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
})
afterAll(() => shop.close())

/** A shop with unique amounts whose phone gets the messages of account 1234. */
const openTeaShop = async (lastDigits: string | null = '1234') => {
  const merchant = await shop.merchant()
  await shop.db.run(sql`update accounts set unique_amounts = true where merchant_id = ${merchant.merchantId}`)
  await merchant.post('/user/account-last-digits', { lastDigits })
  return { merchant, url: await alertPathOf(merchant) }
}

const IDFC = 'AX-IDFCFB-S'
/** "28-Nov-26" */
const today = (): string => {
  const parts = { timeZone: 'Asia/Kolkata', day: '2-digit', month: 'short', year: '2-digit' } as const
  return shop.clock.now().toLocaleDateString('en-GB', parts).replaceAll(' ', '-')
}
const sms = (amount: string, account = 'XX1234') =>
  `Your A/C ${account} is credited with INR ${amount} on ${today()}. Your new balance is INR 90,000.00. Team IDFC FIRST Bank`

const forward = async (url: string, text: string, from = IDFC): Promise<void> => {
  shop.clock.advance({ seconds: 2 })
  const sentStamp = shop.clock.now().getTime()
  const reply = await shop.call({ method: 'POST', url, payload: { from, text, sentStamp } })
  expect(reply.statusCode, reply.body).toBe(200)
  await recordAlertsOf(shop)
}

const payableOf = (orderId: string) =>
  shop.db.value<string>(
    sql`select (payable_paise / 100.0)::numeric(12, 2)::text as payable from orders where order_id = ${orderId}`,
  )
const place = async (merchant: ShopMerchant, price = '499.00') => {
  const orderId = await placeOrder(shop, merchant, price)
  return { orderId, payable: await payableOf(orderId) }
}
const statusOf = async (merchant: ShopMerchant, orderId: string): Promise<string> =>
  (await merchant.get(`/user/transactions/${orderId}`)).json().data.status

test("a bank's SMS without a UTR settles the order of its lowered amount, whose UTR is empty until it is known", async () => {
  const { merchant, url } = await openTeaShop()
  const { orderId, payable } = await place(merchant)
  await forward(url, sms(payable))
  expect(await statusOf(merchant, orderId)).toBe('success')
  const { clientTransactionId } = (await merchant.get(`/user/transactions/${orderId}`)).json().data
  const check = async () =>
    (
      await shop.call({
        method: 'POST',
        url: '/api/v1/order/check-order-status',
        payload: { client_txn_id: clientTransactionId },
        headers: { authorization: `Bearer ${merchant.key}` },
      })
    ).json().data
  expect(await check()).toMatchObject({ status: 'success', utr: '' })
  await forward(
    url,
    `Rs.${payable} credited to HDFC Bank A/c XX1234 on ${today()} by a/c linked to VPA asha@okaxis (UPI Ref No 633200000001)`,
    'VM-HDFCBK-S',
  )
  expect(await check()).toMatchObject({ utr: '633200000001', payerUpiId: 'asha@okaxis' })
  expect((await merchant.get('/user/credits?state=any&limit=100')).json().data).toHaveLength(1)
})

test.each<[string, string | null, string]>([
  ['of another account', '1234', 'XX9876'],
  ['while no account is known to be the shop’s', null, 'XX1234'],
])('an SMS without a UTR %s settles nothing', async (_what, lastDigits, account) => {
  const { merchant, url } = await openTeaShop(lastDigits)
  const { orderId, payable } = await place(merchant)
  await forward(url, sms(payable, account))
  expect(await statusOf(merchant, orderId)).toBe('created')
})

test('a whole rupee, a chat and a bare header settle nothing', async () => {
  const { merchant, url } = await openTeaShop()
  const { orderId, payable } = await place(merchant)
  await forward(url, sms('499.00'))
  await forward(url, sms(payable), 'IDFCFB')
  await forward(url, sms(payable), 'com.whatsapp')
  expect(await statusOf(merchant, orderId)).toBe('created')
})

test('digits that were learnt from a settled message prove the account', async () => {
  const { merchant, url } = await openTeaShop(null)
  const first = await place(merchant)
  await forward(
    url,
    `ICICI Bank Account XX1234 is credited with Rs ${first.payable} on ${today()} from ASHA RAO. UPI:633200000002`,
    'AD-ICICIT-S',
  )
  expect(await statusOf(merchant, first.orderId)).toBe('success')
  const second = await place(merchant)
  await forward(url, sms(second.payable))
  expect(await statusOf(merchant, second.orderId)).toBe('success')
})
