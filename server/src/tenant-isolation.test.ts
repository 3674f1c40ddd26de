import { KEY_SCOPES } from '@galla/contract/api-keys/key-scopes'
import { ENDPOINTS } from '@galla/contract/endpoint-harness'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../testing/database.ts'
import { counterCookie } from '../testing/every-caller.ts'
import { picture } from '../testing/kyc-file-parts.ts'
import { addNoticeTarget } from '../testing/notice-target.ts'
import { passkeyDevice } from '../testing/passkey-device.ts'
import { CONNECTING, EVER, reachingBodies, SAME_ORDER } from '../testing/reaching-bodies.ts'
import { openShop, type Shop, type ShopMerchant } from '../testing/shop.ts'
import { invite, memberOf } from '../testing/team.ts'
import { FORM_TYPE, formOf } from '../testing/upload-form.ts'

let shop: Shop
let mine: ShopMerchant
/** Of mine; one of the calls replaces it. */
let myKey: string
/** Of mine, with every scope. */
let myWideKey: string
let theirs: ShopMerchant
/** The cookie of a device at my counter. */
let myCounter: string
let theirCounter: string
let theirLink: string
let paidOrder: string
let openOrder: string
let theirRefund: string
let theirCredit: string
let theirDocument: string
let theirStatement: string
let theirAlert: string
let theirEndpoint: string
let theirTarget: string
let theirSession: string
let theirDelivery: string
let theirMember: string
let theirInvitation: string
let theirPasskey: string
let theirFurtherKey: string
/** The other's further key, which is shown once. */
let theirFurtherKeyText: string
/** What the other's claimed order waits for. */
const THEIR_CLAIM = '999888777666'

