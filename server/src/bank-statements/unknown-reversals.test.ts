import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alertPathOf, recordAlertsOf } from '../../testing/merchants-phone.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { importStatement, istNow } from './import-harness.ts'

let shop: Shop
let merchant: ShopMerchant
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  merchant = await shop.merchant()
})

const csv = (...rows: string[]): string => ['Date,Narration,Debit,Credit', ...rows, ''].join('\r\n')
const unknown = async (of = merchant) => (await of.get('/user/unknown-reversals')).json().data
const waiting = async () => (await merchant.get('/user/cases')).json().data.reversed

test('a chargeback without a payment is one case, even if it is reported repeatedly', async () => {
  const at = istNow(shop)
  const rows = csv(
    `${at},CHARGEBACK DEBIT UPI ASHA RAO,499.00,`,
    `${at},CHARGEBACK DEBIT UPI RAVI RAO,499.00,`,
  )
  expect(await importStatement(shop, merchant, rows)).toMatchObject({ ignoredFor: { reversal: 2 } })
  await importStatement(shop, merchant, rows)
  await importStatement(shop, merchant, csv(`${at},chargeback  debit upi ravi rao,499.00,`))
  const cases = await unknown()
  expect(cases).toHaveLength(2)
  expect(cases).toContainEqual(
    expect.objectContaining({
      source: 'statement',
      utr: null,
      orderId: null,
      amount: 499,
      words: 'CHARGEBACK DEBIT UPI ASHA RAO',
    }),
  )
  expect(await waiting()).toBe(2)
  expect((await merchant.get('/user/credits?state=any')).json().data).toEqual([])
})

test('a case without a payment is marked as seen once, and only by its merchant', async () => {
  await importStatement(shop, merchant, csv(`${istNow(shop)},CHARGEBACK DEBIT,75.00,`))
  const [found] = await unknown()
  const { accountId, source, sourceKey } = found
  const other = await shop.merchant()
  expect(await unknown(other)).toEqual([])
  const seen = (by: ShopMerchant) => by.post('/user/unknown-reversals/seen', { accountId, source, sourceKey })
  expect((await seen(other)).statusCode).toBe(404)
  expect(await waiting()).toBe(1)
  for (let n = 0; n < 2; n += 1) expect((await seen(merchant)).statusCode).toBe(200)
  expect(await unknown()).toEqual([])
  expect(await waiting()).toBe(0)
})

test('a reversal with an unknown number waits as a case until its payment is reported', async () => {
  const at = istNow(shop)
  await importStatement(shop, merchant, csv(`${at},UPI/REV/632900000001/ASHA RAO,310.00,`))
  expect(await unknown()).toMatchObject([{ utr: '632900000001', amount: 310 }])
  await importStatement(shop, merchant, csv(`${at},UPI/CR/632900000001/ASHA RAO/asha@okaxis/Tea,,310.00`))
  expect(await unknown()).toEqual([])
  expect((await merchant.get('/user/credits?state=unmatched')).json().data).toMatchObject([
    { utr: '632900000001', reversal: { decision: null } },
  ])
})

test('an unreadable chargeback is listed with its row', async () => {
  const { errors } = await importStatement(
    shop,
    merchant,
    csv('soon,CHARGEBACK DEBIT,75.00,', `${istNow(shop)},TEA,5.00,`),
  )
  expect(errors).toEqual([{ row: 2, msg: 'The date cannot be read: soon' }])
})

test('an alert of a chargeback without a reference opens a case, and other alerts of returned money do not', async () => {
  const url = await alertPathOf(merchant)
  const send = (text: string) => shop.call({ method: 'POST', url, payload: { from: 'VM-HDFCBK-S', text } })
  await send(
    'Rs.83.00 debited from A/c XX1234 on 21-11-26 towards chargeback of a UPI transaction. -HDFC Bank',
  )
  await send('Rs.84.00 credited to A/c XX1234 on 21-11-26: your payment was returned. -HDFC Bank')
  await send('Rs.85.00 debited from A/c XX1234 on 21-11-26 for EMI. -HDFC Bank')
  await recordAlertsOf(shop)
  expect(await unknown()).toMatchObject([
    { source: 'alert', utr: null, amount: 83, words: 'chargeback', mayBeRepeated: false },
  ])
})

test('a chargeback without a number that two sources report is listed twice, as a possible repeat', async () => {
  const url = await alertPathOf(merchant)
  const text =
    'Rs.83.00 debited from A/c XX1234 on 21-11-26 towards chargeback of a UPI transaction. -HDFC Bank'
  await shop.call({ method: 'POST', url, payload: { from: 'VM-HDFCBK-S', text } })
  await recordAlertsOf(shop)
  const at = istNow(shop)
  await importStatement(
    shop,
    merchant,
    csv(
      `${at},CHARGEBACK DEBIT,83.00,`,
      `${at},CHARGEBACK DEBIT TWO,84.00,`,
      `${at},CHARGEBACK DEBIT THREE,84.00,`,
    ),
  )
  const found = await unknown()
  expect(found).toHaveLength(4)
  for (const { amount, mayBeRepeated } of found) expect(mayBeRepeated, amount).toBe(amount === 83)
})
