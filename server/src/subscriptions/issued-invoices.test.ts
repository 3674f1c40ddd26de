import { istDayOf, startOfIstDay } from '@galla/contract/ist'
import { paise } from '@galla/upi/rupees'
import { invoiceWords } from '@galla/upi/words/rupees-in-words'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textOfPdf } from '../../testing/pdf-text.ts'
import { openShop, orderDepsOf, type Shop, type ShopCaller, type ShopMerchant } from '../../testing/shop.ts'
import { issueSaleInvoice } from '../accounting/issue-sale-invoice.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { SALE_INVOICE_JOB } from '../orders/change-order.ts'
import { sql } from '../platform/database/database.ts'
import { confirmOrder } from '../reconciliation/reconcile.ts'
import { activatePlan } from './activate-plan.ts'

const KARNATAKA = { stateCode: '29', gstin: '29AAGCB7383J1Z4' }
const MAHARASHTRA = { stateCode: '27', gstin: '' }

let shop: Shop
let operator: ShopCaller
// No process works on the queue. The tests start the plans, so that they know when.
beforeAll(async () => {
  shop = await openShop({ ROLE: 'web' })
  operator = await shop.operator()
})
afterAll(() => shop.close())

const payFor = async (merchant: ShopMerchant): Promise<string> => {
  const planData = { planName: 'basic', billingCycle: '28days' }
  const bought = (await merchant.post('/user/new-subscription', { planData })).json().data
  const opened = await shop.call({ method: 'POST', url: `/api/v1/order/pay/${bought.order_id}` })
  const payload = { upi: opened.json().data.upiIntentUrl.bhim }
  expect((await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload })).statusCode).toBe(200)
  return bought.order_id
}
const start = (orderId: string) => activatePlan({ ...orderDepsOf(shop), trialQrRequests: 25 }, { orderId })

const bill = async (caller: ShopCaller, legalName: string, where: object): Promise<void> => {
  const details = { legalName, address: '12 MG Road, 560001', ...where }
  expect((await caller.post('/user/billing-details', details)).statusCode).toBe(200)
}

/** What an invoice says, piece by piece. */
const readInvoice = async (merchant: ShopMerchant, orderId: string): Promise<string[]> => {
  const reply = await merchant.get(`/user/subscription-history/${orderId}/invoice.pdf`)
  expect(reply.statusCode).toBe(200)
  return textOfPdf(reply.rawPayload).split('\n')
}
const beside = (lines: readonly string[], label: string): string | undefined =>
  lines[lines.indexOf(label) + 1]

test('an invoice of a seller without a GSTIN has no tax, but number, date, parties and the amount in words', async () => {
  const merchant = await shop.merchant('Sharma Tea')
  await bill(merchant, 'Sharma Tea Pvt Ltd', KARNATAKA)
  const orderId = await payFor(merchant)
  await start(orderId)
  const lines = await readInvoice(merchant, orderId)
  expect(lines).toEqual(
    expect.arrayContaining([
      'Invoice',
      'Sharma Tea Pvt Ltd',
      'Karnataka (state code 29)',
      'GSTIN 29AAGCB7383J1Z4',
      'Basic plan, 28 days',
      '4,999 QR requests · 21 Nov 2026 to 19 Dec 2026',
      '₹999.00',
      'Rupees Nine Hundred Ninety Nine Only',
    ]),
  )
  expect(beside(lines, 'Invoice number')).toMatch(/^GL\/26-27\/\d{6}$/)
  expect(beside(lines, 'Invoice date')).toBe('21 Nov 2026')
  expect(beside(lines, 'Order ID')).toBe(orderId)
  expect(lines.join('\n')).not.toMatch(/Tax Invoice|[CSI]GST \d|\bSAC\b/)
})

