import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { importStatement, istNow, uploadStatement } from './import-harness.ts'

let shop: Shop
let merchant: ShopMerchant

beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant()
})
afterAll(() => shop.close())

const report = (...rows: string[]): string =>
  ['Transaction Date,RRN,Payer VPA,MDR,GST on MDR,Net Amount', ...rows, ''].join('\r\n')

const detailOf = async (orderId: string) => (await merchant.get(`/user/transactions/${orderId}`)).json().data

const creditsOf = async (orderId: string) =>
  (await detailOf(orderId)).credits.map(({ amount, fee, state }: Record<string, unknown>) => [
    amount,
    fee,
    state,
  ])

test('an order is settled by what the customer paid, and the fee is shown beside it', async () => {
  const orderId = await placeOrder(shop, merchant, '411.00')
  const text = report(`${istNow(shop)},632700000001,asha@okaxis,8.22,1.48,401.30`)
  const { understood, columns } = await uploadStatement(shop, merchant, text)
  expect(understood[0]).toMatchObject({ kind: 'credit', amount: '411.00', fee: '9.70' })
  expect(columns).toMatchObject({ amount: 5, fees: [3, 4] })
  expect(await importStatement(shop, merchant, text)).toMatchObject({
    imported: 1,
    matched: 1,
    errorCount: 0,
  })
  const order = await detailOf(orderId)
  expect(order).toMatchObject({ status: 'success', credits: [{ amount: 411, fee: 9.7, state: 'matched' }] })
  const { id } = order.credits[0]
  expect((await merchant.get(`/user/credits/${id}`)).json().data).toMatchObject({ amount: 411, fee: 9.7 })
  const day = istNow(shop).slice(0, 10).split('/').reverse().join('-')
  const closing = (await merchant.get(`/user/closing?date=${day}`)).json().data
  expect(closing).toMatchObject({ expected: 411, received: 411, difference: 0, fees: 9.7 })
  const csv = (await merchant.get(`/user/closing?date=${day}&format=csv`)).body
  expect(csv).toContain('"Fees","9.70"')
  expect(csv).toContain('"Received after fees","401.30"')
})

test('a statement adds the fee once to a payment that an alert or a person reported before', async () => {
  const orderId = await placeOrder(shop, merchant, '412.00')
  await merchant.post(`/user/transactions/${orderId}/confirm`, { utr: '632700000002' })
  expect(await creditsOf(orderId)).toEqual([[412, undefined, 'matched']])
  const text = report(`${istNow(shop)},632700000002,asha@okaxis,2.00,0.36,409.64`)
  await importStatement(shop, merchant, text)
  await importStatement(shop, merchant, text)
  await importStatement(shop, merchant, text.replace('2.00,0.36,409.64', '3.00,0.54,408.46'))
  expect(await creditsOf(orderId)).toEqual([[412, 2.36, 'matched']])
})

test('a statement with another amount adds no fee', async () => {
  const orderId = await placeOrder(shop, merchant, '413.00')
  await merchant.post(`/user/transactions/${orderId}/confirm`, { utr: '632700000003' })
  await importStatement(shop, merchant, report(`${istNow(shop)},632700000003,asha@okaxis,2.00,0.36,500.00`))
  expect(await creditsOf(orderId)).toEqual([[413, undefined, 'matched']])
})

test('a row whose amounts contradict each other is refused with the column’s name', async () => {
  const text = [
    'Transaction Date,RRN,Payer VPA,Amount,MDR,Net Amount',
    `${istNow(shop)},632700000004,asha@okaxis,100.00,2.36,97.64`,
    `${istNow(shop)},632700000005,asha@okaxis,414.00,2.36,412.00`,
    '',
  ].join('\r\n')
  expect(await importStatement(shop, merchant, text)).toMatchObject({
    imported: 1,
    errors: [{ row: 3, msg: 'Amount is 414.00, but 412.00 and MDR make 414.36' }],
  })
})

test.each([
  ['Transaction Date,RRN,Payer VPA,MDR,Net Amount', '2.36,412.64', 'a fee whose tax may stand nowhere'],
  [
    'Transaction Date,RRN,Payer VPA,MDR,Platform Fee,Net Amount',
    '2.00,0.36,412.64',
    'fees that may hold each other',
  ],
  [
    'Transaction Date,RRN,Payer VPA,MDR,GST on MDR,Net Amount',
    '2.00,0.50,412.50',
    'a tax that is not that of the fee',
  ],
])('an amount after fees with %s, %s (%s), waits for a person', async (headings, money) => {
  const orderId = await placeOrder(shop, merchant, '415.00')
  const utr = String(632_700_000_100 + money.length + headings.length)
  const text = [headings, `${istNow(shop)},${utr},asha@okaxis,${money}`, ''].join('\r\n')
  expect(await importStatement(shop, merchant, text)).toMatchObject({ imported: 1, matched: 0 })
  expect((await detailOf(orderId)).status).toBe('created')
  const [credit] = (await merchant.get(`/user/credits?state=unmatched&search=${utr}`)).json().data
  expect(credit).toMatchObject({ amount: 415, state: 'unmatched' })
})
