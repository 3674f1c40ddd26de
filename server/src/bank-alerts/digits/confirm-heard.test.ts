import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alertPathOf, recordAlertsOf } from '../../../testing/merchants-phone.ts'
import { placeOrder } from '../../../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'
import { sql } from '../../platform/database/database.ts'

let shop: Shop
let merchant: ShopMerchant
let url: string
beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  merchant = await shop.merchant()
  await change(sql`update accounts set unique_amounts = true where merchant_id = ${merchant.merchantId}`)
  url = await alertPathOf(merchant)
})

const change = (statement: ReturnType<typeof sql>) => shop.db.run(statement)

const BHARATPE = 'com.bharatpe.app'
const notice = (amount: string) => `Received ${amount} Rupees From ASHA RAO.`
const today = (): string => {
  const parts = { timeZone: 'Asia/Kolkata', day: '2-digit', month: 'short', year: '2-digit' } as const
  return shop.clock.now().toLocaleDateString('en-GB', parts).replaceAll(' ', '-')
}
const sms = (amount: string, account: string) =>
  `Your A/C ${account} is credited with INR ${amount} on ${today()}. Your new balance is INR 90,000.00. Team IDFC FIRST Bank`

const forward = async (from: string, text: string): Promise<string> => {
  shop.clock.advance({ seconds: 2 })
  const payload = { from, text, sentStamp: shop.clock.now().getTime() }
  const reply = await shop.call({ method: 'POST', url, payload })
  expect(reply.statusCode, reply.body).toBe(200)
  await recordAlertsOf(shop)
  return (await merchant.get('/user/alerts')).json().data[0].id
}
const confirm = (alertId: string, by = merchant) => by.post(`/user/alerts/${alertId}/heard`)

/** Sells something whose lowered amount a message without a UTR reports. */
const sell = async (from: string, write: (amount: string) => string): Promise<string> => {
  const orderId = await placeOrder(shop, merchant, '499.00')
  const payable = await shop.db.value<string>(
    sql`select (payable_paise / 100.0)::numeric(12, 2)::text as payable from orders where order_id = ${orderId}`,
  )
  await forward(from, write(payable))
  return (await merchant.get(`/user/transactions/${orderId}`)).json().data.status
}

test('an app’s notices settle lowered amounts once the merchant said of one that it was the shop’s', async () => {
  expect(await sell(BHARATPE, notice)).toBe('created')
  const first = await forward(BHARATPE, notice('1.37'))
  expect((await confirm(first)).json().data).toEqual({ digits: null, app: BHARATPE })
  expect(await sell(BHARATPE, notice)).toBe('success')
  expect(await sell(`${BHARATPE}.fake`, notice)).toBe('created')
  const { body } = await merchant.get('/user/security-events')
  expect(body).toContain(`${BHARATPE} is the shop's`)
})

test('an account’s number proves it once the merchant said of a message that it was the shop’s', async () => {
  const first = await forward('AX-IDFCFB-S', sms('1.37', 'XX1234'))
  expect(await sell('AX-IDFCFB-S', (amount) => sms(amount, 'XX1234'))).toBe('created')
  expect((await confirm(first)).json().data).toEqual({ digits: '1234', app: null })
  expect((await confirm(first)).statusCode).toBe(200)
  expect(await sell('AX-IDFCFB-S', (amount) => sms(amount, 'XX1234'))).toBe('success')
  expect(await sell('AX-IDFCFB-S', (amount) => sms(amount, 'XX9876'))).toBe('created')
})

test('a message whose words are not known, and another merchant’s, teach nothing', async () => {
  const chat = await forward('com.whatsapp', 'ICICI Bank Account XX1234 is credited with Rs 1.37 from ASHA')
  expect((await confirm(chat)).json().code).toBe('alert_unproven')
  const credited = await merchant.post(`/user/alerts/${chat}/credit`, { amount: '1.37' })
  expect(credited.statusCode, credited.body).toBe(200)
  expect((await confirm(chat)).json().code).toBe('alert_unproven')
  const known = await forward(BHARATPE, notice('2.38'))
  expect((await confirm(known, await shop.merchant())).json().code).toBe('not_found')
  expect((await confirm('nothing')).json().code).toBe('not_found')
  expect(await sell(BHARATPE, notice)).toBe('created')
})

test('with a printed QR, a whole rupee with a UTR settles no online order; a lowered amount does', async () => {
  const withUtr = (utr: string) => (amount: string) =>
    `ICICI Bank Account XX1234 is credited with Rs ${amount} on ${today()} from ASHA RAO. UPI:${utr}`
  const printed = (has: boolean) =>
    change(sql`
      update accounts set unique_amounts = ${!has}, has_printed_qr = true where merchant_id = ${merchant.merchantId}`)
  await printed(true)
  expect(await sell('AD-ICICIT-S', withUtr('653100000001'))).toBe('created')
  await printed(false)
  expect(await sell('AD-ICICIT-S', withUtr('653100000002'))).toBe('success')
})