const CONNECT = '/user/connect-merchant'

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const create = (key: string, over: object = {}, headers: Record<string, string> = {}) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    payload: { ...SAME_ORDER, ...over },
    headers: { ...bearer(key), ...headers },
  })

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000', PAYTM_URL: 'http://127.0.0.1:9' })
  mine = await shop.merchant('Mine Tea')
  myKey = mine.key
  const wide = { name: 'Everything', scopes: [...KEY_SCOPES] }
  myWideKey = (await mine.post('/user/api-keys', wide)).json().data.apiKey
  myCounter = await counterCookie(shop, mine)
  theirs = await shop.merchant('Their Secret Shop')
  await counterCookie(shop, theirs)
  theirCounter = (await theirs.get('/user/counters')).json().data[0].id
  const link = { title: 'SECRET LINK', price: { kind: 'fixed', amount: '5.00' } }
  theirLink = (await theirs.post('/user/reusable-links', link)).json().data.code
  await theirs.post('/user/update-webhook-url', { webhookUrl: 'http://127.0.0.1:9/their-secret' })
  const theirErp = { name: 'SECRET ERP', url: 'https://their-erp.example/hook', events: ['refund.sent'] }
  // The first has an id that an endpoint of one's own may have.
  await theirs.post('/user/webhook-endpoints', { ...theirErp, name: 'Their first' })
  theirEndpoint = (await theirs.post('/user/webhook-endpoints', theirErp)).json().data.id
  const paid = (await create(theirs.key)).json().data
  paidOrder = paid.order_id
  const payload = { upi: paid.upi_intent.bhim_link }
  await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload })
  // No server listens there: one attempt fails, and the stopped clock causes no other.
  const firstDelivery = async () => (await theirs.get('/user/webhook-deliveries')).json().data[0]
  await vi.waitFor(async () => expect((await firstDelivery())?.attempts).toHaveLength(1), PATIENCE_MS)
  theirDelivery = (await firstDelivery()).id
  openOrder = (await create(theirs.key, { client_txn_id: 'THEIR-OPEN' })).json().data.order_id
  theirCredit = (await theirs.get('/user/credits?state=matched')).json().data[0].id
  const refund = { requestId: 'their-secret-1', amount: '1.00' }
  const refunded = await theirs.post(`/user/credits/${theirCredit}/refunds`, refund)
  theirRefund = refunded.json().data.refunds[0].id
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
  await mine.post('/user/update-webhook-url', { webhookUrl: 'https://mine.example/hook' })
  const { alertUrl } = (await theirs.post('/user/rotate-alert-token')).json().data
  await shop.call({
    method: 'POST',
    url: new URL(alertUrl).pathname,
    payload: { text: 'SECRET ALERT: your account was credited with something', sender: 'VM-HDFCBK' },
  })
  theirAlert = (await theirs.get('/user/alerts')).json().data[0].id
  const further = await theirs.post('/user/api-keys', { name: 'Secret till', scopes: [...KEY_SCOPES] })
  theirFurtherKey = further.json().data.id
  theirFurtherKeyText = further.json().data.apiKey
  const claimed = await shop.call({
    method: 'POST',
    url: `/api/v1/order/claim/${openOrder}`,
    payload: { utr: THEIR_CLAIM },
  })
  expect(claimed.statusCode, claimed.body).toBe(200)
  const connected = await theirs.post('/user/connect-merchant', CONNECTING)
  expect(connected.statusCode, connected.body).toBe(200)
  await theirs.post('/user/mode', { mode: 'test' })
  const made = {
    name: 'SECRET PHONE',
    answer: passkeyDevice().create((await theirs.post('/auth/passkeys/begin')).json().data),
  }
  theirPasskey = (await theirs.post('/auth/passkeys', made)).json().data[0].id
  theirTarget = await addNoticeTarget(shop.db, theirs.merchantId)
  theirMember = (await memberOf(shop, theirs, 'cashier')).merchantId
  await invite(theirs, 'accountant')
  theirInvitation = (await theirs.get('/user/team')).json().data.invitations[0].id
  theirSession = (await theirs.get('/auth/sessions')).json().data[0].id
  // What was queued is done before their rows are compared.
  await vi.waitFor(
    async () => expect((await shop.db.pool.query('select from jobs')).rowCount).toBe(0),
    PATIENCE_MS,
  )
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
        `select to_jsonb(x) - 'last_used_at' as row from ${name} x where merchant_id = $1
         order by (to_jsonb(x) - 'last_used_at')::text`,
        [theirs.merchantId],
      ),
    ),
  )
  return JSON.stringify(rows.map((found, index) => [tables.rows[index]?.name, found.rows]))
}

/** They remove what other calls of this caller need. */
const LAST = ['/auth/sessions/logout-others', '/user/remove-webhook-url', CONNECT]

/** Every call of the contract that asks who one is. */
const PRIVATE = ENDPOINTS.map(({ endpoint }) => endpoint)
  .filter(({ auth }) => auth !== 'public')
  .toSorted((one, other) => LAST.indexOf(one.path) - LAST.indexOf(other.path))

const MARKS = () => [
  theirs.merchantId,
  theirs.key,
  'Their Secret Shop',
  'their-secret',
  paidOrder,
  openOrder,
  THEIR_CLAIM,
  theirDocument,
  theirStatement,
  theirAlert,
  theirDelivery,
  theirFurtherKey,
  theirFurtherKeyText,
  'ABCPE1234F',
  'SECRET PAYER',
  'SECRET ALERT',
  'Secret till',
  'SECRET LINK',
  'SECRET PHONE',
  'SECRET ERP',
]

/** What stands in a path for what is the other's. */
const theirIds = (path: string, orderId: string): Record<string, string> => ({
  orderId,
  merchantId: theirs.merchantId,
  documentId: theirDocument,
  creditId: theirCredit,
  refundId: theirRefund,
  counterId: theirCounter,
  code: theirLink,
  alertId: theirAlert,
  utr: THEIR_CLAIM,
  sessionId: theirSession,
  endpointId: theirEndpoint,
  jobId: '1',
  personId: theirMember,
  passkeyId: theirPasskey,
  id: path.startsWith('/user/webhook-deliveries/')
    ? theirDelivery
    : path.startsWith('/user/team/')
      ? theirInvitation
      : path.startsWith('/user/api-keys/')
        ? theirFurtherKey
        : path.startsWith('/user/notices/')
          ? theirTarget
          : theirStatement,
})

