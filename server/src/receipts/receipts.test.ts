import { createPublicKey, verify } from 'node:crypto'
import { istWallClock } from '@galla/contract/ist'
import { PAGE_LANGUAGE_CODES } from '@galla/contract/payment-page/page-languages'
import { readQr } from '@galla/upi/read-qr-harness'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alertPathOf, recordAlertsOf } from '../../testing/merchants-phone.ts'
import { textOfPdf } from '../../testing/pdf-text.ts'
import { placeOrder } from '../../testing/place-order.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { openCounter, payPrintedQr } from '../counters/counters-harness.ts'
import { sql } from '../platform/database/database.ts'
import { maskedPayer } from './receipt.ts'

const UTR = '633300000001'
const SCALE = 4
const POINTS_A_MM = 72 / 25.4

let shop: Shop
let merchant: ShopMerchant
let orderId: string
beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant('Sharma <Tea> & शर्मा')
  orderId = await placeOrder(shop, merchant, '124950.50')
  const text = `Rs.1,24,950.50 credited to your A/c XX1234 on 21-11-26 by UPI from asha.rao@okaxis. UPI Ref No ${UTR} -HDFC Bank`
  shop.clock.advance({ seconds: 1 })
  const url = await alertPathOf(merchant)
  await shop.call({ method: 'POST', url, payload: { from: 'VM-HDFCBK-S', text } })
  await recordAlertsOf(shop)
})
afterAll(() => shop.close())

const get = (url: string) => shop.call({ method: 'GET', url })
const linkOf = (page: string): string => /href="([^"]*\/verify-receipt#[^"]*)"/.exec(page)?.[1] ?? ''
const signedIn = (link: string) =>
  JSON.parse(Buffer.from((link.split('#')[1] ?? '').split('.')[1] ?? '', 'base64url').toString())
