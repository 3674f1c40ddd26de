import * as accountCalls from '@galla/contract/accounts'
import * as alertCalls from '@galla/contract/alerts'
import * as apiDetails from '@galla/contract/api-details'
import * as claimCalls from '@galla/contract/claims'
import * as closingCalls from '@galla/contract/closing'
import * as creditCalls from '@galla/contract/credits'
import type { Endpoint } from '@galla/contract/endpoint'
import * as kycCalls from '@galla/contract/kyc'
import * as loginSecurityCalls from '@galla/contract/login-security'
import * as merchantCalls from '@galla/contract/merchants'
import * as caseCalls from '@galla/contract/open-cases'
import * as operatorCalls from '@galla/contract/operator'
import * as orderCalls from '@galla/contract/orders'
import * as statementCalls from '@galla/contract/statements'
import * as statisticsCalls from '@galla/contract/statistics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture } from '../testing/kyc-files.ts'
import { openShop, type Shop, type ShopMerchant } from '../testing/shop.ts'
import { FORM_TYPE, formOf } from '../testing/upload-form.ts'

let shop: Shop
let mine: ShopMerchant
/** Of mine; one of the calls replaces it. */
let myKey: string
let theirs: ShopMerchant
let paidOrder: string
let openOrder: string
let theirCredit: string
let theirDocument: string
let theirStatement: string

/** The same UPI ID as the other's: an account is each merchant's own. */
const CONNECTING = {
  merchantProvider: 'paytm',
  merchantName: 'Their Secret Shop',
  merchantId: 'PAYTM1',
  merchantUpiId: 'shared@paytm',
  verification: { source: 'paytm-v3', credentials: { merchantKey: 'sixteencharacter' } },
}

const ORDER = {
  client_txn_id: 'SAME-ID',
  amount: '499.00',
  p_info: 'Masala tea',
  customer_name: 'Asha Rao',
  customer_email: 'asha@example.com',
  customer_mobile: '9876543210',
  redirect_url: 'https://shop.example/done',
}

const create = (key: string, over: object = {}, headers: Record<string, string> = {}) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    payload: { ...ORDER, ...over },
    headers: { authorization: `Bearer ${key}`, ...headers },
  })

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000', PAYTM_URL: 'http://127.0.0.1:9' })
  mine = await shop.merchant('Mine Tea')
  myKey = mine.key
  theirs = await shop.merchant('Their Secret Shop')
  const paid = (await create(theirs.key)).json().data
  paidOrder = paid.order_id
  await shop.call({
    method: 'POST',
    url: '/api/v1/simulator/pay',
    payload: { upi: paid.upi_intent.bhim_link },
  })
  openOrder = (await create(theirs.key, { client_txn_id: 'THEIR-OPEN' })).json().data.order_id
  theirCredit = (await theirs.get('/user/credits?state=matched')).json().data[0].id
  const sent = await shop.call({
    method: 'POST',
    url: '/api/v1/user/kyc',
    payload: formOf({ documentType: 'panCard', documentNumber: 'ABCPE1234F' }, [
      { name: 'a.png', content: await picture().png().toBuffer() },
    ]),
    headers: { cookie: theirs.cookie, 'content-type': FORM_TYPE },
  })
  theirDocument = sent.json().data.documents[0].documentId
  const statement = await shop.call({
    method: 'POST',
    url: '/api/v1/user/statements',
    payload:
      '--x\r\ncontent-disposition: form-data; name="file"; filename="s.csv"\r\n\r\nDate,Payer name,UTR,Amount\n' +
      '21/11/2026,SECRET PAYER,632500000001,5.00\r\n--x--\r\n',
    headers: { cookie: theirs.cookie, 'content-type': 'multipart/form-data; boundary=x' },
  })
  theirStatement = statement.json().data.id
  await theirs.post('/user/update-webhook-url', { webhookUrl: 'https://their-secret.example/hook' })
  const connected = await theirs.post('/user/connect-merchant', CONNECTING)
  expect(connected.statusCode, connected.body).toBe(200)
  await theirs.post('/user/mode', { mode: 'test' })
})
afterAll(() => shop.close())

