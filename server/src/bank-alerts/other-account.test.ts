import { afterAll, beforeAll, expect, test } from 'vitest'
import { BANK_ADDRESS } from '../../testing/bank-mail.ts'
import { alertPathOf, recordAlertsOf } from '../../testing/merchants-phone.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { readAlert } from './read-alert.ts'

let shop: Shop
let merchant: ShopMerchant
let url: string
beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant()
  url = await alertPathOf(merchant)
})
afterAll(() => shop.close())

const sms = (account: string, amount: string, utr: string, payer = 'ASHA RAO') =>
  `ICICI Bank Account XX${account} is credited with Rs ${amount} on 21-Nov-26 from ${payer}. UPI:${utr}`

const forward = async (text: string): Promise<Record<string, unknown>> => {
  shop.clock.advance({ seconds: 1 })
  await shop.call({ method: 'POST', url, payload: { from: 'AD-ICICIT-S', text } })
  await recordAlertsOf(shop)
  return (await merchant.get('/user/alerts')).json().data[0]
}
const place = (amount: string) => placeOrder(shop, merchant, amount)
const statusOf = async (orderId: string) =>
  (await merchant.get(`/user/transactions/${orderId}`)).json().data.status
const setDigits = (lastDigits: string | null) => merchant.post('/user/account-last-digits', { lastDigits })

test('every message is used if the account has no last digits', async () => {
  const order = await place('61.00')
  expect(await forward(sms('111', '61.00', '650000000001'))).toMatchObject({ outcome: 'credit' })
  expect(await statusOf(order)).toBe('success')
})

test('a message that names another account is listed with the reason and settles nothing', async () => {
  expect((await setDigits('7722')).statusCode).toBe(200)
  expect((await merchant.get('/user/alert-source')).json().data.lastDigits).toBe('7722')
  const order = await place('62.00')
  // A payer who writes the right account changes nothing.
  expect(await forward(sms('111', '62.00', '650000000002', 'A/c 7722'))).toMatchObject({
    outcome: 'ignored',
    reading: { because: 'other_account', directionWords: 'Account XX111' },
  })
  expect(await statusOf(order)).not.toBe('success')
  expect(await forward(sms('722', '62.00', '650000000003'))).toMatchObject({ outcome: 'credit' })
  expect(await statusOf(order)).toBe('success')
})

test('a message keeps its meaning when the digits change later', async () => {
  await setDigits('7722')
  const ignored = await forward(sms('111', '63.00', '650000000004'))
  await setDigits('111')
  const again = (await merchant.get(`/user/alerts/${ignored.id}`)).json().data
  expect(again).toMatchObject({ outcome: 'ignored', reading: { because: 'other_account' } })
  const counted = await forward(sms('111', '64.00', '650000000005'))
  await setDigits('7722')
  expect((await merchant.get(`/user/alerts/${counted.id}`)).json().data.reading.because).toBeNull()
})

test('the same rule holds for a signed e-mail', () => {
  const text =
    'Dear Customer, Rs. 65.00 is successfully credited to your account **7722 by VPA asha@okaxis ASHA RAO on 21-11-26. Your UPI transaction reference number is 650000000006.'
  const email = { text, title: null, sender: BANK_ADDRESS, email: { bankId: 'hdfc' } }
  expect(readAlert({ ...email, lastDigits: '7722' }).outcome).toBe('credit')
  expect(readAlert({ ...email, lastDigits: '7723' })).toMatchObject({
    outcome: 'ignored',
    outcomeIfKept: 'ignored',
    reading: { because: 'other_account' },
  })
})

test.each(['1', '1234567', '12a', ''])('%j is refused as the last digits', async (lastDigits) => {
  expect((await setDigits(lastDigits)).statusCode).toBe(400)
})
