import { DAY_MS } from '@galla/contract/durations'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alertPathOf, recordAlertsOf } from '../../../testing/merchants-phone.ts'
import { placeOrder } from '../../../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'
import { sql } from '../../platform/database/database.ts'

let shop: Shop
let merchant: ShopMerchant
let url: string
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  merchant = await shop.merchant()
  url = await alertPathOf(merchant)
})

let utrs = 653_000_000_000
const sms = (account: string, amount: string) => {
  const day = shop.clock.now().toLocaleDateString('en-GB', {
    timeZone: 'Asia/Kolkata',
    day: '2-digit',
    month: 'short',
    year: '2-digit',
  })
  return `ICICI Bank Account ${account} is credited with Rs ${amount} on ${day.replaceAll(' ', '-')} from ASHA RAO. UPI:${++utrs}`
}

const send = (text: string) => shop.call({ method: 'POST', url, payload: { from: 'AD-ICICIT-S', text } })

/** Places an order and forwards a message of its amount. Returns the order's status and how the message was read. */
const sell = async (account: string, amount: string): Promise<{ status: string; because: string | null }> => {
  const order = await placeOrder(shop, merchant, amount)
  shop.clock.advance({ seconds: 1 })
  expect((await send(sms(account, amount))).statusCode).toBe(200)
  await recordAlertsOf(shop)
  const { because } = (await merchant.get('/user/alerts')).json().data[0].reading
  return { status: await statusOf(order), because }
}
const statusOf = async (orderId: string): Promise<string> =>
  (await merchant.get(`/user/transactions/${orderId}`)).json().data.status
const digitsOf = async () => (await merchant.get('/user/alert-source')).json().data.namedDigits
const answer = (digits: string, isShops: boolean) =>
  merchant.post('/user/account-digits', { digits, isShops })
const age = async (days: number) => {
  const rows = await shop.db.rows<{ digits: string; settled_at: Date | null }>(sql`
    select digits, settled_at from account_digits where merchant_id = ${merchant.merchantId}`)
  for (const { digits, settled_at: at } of rows)
    if (at !== null)
      await shop.db.run(sql`
        update account_digits set settled_at = ${new Date(at.getTime() - days * DAY_MS)}
        where merchant_id = ${merchant.merchantId} and digits = ${digits}`)
}

const PAID = { status: 'success', because: null }
const WAITS = { status: 'created', because: null }
const IGNORED = { status: 'created', because: 'other_account' }

test('a message about another account than the settled ones settles no order, is recorded and asked about once', async () => {
  expect(await sell('XX1234', '7.00')).toEqual(PAID)
  expect(await digitsOf()).toEqual([{ digits: '1234', standing: 'own' }])
  expect(await sell('XX9876', '499.00')).toEqual(WAITS)
  const credits = (await merchant.get('/user/credits')).json().data
  expect(credits).toContainEqual(expect.objectContaining({ amount: 499, state: 'unmatched' }))
  const asked = [
    { digits: '1234', standing: 'own' },
    { digits: '9876', standing: 'asked' },
  ]
  expect(await digitsOf()).toEqual(asked)
  expect(await sell('X876', '498.00')).toEqual(WAITS)
  expect(await digitsOf()).toEqual(asked)
  expect(await sell('X234', '8.00')).toEqual(PAID)
})

test('if the account is the shop’s too, its next messages settle, and what waits is left to the merchant', async () => {
  await sell('XX1234', '7.00')
  const order = await placeOrder(shop, merchant, '497.00')
  shop.clock.advance({ seconds: 1 })
  await send(sms('XX9876', '497.00'))
  await recordAlertsOf(shop)
  expect((await answer('9876', true)).statusCode).toBe(200)
  await recordAlertsOf(shop)
  expect(await statusOf(order)).toBe('created')
  expect(await sell('XX9876', '496.00')).toEqual(PAID)
  expect(await sell('XX1234', '9.00')).toEqual(PAID)
  expect(await sell('XX5555', '495.00')).toEqual(WAITS)
})