/** Every row that belongs to the other merchant, as text; when keys and sessions were last used may change. */
const theirRows = async (): Promise<string> => {
  const tables = await shop.db.pool.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_name)
     where c.column_name = 'merchant_id' and c.table_schema = 'public' and t.table_schema = 'public'
       and t.table_type = 'BASE TABLE' order by 1`,
  )
  const rows = await Promise.all(
    tables.rows.map(({ name }) =>
      shop.db.pool.query(
        `select to_jsonb(x) - 'last_used_at' as row from ${name} x where merchant_id = $1 order by 1::text`,
        [theirs.merchantId],
      ),
    ),
  )
  return JSON.stringify(rows.map((found, index) => [tables.rows[index]?.name, found.rows]))
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'method' in value && 'auth' in value

const PRIVATE = [
  apiDetails,
  alertCalls,
  claimCalls,
  caseCalls,
  closingCalls,
  creditCalls,
  kycCalls,
  loginSecurityCalls,
  merchantCalls,
  operatorCalls,
  orderCalls,
  statementCalls,
  statisticsCalls,
  // Last, because connecting switches the session to live mode.
  accountCalls,
]
  .flatMap((module) => Object.values(module as Record<string, unknown>).filter(isEndpoint))
  .filter(({ auth }) => auth !== 'public')

/** What each call would have to send to reach the other's things, if it let itself. */
const reaching = (): Record<string, object> => ({
  '/user/update-profile': {
    name: 'Mine Tea',
    email: theirs.email,
    mobileNumber: '9876543210',
    currentPassword: 'correct horse battery',
  },
  '/user/mode': { mode: 'test' },
  '/user/connect-merchant': { ...CONNECTING, merchantName: 'Mine Tea', accountId: 'acc_1' },
  '/auth/totp/confirm': { code: '287082' },
  '/auth/totp/disable': { password: 'correct horse battery' },
  '/user/update-webhook-url': { webhookUrl: 'https://mine.example/hook' },
  '/user/generate-payment-link': { ...ORDER, client_txn_id: 'MINE-1' },
  '/order/create-order': { ...ORDER, client_txn_id: 'MINE-2' },
  '/order/check-order-status': { client_txn_id: 'THEIR-OPEN' },
  '/user/statements/:id/preview': { columns: { date: 0, credit: 1, dateOrder: 'dmy' } },
  '/user/transactions/:orderId/notes': { text: 'Mine now' },
  '/user/transactions/:orderId/confirm': { utr: '612345678901' },
  '/user/credits/:creditId/assign': { orderId: openOrder },
  '/user/credits/:creditId/refunded': { utr: '612345678901' },
  '/user/credits/:creditId/note': { note: 'Mine now' },
  '/user/credits/:creditId/join': { creditId: theirCredit },
  '/operator/merchants/:merchantId/suspend': { reason: 'A rival' },
  '/operator/kyc/:merchantId/reject': { reason: 'A rival' },
})

const MARKS = () => [
  ...[theirs.merchantId, theirs.key, 'Their Secret Shop', 'their-secret.example', paidOrder, openOrder],
  ...[theirDocument, theirStatement, 'ABCPE1234F', 'SECRET PAYER'],
]

test('a merchant whose every call names what is another merchant’s reaches nothing of it', async () => {
  const before = await theirRows()
  expect(before).toContain('their-secret.example')
  const smuggled = { merchantId: theirs.merchantId, merchant_id: theirs.merchantId, orderId: paidOrder }
  for (const { method, path, auth } of PRIVATE) {
    for (const orderId of path.includes(':orderId') ? [paidOrder, openOrder] : ['']) {
      const named: Record<string, string> = {
        orderId,
        merchantId: theirs.merchantId,
        documentId: theirDocument,
        creditId: theirCredit,
        id: theirStatement,
      }
      const url = `/api/v1${path.replace(/:(\w+)/g, (whole, name) => named[name] ?? whole)}`
      const query = `?merchantId=${theirs.merchantId}&merchant_id=${theirs.merchantId}&search=${orderId}&format=csv&date=2026-11-21`
      const headers: Record<string, string> =
        auth === 'key' ? { authorization: `Bearer ${myKey}` } : { cookie: mine.cookie }
      const reply = await shop.call({
        method,
        url: method === 'GET' ? url + query : url,
        headers,
        ...(method === 'GET' ? {} : { payload: { ...smuggled, ...reaching()[path] } }),
      })
      const told = `${method} ${path} answered ${reply.statusCode} ${reply.body}`
      expect(reply.statusCode, told).toBeLessThan(500)
      if (path === apiDetails.rotateApiKey.path) myKey = reply.json().data.apiKey
      if (path.includes(':orderId') || path.includes(':creditId') || path === '/order/check-order-status')
        expect(reply.statusCode, told).toBe(404)
      if (path.endsWith('/:id') || path.includes('/:id/')) expect(reply.statusCode, told).toBe(404)
      if (path.includes(':documentId')) expect(reply.statusCode, told).toBe(404)
      if (auth === 'operator') expect(reply.statusCode, told).toBe(403)
      if (path === '/user/update-profile') expect(reply.statusCode, told).toBe(409)
      for (const mark of MARKS()) expect(reply.body, told).not.toContain(mark)
    }
  }
  expect(await theirRows()).toBe(before)
})

test('the same client_txn_id and the same Idempotency-Key are each merchant’s own', async () => {
  const headers = { 'idempotency-key': 'same' }
  const [one, other] = await Promise.all([
    create(myKey, { client_txn_id: 'BOTH' }, headers),
    create(theirs.key, { client_txn_id: 'BOTH' }, headers),
  ])
  expect([one.statusCode, other.statusCode]).toEqual([200, 200])
  expect(one.json().data.order_id).not.toBe(other.json().data.order_id)
})

test('a session is not a key, a key is not a session, and neither helps the other', async () => {
  const asSession = await shop.call({
    method: 'POST',
    url: '/api/v1/user/get-api-details',
    payload: { key: mine.key },
    headers: { authorization: `Bearer ${myKey}` },
  })
  expect(asSession.statusCode).toBe(401)
  const asKey = await shop.call({
    method: 'POST',
    url: '/api/v1/order/check-order-status',
    payload: { client_txn_id: 'BOTH' },
    headers: { cookie: mine.cookie },
  })
  expect(asKey.statusCode).toBe(401)
})

test('paying returns no session, and a return address with made-up ids changes nothing', async () => {
  const before = await theirRows()
  for (const url of [`/pay/${openOrder}`, `/pay/${openOrder}?client_txn_id=x&txn_id=y&status=success&r=0`]) {
    const page = await shop.call({ method: 'GET', url })
    expect(page.headers['set-cookie']).toBeUndefined()
  }
  expect(await theirRows()).toBe(before)
})