/** Uploads are forms, and nothing of another merchant can be named in one; a code of two-factor login needs a setup first. */
const MALFORMED = ['/user/kyc', '/user/statements', '/user/page-look', '/auth/totp/confirm', '/auth/passkeys']

test('calls with the ids of another merchant neither read nor change anything of that merchant', async () => {
  const before = await theirRows()
  expect(before).toContain('127.0.0.1:9/their-secret')
  const smuggled = {
    merchantId: theirs.merchantId,
    merchant_id: theirs.merchantId,
    orderId: paidOrder,
    shopId: theirs.merchantId,
  }
  for (const { method, path, auth } of PRIVATE) {
    for (const orderId of path.includes(':orderId') ? [paidOrder, openOrder] : ['']) {
      const named = theirIds(path, orderId)
      const url = `/api/v1${path.replace(/:(\w+)/g, (whole, name) => named[name] ?? whole)}`
      expect(url, `${path} names something that no case here has an id for`).not.toMatch(/\/:/)
      const query = new URLSearchParams({
        merchantId: theirs.merchantId,
        merchant_id: theirs.merchantId,
        search: orderId,
        ...(path.endsWith('/export') || path === '/user/closing' ? { format: 'csv' } : {}),
        ...(path === '/user/accounting/month' ? { month: '2026-11', format: 'tally' } : {}),
        ...(path === '/user/evidence' ? { creditId: theirCredit } : {}),
        ...(path.endsWith('/replay/count') ? EVER : { date: '2026-11-21' }),
      })
      const headers: Record<string, string> =
        auth === 'key' ? bearer(myWideKey) : { cookie: auth === 'counter' ? myCounter : mine.cookie }
      const reply = await shop.call({
        method,
        url: method === 'GET' ? `${url}?${query}` : url,
        headers,
        ...(method === 'GET'
          ? {}
          : {
              payload: {
                ...smuggled,
                // Another call here ends those that were made before it.
                ...(path === '/auth/invitation/accept' && { token: await invite(mine, 'cashier') }),
                ...reachingBodies({ email: theirs.email, openOrder, creditId: theirCredit })[path],
              },
            }),
      })
      const context = `${method} ${path} answered ${reply.statusCode} ${reply.body}`
      expect(reply.statusCode, context).toBeLessThan(500)
      // A call whose words are refused reached for nothing: it needs a case among those above.
      if (!MALFORMED.includes(path)) expect([400, 415], context).not.toContain(reply.statusCode)
      if (path === '/user/rotate-api-key') myKey = reply.json().data.apiKey
      if (auth === 'operator') expect(reply.statusCode, context).toBe(403)
      else if (path.includes(':') || ['/order/check-order-status', '/user/evidence'].includes(path))
        expect(reply.statusCode, context).toBe(404)
      if (path === '/user/update-profile') expect(reply.json().data.email, context).not.toBe(theirs.email)
      for (const mark of MARKS()) expect(reply.body, context).not.toContain(mark)
    }
  }
  expect(await theirRows()).toBe(before)
})

test('merchants can use the same client_txn_id and the same Idempotency-Key independently', async () => {
  const headers = { 'idempotency-key': 'same' }
  const [one, other] = await Promise.all([
    create(myKey, { client_txn_id: 'BOTH' }, headers),
    create(theirs.key, { client_txn_id: 'BOTH' }, headers),
  ])
  expect([one.statusCode, other.statusCode]).toEqual([200, 200])
  expect(one.json().data.order_id).not.toBe(other.json().data.order_id)
})

test('a session does not work as a key, nor a key as a session', async () => {
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