test.each([
  ['of the same state', KARNATAKA, ['₹846.62', '₹76.19', '₹76.19'], ['Taxable value', 'CGST 9%', 'SGST 9%']],
  ['of another state', MAHARASHTRA, ['₹846.61', '₹152.39'], ['Taxable value', 'IGST 18%']],
])(
  'with one, a buyer %s gets a tax invoice whose parts add up to the price',
  async (_who, where, amounts, labels) => {
    await bill(operator, 'Galla Private Limited', KARNATAKA)
    const merchant = await shop.merchant('Sharma Tea')
    await bill(merchant, 'Sharma Tea Pvt Ltd', where)
    const orderId = await payFor(merchant)
    await start(orderId)
    const lines = await readInvoice(merchant, orderId)
    expect(lines).toEqual(expect.arrayContaining(['Tax Invoice', 'Galla Private Limited']))
    expect(labels.map((label) => beside(lines, label))).toEqual(amounts)
    expect(lines.filter((line) => /^(Taxable value|[CSI]GST )/.test(line))).toEqual(labels)
    expect(beside(lines, 'Total')).toBe('₹999.00')
    expect(lines.join('\n')).toContain('SAC 998314')
    expect(lines).toContain('Whether tax is payable on reverse charge: No')
  },
)

test('the invoice, its tax, the history and the plan state what was received, not the price of the catalogue', async () => {
  await bill(operator, 'Galla Private Limited', KARNATAKA)
  await shop.db.run(sql`
    update accounts set unique_amounts = true
    where merchant_id in (select merchant_id from merchants where is_platform)`)
  const merchants = [await shop.merchant(), await shop.merchant()]
  const paid: number[] = []
  for (const merchant of merchants) {
    const orderId = await payFor(merchant)
    await start(orderId)
    const settled = await shop.db.value<bigint>(
      sql`select settled_paise from orders where order_id = ${orderId}`,
    )
    paid.push(Number(settled))
    const lines = await readInvoice(merchant, orderId)
    const rupees = `${settled / 100n}.${String(settled % 100n).padStart(2, '0')}`
    expect(beside(lines, 'Total')).toBe(`₹${rupees}`)
    expect(lines).toContain(invoiceWords(settled))
    const parts = ['Taxable value', 'CGST 9%', 'SGST 9%'].map((label) =>
      Number(beside(lines, label)?.replace('₹', '').replace('.', '')),
    )
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(Number(settled))
    const history = (await merchant.get('/user/subscription-history')).json().data
    expect(history).toMatchObject([{ orderId, amount: Number(settled) / 100 }])
    const plan = (await merchant.get('/user/subscription')).json().data
    expect(plan).toMatchObject({ orderId, planAmount: Number(settled) / 100 })
  }
  expect(paid[0]).not.toBe(paid[1])
  expect(Math.min(...paid)).toBeLessThan(99900)
  await shop.db.run(sql`
    update accounts set unique_amounts = false
    where merchant_id in (select merchant_id from merchants where is_platform)`)
})

test('a failed invoice leaves no gap in the numbers, even among many concurrent ones', async () => {
  const merchants = await Promise.all(Array.from({ length: 6 }, () => shop.merchant()))
  const orders = await Promise.all(merchants.map(payFor))
  const [unlucky = '', ...others] = orders
  await shop.db.pool.query(`
    create function refuse_one() returns trigger language plpgsql as $$
      begin if new.order_id = '${unlucky}' then raise exception 'the disk is full'; end if; return new; end $$`)
  await shop.db.pool.query(
    'create trigger refuse_one before insert on invoices for each row execute function refuse_one()',
  )
  const started = await Promise.allSettled([unlucky, ...others, unlucky].map(start))
  expect(started.map(({ status }) => status)).toEqual([
    'rejected',
    ...others.map(() => 'fulfilled'),
    'rejected',
  ])
  const [first] = merchants
  expect((await first?.get('/user/subscription'))?.json().code).toBe('subscription_not_found')
  await shop.db.pool.query('drop trigger refuse_one on invoices')
  await Promise.all([unlucky, unlucky, unlucky].map(start))
  expect((await first?.get('/user/subscription'))?.json().data.qrRemaining).toBe(4999)

  const rows = await shop.db.rows<{ number: number; order_id: string }>(
    sql`select number, order_id from invoices where financial_year = '26-27' order by number`,
  )
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
  expect(rows.at(-1)?.order_id).toBe(unlucky)
  expect(rows.map(({ order_id: id }) => id)).toEqual(expect.arrayContaining(orders))
})

