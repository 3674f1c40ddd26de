import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAlertsOf } from '../../testing/merchants-phone.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

let shop: Shop
let merchant: ShopMerchant
let url: string

beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant()
  url = new URL((await merchant.post('/user/get-api-details')).json().data.alertUrl).pathname
})
afterAll(() => shop.close())

let utrs = 520_000_000_000
/** From an untrusted sender, so it waits. */
const forward = async (text: string): Promise<string> => {
  await shop.call({ method: 'POST', url, payload: { text, from: '+919999999999' } })
  shop.clock.advance({ seconds: 1 })
  return (await waiting()).data[0].id
}
const waiting = async () => (await merchant.get('/user/alerts?outcome=waiting')).json()
const cases = async () => (await merchant.get('/user/cases')).json().data.alerts as number
const message = () => {
  const utr = String(++utrs)
  return { utr, text: `Rs.75.00 credited to your A/c XX1 by UPI. UPI Ref No ${utr}` }
}

test('a waiting message shows what the parser found, and becomes the evidence of the credit that a person creates from it', async () => {
  const { utr, text } = message()
  const id = await forward(text)
  expect((await waiting()).data[0]).toMatchObject({ outcome: 'untrusted', found: { amount: 75, utr } })
  expect(await cases()).toBe(1)
  const { data } = (await merchant.post(`/user/alerts/${id}/credit`, { amount: '75.00', utr })).json()
  expect(await cases()).toBe(0)
  const report = await merchant.get(`/user/credits/${data.creditId}/alerts`)
  expect(report.json().data).toMatchObject([{ id, text }])
  const stranger = await shop.merchant()
  expect((await stranger.get(`/user/credits/${data.creditId}/alerts`)).statusCode).toBe(404)
})

test('the second of two people who create a credit from one message is refused, unless both enter the same values', async () => {
  const { utr, text } = message()
  const id = await forward(text)
  const say = (amount: string, of: string) => merchant.post(`/user/alerts/${id}/credit`, { amount, utr: of })
  expect((await say('75.00', utr)).statusCode).toBe(200)
  expect((await say('75.00', utr)).statusCode).toBe(200)
  expect((await say('57.00', utr)).json().code).toBe('alert_decided')
  expect((await merchant.post(`/user/alerts/${id}/dismiss`)).json().code).toBe('alert_decided')
})

test('a mistyped UTR of a message settles no second order when the bank reports the payment', async () => {
  const { utr, text } = message()
  const first = await placeOrder(shop, merchant, '75.00')
  shop.clock.advance({ seconds: 1 })
  const id = await forward(text)
  await merchant.post(`/user/alerts/${id}/credit`, { amount: '75.00', utr: String(++utrs) })
  const second = await placeOrder(shop, merchant, '75.00')
  shop.clock.advance({ seconds: 1 })
  const now = String(shop.clock.now().getTime())
  const reported = `ICICI Bank Account XX1 is credited with Rs 75.00 on 21-Nov-26 from ASHA RAO. UPI:${utr}`
  await shop.call({
    method: 'POST',
    url,
    payload: { from: 'AD-ICICIT-S', text: reported, receivedStamp: now },
  })
  await recordAlertsOf(shop)
  const statusOf = async (orderId: string) =>
    (await merchant.get(`/user/transactions/${orderId}`)).json().data.status
  expect([await statusOf(first), await statusOf(second)]).toEqual(['success', 'created'])
  const { data } = (await merchant.get('/user/credits?state=unmatched')).json()
  expect(data).toContainEqual(expect.objectContaining({ utr, possibleRepeatOf: expect.stringMatching(/./) }))
})

test('a dismissed message no longer waits, but can still become a credit', async () => {
  const { utr, text } = message()
  const id = await forward(text)
  expect((await merchant.post(`/user/alerts/${id}/dismiss`)).json().data.outcome).toBe('ignored')
  expect((await merchant.post(`/user/alerts/${id}/dismiss`)).statusCode).toBe(200)
  expect((await waiting()).data).toEqual([])
  expect(await cases()).toBe(0)
  expect((await merchant.post(`/user/alerts/${id}/credit`, { amount: '75.00', utr })).statusCode).toBe(200)
})

test('a message of test mode is not visible and cannot be decided in live mode', async () => {
  const { utr, text } = message()
  const id = await forward(text)
  await merchant.post('/user/connect-merchant', {
    merchantProvider: 'other',
    merchantName: 'Sharma Tea',
    merchantId: 'M1',
    merchantUpiId: 'live@examplebank',
  })
  const replies = await Promise.all([
    merchant.get(`/user/alerts/${id}`),
    merchant.post(`/user/alerts/${id}/credit`, { amount: '75.00', utr }),
    merchant.post(`/user/alerts/${id}/dismiss`),
  ])
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  await merchant.post('/user/mode', { mode: 'test' })
  expect((await waiting()).data[0]).toMatchObject({ id, outcome: 'untrusted', creditId: null })
})