const keyOf = async () => (await get('/.well-known/galla-receipts.json')).json().keys[0]
const isGenuine = async (link: string): Promise<boolean> => {
  const [head = '', body = '', signature = ''] = (link.split('#')[1] ?? '').split('.')
  const key = createPublicKey({ key: await keyOf(), format: 'jwk' })
  return verify(null, Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'))
}

test('the receipt of a paid order shows amount, words, UTR, time in India and a masked payer', async () => {
  const { statusCode, body, headers } = await get(`/receipt/${orderId}`)
  expect(statusCode).toBe(200)
  for (const part of [
    '₹1,24,950.50',
    'Rupees One Lakh Twenty Four Thousand Nine Hundred Fifty and Fifty Paise Only',
    UTR,
    'ash•••@okaxis',
    'IST',
    orderId,
    'Test payment',
  ])
    expect(body).toContain(part)
  expect(body).not.toMatch(/asha\.rao|<Tea>/)
  expect(headers['content-security-policy']).not.toContain('unsafe')
  expect(headers['x-robots-tag']).toContain('noindex')
})

test('a redirect with both parameters of a paid order finds what its receipt says, and with forged ones nothing', async () => {
  const paid = (await get(`/receipt/${orderId}`)).body
  const [clientTxnId] = await shop.db.values<string>(
    sql`select client_txn_id from orders where order_id = ${orderId}`,
  )
  const find = (id: string, reference: string) =>
    get(`/api/v1/order/paid/${id}?client_txn_id=${encodeURIComponent(reference)}`)
  const found = await find(orderId, clientTxnId ?? '')
  expect(found.json()).toEqual({
    success: true,
    msg: 'OK',
    data: {
      orderId,
      clientTransactionId: clientTxnId,
      merchantName: 'Sharma <Tea> & शर्मा',
      amount: 124950.5,
      mode: 'test',
      isReturned: false,
    },
  })
  for (const part of [orderId, clientTxnId ?? '', '₹1,24,950.50']) expect(paid).toContain(part)
  const open = await placeOrder(shop, merchant, '5.00')
  const other = await shop.db.value<string>(sql`select client_txn_id from orders where order_id = ${open}`)
  for (const [id, reference] of [
    [orderId, other],
    [orderId, ''],
    [open, clientTxnId ?? ''],
    [open, other],
    ['01JD8K7Q2M4V6X8Z0B2D4F6H8K', clientTxnId ?? ''],
    ["' or 1=1--", clientTxnId ?? ''],
  ] as const) {
    const { statusCode, body } = await find(id, reference)
    expect([id, statusCode]).toEqual([id, 404])
    expect(body).not.toContain('Sharma')
  }
  expect((await get(`/api/v1/order/paid/${orderId}`)).statusCode).toBe(400)
})

test("the receipt is in the language of its link, else the browser's, else the merchant's", async () => {
  const shown = async (path: string, browser?: string) => {
    const headers = browser === undefined ? {} : { 'accept-language': browser }
    const { body } = await shop.call({ method: 'GET', url: `/receipt/${orderId}${path}`, headers })
    return body
  }
  expect(await shown('')).toContain('<html lang="en-IN" dir="ltr">')
  expect(await shown('', 'ta-IN,en;q=0.5')).toContain('கட்டண ரசீது')
  expect(await shown('?lang=or', 'ta')).toContain('ପେମେଣ୍ଟ ରସିଦ')
  const urdu = await shown('?lang=ur')
  expect(urdu).toContain('<html lang="ur-IN" dir="rtl">')
  expect(urdu).toContain(`href="/receipt/${orderId}/58mm.pdf?lang=ur"`)
  for (const figure of ['₹1,24,950.50', UTR, ' IST']) expect(urdu).toContain(figure)
  expect(urdu).toContain('ایک لاکھ چوبیس ہزار نو سو پچاس روپے پچاس پیسے صرف')
  expect(await shown('?lang=te')).not.toContain('Rupees')
  const hindi = await shown('?lang=hi')
  expect(hindi).toContain('एक लाख चौबीस हज़ार नौ सौ पचास रुपये पचास पैसे मात्र')
  // What is signed has no language.
  expect(linkOf(hindi)).toBe(linkOf(urdu))
  await shop.db.run(sql`update merchants set page_language = 'bn' where merchant_id = ${merchant.merchantId}`)
  expect(await shown('')).toContain('পেমেন্টের রসিদ')
  await shop.db.run(sql`update merchants set page_language = 'en' where merchant_id = ${merchant.merchantId}`)
})

test.each(PAGE_LANGUAGE_CODES)(
  'the PDFs in %s are one page each and the same each time',
  async (language) => {
    for (const paper of ['a5', '58mm']) {
      const pdf = async () => (await get(`/receipt/${orderId}/${paper}.pdf?lang=${language}`)).rawPayload
      const rendered = await pdf()
      expect(rendered.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
      expect(textOfPdf(rendered)).toContain(UTR)
      // Where the receipt can be checked is read, and tapped.
      expect(textOfPdf(rendered).replace(/\s/g, '')).toContain(`/receipt/${orderId}`)
      expect(rendered.toString('latin1').match(/\/S \/URI/g)).toHaveLength(2)
      if (language === 'ur') expect(rendered).toEqual(await pdf())
      shop.clock.advance({ seconds: 3 })
    }
  },
)

test('an unpaid order and an unknown one have no receipt', async () => {
  const unpaid = await placeOrder(shop, merchant, '5.00')
  for (const id of [unpaid, '01J00000000000000000000000', 'x'])
    for (const path of ['', '/a5.pdf', '/58mm.pdf'])
      expect((await get(`/receipt/${id}${path}`)).statusCode).toBe(404)
  expect((await get(`/receipt/${orderId}/a3.pdf`)).statusCode).toBe(404)
  expect((await get(`/receipt/${orderId}/constructor.pdf`)).statusCode).toBe(404)
})

test('a receipt has a signature of the published key, the same after a restart, which a changed receipt breaks', async () => {
  const link = linkOf((await get(`/receipt/${orderId}`)).body)
  expect(await isGenuine(link)).toBe(true)
  const [head, body = '', signature] = (link.split('#')[1] ?? '').split('.')
  const receipt = JSON.parse(Buffer.from(body, 'base64url').toString())
  expect(receipt).toMatchObject({ order: orderId, amount: '124950.50', utr: UTR, payer: 'ash•••@okaxis' })
  const changed = Buffer.from(JSON.stringify({ ...receipt, amount: '224950.50' })).toString('base64url')
  expect(await isGenuine(`#${head}.${changed}.${signature}`)).toBe(false)
  const key = await keyOf()
  await shop.restart(() => {})
  expect(await keyOf()).toEqual(key)
  expect(linkOf((await get(`/receipt/${orderId}`)).body)).toBe(link)
})

test("the receipt of a counter sale does not show the merchant's contact as the customer's", async () => {
  const counter = await openCounter(shop, merchant)
  await payPrintedQr(shop, merchant, '250.00')
  const creditId = (await counter.state()).waiting[0]?.creditId
  const taken = await counter.post(`/counter/credits/${creditId}/take`)
  const sale = taken.json().data.orderId
  const { customer, customerMobile } = (await merchant.get(`/user/transactions/${sale}`)).json().data
  expect(customer.email).toContain('@')
  const { body } = await get(`/receipt/${sale}`)
  const receipt = signedIn(linkOf(body))
  expect(Object.keys(receipt).toSorted()).toEqual([
    'amount',
    'confirmedBy',
    'merchant',
    'mode',
    'order',
    'payee',
    'payer',
    'receivedAt',
    'reference',
    'status',
    'utr',
  ])
  for (const contact of [customer.email, customerMobile]) {
    expect(body).not.toContain(contact)
    expect(JSON.stringify(receipt)).not.toContain(contact)
  }
})

test('the receipt of a reversed payment shows and signs the reversal, unless the merchant ignored it', async () => {
  const genuine = linkOf((await get(`/receipt/${orderId}`)).body)
  expect(signedIn(genuine)).toMatchObject({ status: 'paid' })
  const decide = (decision: string | null) =>
    shop.db.run(sql`
      insert into reversals (merchant_id, credit_id, opened_at, decision, decided_at)
      select merchant_id, settled_by_credit_id, '2026-11-22T04:30:00Z', ${decision}::text, case when ${decision}::text is not null then paid_at end
      from orders where order_id = ${orderId}
      on conflict (merchant_id, credit_id) do update set decision = excluded.decision, decided_at = excluded.decided_at`)
  for (const decision of [null, 'accepted']) {
    await decide(decision)
    await expectShown('The bank took this payment back (Recorded on: 22 Nov 2026, 10:00 am IST)', {
      status: 'reversed',
      returnRecordedAt: '2026-11-22T10:00+05:30',
    })
  }
  await decide('ignored')
  expect(linkOf((await get(`/receipt/${orderId}`)).body)).toBe(genuine)
})

/** On the page, on both papers, and in what is signed. */
const expectShown = async (notice: string, signed: object): Promise<void> => {
  const page = await get(`/receipt/${orderId}`)
  expect(page.body).toContain(notice)
  expect(signedIn(linkOf(page.body))).toMatchObject(signed)
  expect(await isGenuine(linkOf(page.body))).toBe(true)
  for (const paper of ['a5', '58mm']) {
    const { rawPayload } = await get(`/receipt/${orderId}/${paper}.pdf`)
    expect(textOfPdf(rawPayload).replace(/\s+/g, ' ')).toContain(notice)
    expect(rawPayload.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  }
}

test.each([
  ['a5', 148],
  ['58mm', 58],
])(
  'the PDF for %s is one page of that width with all of it, and its code leads to the check',
  async (paper, mm) => {
    const { rawPayload, headers } = await get(`/receipt/${orderId}/${paper}.pdf`)
    expect(headers['content-type']).toBe('application/pdf')
    const text = textOfPdf(rawPayload).replace(/\s+/g, ' ')
    for (const part of ['1,24,950.50', 'One Lakh', UTR, orderId]) expect(text).toContain(part)
    const library = await PDFiumLibrary.init()
    const document = await library.loadDocument(rawPayload)
    expect(document.getPageCount()).toBe(1)
    const { data, width, height } = await document.getPage(0).render({ scale: SCALE, render: 'bitmap' })
    expect(width / SCALE / POINTS_A_MM).toBeCloseTo(mm, 0)
    expect(await readQr({ data, width, height })).toBe(linkOf((await get(`/receipt/${orderId}`)).body))
    document.destroy()
    library.destroy()
  },
)

test('the receipt of a refunded payment shows and signs the refund, also of a part', async () => {
  const at = shop.clock.now()
  const id = await shop.db.value<string>(
    sql`select settled_by_credit_id from orders where order_id = ${orderId}`,
  )
  const part = await merchant.post(`/user/credits/${id}/refunds`, {
    requestId: 'part-0001',
    amount: '950.50',
  })
  const { refunds } = part.json().data
  await merchant.post(`/user/refunds/${refunds[0].id}/sent`, { utr: '633300000003' })
  await expectShown('The shop refunded this payment: ₹950.50 / ₹1,24,950.50 (Recorded on: ', {
    status: 'paid',
    refunded: '950.50',
  })
  const refunded = await merchant.post(`/user/credits/${id}/refunded`, { utr: '633300000002' })
  expect(refunded.statusCode, refunded.body).toBe(200)
  await expectShown('The shop refunded this payment (Recorded on: ', {
    status: 'refunded',
    returnRecordedAt: `${istWallClock(at).toISOString().slice(0, 16)}+05:30`,
  })
})

test('PDFs are limited per address, and are available again later', async () => {
  const statuses: number[] = []
  for (let asked = 0; asked < 31; asked += 1)
    statuses.push((await get('/receipt/01J00000000000000000000000/a5.pdf')).statusCode)
  expect(statuses.at(-1)).toBe(429)
  const refused = await get(`/receipt/${orderId}/a5.pdf`)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('1')
  expect((await get(`/receipt/${orderId}`)).statusCode).toBe(200)
  shop.clock.advance({ seconds: 1 })
  expect((await get(`/receipt/${orderId}/a5.pdf`)).statusCode).toBe(200)
})

test('the addresses of one IPv6 network share the limit of PDFs', async () => {
  const url = '/receipt/01J00000000000000000000000/a5.pdf'
  const statusAt = async (remoteAddress: string) =>
    (await shop.call({ method: 'GET', url, remoteAddress })).statusCode
  const statuses: number[] = []
  for (let n = 1; n <= 31; n += 1) statuses.push(await statusAt(`2001:db8:1:2::${n}`))
  expect([statuses[29], statuses[30]]).toEqual([404, 429])
  expect(await statusAt('2001:db8:1:3::1')).toBe(404)
})

test.each([
  [{ payerUpiId: 'a@ybl', payerName: null }, 'a•••@ybl'],
  [{ payerUpiId: 'ravi@okaxis', payerName: 'Ravi' }, 'ra•••@okaxis'],
  [{ payerUpiId: null, payerName: 'Asha Rao' }, 'Asha R•••'],
  [{ payerUpiId: null, payerName: 'MADONNA' }, 'MAD•••'],
])('the payer %j is shown as %s', (payer, shown) => {
  expect(maskedPayer(payer)).toBe(shown)
})