test('a plan has one tax invoice, also where each sale of the operator has one', async () => {
  await bill(operator, 'Galla Private Limited', KARNATAKA)
  const settings = { issuesInvoices: true, hsn: '998314', invoicePrefix: 'GP' }
  expect(
    (await operator.post('/user/accounting', { ...settings, invoicePrefix: 'gl' })).json().errors,
  ).toEqual([{ field: 'invoicePrefix', msg: 'Invoices of plans start with GL: please use another text' }])
  expect((await operator.post('/user/accounting', settings)).statusCode).toBe(200)
  const operatorId = await shop.db.value<string>(sql`
    insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
    select merchant_id, 'acc_live', 'live', 'other', 'Galla', 'galla@examplebank', true, ${shop.clock.now()}
    from merchants where is_platform returning merchant_id`)
  const merchant = await shop.merchant('Sharma Tea')
  const planData = { planName: 'basic', billingCycle: '28days' }
  const { order_id: orderId } = (await merchant.post('/user/new-subscription', { planData })).json().data
  await recordCredit(orderDepsOf(shop), {
    merchantId: operatorId,
    accountId: 'acc_live',
    source: 'statement',
    sourceKey: 'row 2',
    utr: '633300000078',
    amount: paise(99_900n),
    rail: 'upi',
    receivedAt: shop.clock.now(),
    reference: orderId,
    payerUpiId: null,
    payerName: null,
  })
  await start(orderId)
  const jobs = await shop.db.values(sql`
    select payload from jobs where merchant_id = ${operatorId} and name = ${SALE_INVOICE_JOB}`)
  expect(jobs).toHaveLength(1)
  await issueSaleInvoice(shop, jobs[0])
  expect(await shop.db.values(sql`select prefix from sale_invoices`)).toEqual([])
  expect(await shop.db.values(sql`select last_number from sale_invoice_numbers`)).toEqual([])
  expect(
    await shop.db.values(sql`select merchant_id from invoices where order_id = ${orderId}`),
  ).toHaveLength(1)
})

test('a plan whose payment has no UTR has an invoice that opens', async () => {
  const merchant = await shop.merchant('Sharma Tea')
  const planData = { planName: 'basic', billingCycle: '28days' }
  const { order_id: orderId } = (await merchant.post('/user/new-subscription', { planData })).json().data
  const order = await shop.db.one<{ merchantId: string; mode: 'test' | 'live' }>(
    sql`select merchant_id as "merchantId", mode from orders where order_id = ${orderId}`,
  )
  await confirmOrder(orderDepsOf(shop), order, orderId, {})
  await start(orderId)
  expect(await readInvoice(merchant, orderId)).not.toContain('UTR')
})

test('an invoice has the day on which it is issued, and beside the UTR the day on which the bank received the money', async () => {
  const merchant = await shop.merchant('Sharma Tea')
  const planData = { planName: 'basic', billingCycle: '28days' }
  const { order_id: orderId } = (await merchant.post('/user/new-subscription', { planData })).json().data
  const order = await shop.db.one<{ merchant_id: string; account_id: string; payable_paise: bigint }>(
    sql`select merchant_id, account_id, payable_paise from orders where order_id = ${orderId}`,
  )
  const paidOn = shop.clock.now()
  shop.clock.advance({ seconds: 86_400 })
  // The statement of the day before, which gives no time.
  await recordCredit(orderDepsOf(shop), {
    merchantId: order.merchant_id,
    accountId: order.account_id,
    source: 'statement',
    sourceKey: 'row 1',
    utr: '633300000077',
    amount: paise(order.payable_paise),
    rail: 'upi',
    receivedAt: startOfIstDay(istDayOf(paidOn)),
    received: {
      from: startOfIstDay(istDayOf(paidOn)),
      to: startOfIstDay(istDayOf(shop.clock.now())),
      named: 'day',
    },
    reference: orderId,
    payerUpiId: null,
    payerName: null,
  })
  await start(orderId)
  const lines = await readInvoice(await shop.logInAgain(merchant), orderId)
  expect(beside(lines, 'Invoice date')).toBe('22 Nov 2026')
  expect(beside(lines, 'Paid by UPI')).toBe('21 Nov 2026, UTR 633300000077')
})
