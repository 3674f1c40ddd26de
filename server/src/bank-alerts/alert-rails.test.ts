import type { AccountRails } from '@galla/contract/bank-alerts/alerts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alertPathOf, recordAlertsOf } from '../../testing/merchants-phone.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'

const FIRST: AccountRails = { imps: false, unknown: false, others: 'ignore' }

let shop: Shop
let merchant: ShopMerchant
let url: string

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  merchant = await shop.merchant()
  url = await alertPathOf(merchant)
})
afterAll(() => shop.close())

const forward = async (from: string, text: string) => {
  shop.clock.advance({ seconds: 1 })
  const reply = await shop.call({ method: 'POST', url, payload: { from, text } })
  expect(reply.statusCode).toBe(200)
  await recordAlertsOf(shop)
  return (await merchant.get('/user/alerts')).json().data
}
const choose = (rails: AccountRails) => merchant.post('/user/account-rails', rails)
const place = (amount: string) => placeOrder(shop, merchant, amount)
const statusOf = async (orderId: string) =>
  (await merchant.get(`/user/transactions/${orderId}`)).json().data.status
const credits = async () => (await merchant.get('/user/credits?state=any')).json().data

let utrs = 710_000_000_000
const imps = (amount: string) =>
  `ICICI Bank Account XX022 is credited with Rs ${amount} on 21-Nov-26 by Account linked to mobile number XXXXX56689. IMPS Ref. no. ${++utrs}.`
const neft = (amount: string) =>
  `Update! INR ${amount} deposited in HDFC Bank A/c XX9999 on 21-NOV-26 for NEFT Cr-SBIN0000001-ACME-SHOP-SBIN526326123456. Avl bal INR 5,000.00`

test('an account allows only UPI at first, and keeps what the merchant chooses', async () => {
  expect((await merchant.get('/user/alert-source')).json().data.rails).toEqual(FIRST)
  const chosen: AccountRails = { imps: true, unknown: true, others: 'keep' }
  expect((await choose(chosen)).json().data).toEqual(chosen)
  expect((await merchant.get('/user/alert-source')).json().data.rails).toEqual(chosen)
})

test('an IMPS transfer settles the order of its amount only if the account allows it', async () => {
  const orderId = await place('311.00')
  await forward('VM-ICICIB-S', imps('311.00'))
  expect(await statusOf(orderId)).toBe('created')
  expect(await credits()).toMatchObject([{ state: 'unmatched', rail: 'imps', amount: 311 }])
  await choose({ ...FIRST, imps: true })
  await forward('VM-ICICIB-S', imps('311.00'))
  expect(await statusOf(orderId)).toBe('success')
})

test('money whose message names no rail settles the order of its amount only if the account allows it', async () => {
  const unnamed = (amount: string) =>
    `Dear Customer, your A/c X1234 is credited by Rs.${amount} on 21Nov26 transfer from ASHA RAO Ref No ${++utrs} -SBI`
  const orderId = await place('313.00')
  await forward('VM-CBSSBI-S', unnamed('313.00'))
  expect(await statusOf(orderId)).toBe('created')
  expect(await credits()).toMatchObject([{ state: 'unmatched', rail: 'unknown', amount: 313 }])
  await choose({ ...FIRST, unknown: true })
  await forward('VM-CBSSBI-S', unnamed('313.00'))
  expect(await statusOf(orderId)).toBe('success')
})

test('a NEFT transfer is ignored with its reason, or recorded without settling an order', async () => {
  const orderId = await place('312.00')
  expect((await forward('VM-HDFCBK-S', neft('312.00')))[0]).toMatchObject({
    outcome: 'ignored',
    reading: { direction: 'in', rail: 'neft', railWords: 'NEFT Cr', because: null },
  })
  expect(await credits()).toEqual([])
  await choose({ ...FIRST, imps: true, unknown: true, others: 'keep' })
  expect((await forward('AD-HDFCBK-S', neft('312.00')))[0]).toMatchObject({ outcome: 'credit' })
  expect(await credits()).toMatchObject([{ state: 'unmatched', rail: 'neft', utr: null, amount: 312 }])
  expect((await forward('+919812345678', neft('312.00')))[0]).toMatchObject({ outcome: 'untrusted' })
  expect(await statusOf(orderId)).toBe('created')
})

test('a message that is not a payment is listed with the words that show it', async () => {
  const text =
    'Dear UPI user A/C X9876 debited by 155.00 on date 13Jul26 trf to Sample Pan Shop Refno 999888777666'
  expect((await forward('VM-SBIUPI-S', text))[0]).toMatchObject({
    outcome: 'ignored',
    reading: { direction: 'out', because: 'debit', directionWords: 'debited' },
  })
})

test('only the time of arrival of a one-time password is stored', async () => {
  // The time of a line of the log has thirteen digits: six of them are these by chance.
  const code = '73019462'
  const shown = await forward(
    'VM-HDFCBK-S',
    `${code} is the OTP for txn of INR 500.00 at SHOP. Do not share it.`,
  )
  expect(shown).toMatchObject([
    { text: '', title: null, sender: null, isSecret: true, outcome: 'ignored', reading: { because: 'otp' } },
  ])
  await forward('VM-HDFCBK-S', `Your login code is ${code}, valid for 5 minutes. OTP is ${code}`)
  expect((await merchant.get('/user/alerts')).json().data).toHaveLength(2)
  const { rows } = await shop.db.pool.query('select sealed from alerts where merchant_id = $1', [
    merchant.merchantId,
  ])
  expect(rows).toHaveLength(2)
  for (const { sealed } of rows) expect(sealed.length).toBeLessThan(120)
  expect(shop.logged.join('\n')).not.toContain(code)
})