test('if it is not the shop’s, its messages are ignored as those of another account', async () => {
  await sell('XX1234', '7.00')
  await sell('XX9876', '499.00')
  await answer('9876', false)
  expect(await sell('XX9876', '494.00')).toEqual(IGNORED)
  expect((await digitsOf()).map(({ standing }: { standing: string }) => standing)).toEqual(['own', 'other'])
  const text = sms('X876', '493.00')
  const shown = await merchant.post('/user/test-alert', { text, sender: 'AD-ICICIT-S' })
  expect(shown.json().data.reading.because).toBe('other_account')
  const tested = await shop.call({
    method: 'POST',
    url: `${url}?test=1`,
    payload: { from: 'AD-ICICIT-S', text },
  })
  expect(tested.json().data.reading.because).toBe('other_account')
})

test('digits that were learnt wrongly can be taken back', async () => {
  await sell('XX9876', '7.00')
  expect(await sell('XX1234', '8.00')).toEqual(WAITS)
  await answer('9876', false)
  await answer('1234', true)
  expect(await sell('XX9876', '9.00')).toEqual(IGNORED)
  expect(await sell('XX1234', '10.00')).toEqual(PAID)
})

test('digits that settled nothing are not learnt, and learnt ones are forgotten after 30 days without a settlement', async () => {
  await send(sms('XX9876', '7.00'))
  await recordAlertsOf(shop)
  expect(await digitsOf()).toEqual([])
  expect(await sell('XX1234', '7.00')).toEqual(PAID)
  await age(29)
  expect(await sell('XX1234', '8.00')).toEqual(PAID)
  await age(29)
  expect(await sell('XX9876', '9.00')).toEqual(WAITS)
  await answer('9876', false)
  await age(2)
  expect(await sell('XX5555', '11.00')).toEqual(PAID)
})

test('a message that matches both an account of the shop and one that is not waits', async () => {
  await sell('XX1134', '7.00')
  await sell('XX9934', '8.00')
  await answer('9934', false)
  expect(await sell('XX34', '9.00')).toEqual(WAITS)
  await answer('34', true)
  expect(await sell('XX34', '10.00')).toEqual(PAID)
  expect(await sell('XX9934', '11.00')).toEqual(IGNORED)
})

test('of first messages about two accounts that come at once, only one account is learnt', async () => {
  for (let round = 0; round < 5; round++) {
    merchant = await shop.merchant()
    url = await alertPathOf(merchant)
    const orders = [await placeOrder(shop, merchant, '21.00'), await placeOrder(shop, merchant, '22.00')]
    shop.clock.advance({ seconds: 1 })
    await Promise.all([send(sms('XX1234', '21.00')), send(sms('XX9876', '22.00'))])
    await Promise.all([recordAlertsOf(shop), recordAlertsOf(shop)])
    await expect.poll(async () => (await digitsOf()).length).toBe(2)
    expect((await Promise.all(orders.map(statusOf))).toSorted()).toEqual(['created', 'success'])
    const standings = (await digitsOf()).map(({ standing }: { standing: string }) => standing)
    expect(standings.toSorted()).toEqual(['asked', 'own'])
  }
})

describe('with the last digits set', () => {
  test('nothing is learnt, asked or compared', async () => {
    await sell('XX1234', '7.00')
    await sell('XX9876', '8.00')
    await merchant.post('/user/account-last-digits', { lastDigits: '9876' })
    expect(await digitsOf()).toEqual([])
    expect(await sell('XX9876', '9.00')).toEqual(PAID)
    expect(await sell('XX1234', '10.00')).toEqual(IGNORED)
  })
})

test('an answer about digits that no message named is refused, and each answer is a security event', async () => {
  const unknown = await answer('4444', true)
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not_found'])
  await sell('XX1234', '7.00')
  await answer('1234', true)
  await answer('1234', true)
  const events = (await merchant.get('/user/security-events')).json().data
  expect(events.filter(({ kind }: { kind: string }) => kind === 'last_digits_changed')).toEqual([
    expect.objectContaining({ subject: "test mode, 1234 is the shop's" }),
  ])
})
