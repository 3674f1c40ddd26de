import { KEY_SCOPES } from '@galla/contract/api-keys/key-scopes'
import { ENDPOINTS } from '@galla/contract/endpoint-harness'
import type { Mode } from '@galla/contract/orders/order-status'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PATIENCE_MS } from '../testing/database.ts'
import { ORDER_BODY } from '../testing/order-body.ts'
import { openShop, type Shop, type ShopMerchant } from '../testing/shop.ts'

/** One thing of each kind that belongs to a mode, and words that only the mode's own answers may hold. */
interface Things {
  readonly caller: ShopMerchant
  readonly key: string
  readonly orderId: string
  readonly clientTxnId: string
  readonly creditId: string
  readonly refundId: string
  readonly alertId: string
  readonly statementId: string
  readonly deliveryId: string
  readonly furtherKeyId: string
  readonly counterId: string
  readonly endpointId: string
  readonly linkCode: string
  readonly claimUtr: string
  readonly marks: readonly string[]
}

const EVER = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z', state: 'all' }

let shop: Shop
const things = new Map<Mode, Things>()
const thingsOf = (mode: Mode): Things => {
  const found = things.get(mode)
  if (found === undefined) throw new Error(`nothing was made in ${mode} mode`)
  return found
}

const uploadStatement = (caller: ShopMerchant, payer: string) =>
  shop.call({
    method: 'POST',
    url: '/api/v1/user/statements',
    payload:
      '--x\r\ncontent-disposition: form-data; name="file"; filename="s.csv"\r\n\r\nDate,Payer name,UTR,Amount\n' +
      `21/11/2026,${payer},632500000001,5.00\r\n--x--\r\n`,
    headers: { cookie: caller.cookie, 'content-type': 'multipart/form-data; boundary=x' },
  })

const makeThings = async (caller: ShopMerchant, mode: Mode): Promise<Things> => {
  const secret = `secret-of-${mode}`
  const [utr, claimUtr] =
    mode === 'live' ? ['712345678901', '799988877766'] : ['812345678901', '899988877766']
  await caller.post('/user/update-webhook-url', { webhookUrl: `http://127.0.0.1:9/${secret}` })
  const { apiKey, alertUrl } = (await caller.post('/user/get-api-details')).json().data
  const created = await shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    payload: { ...ORDER_BODY, client_txn_id: `${secret}-order`, customer_name: secret },
    headers: { authorization: `Bearer ${apiKey}` },
  })
  expect(created.statusCode, created.body).toBe(200)
  const { order_id: orderId } = created.json().data
  await shop.call({ method: 'POST', url: `/api/v1/order/claim/${orderId}`, payload: { utr: claimUtr } })
  // No server listens there: one attempt fails, and the stopped clock causes no other.
  await caller.post('/user/test-webhook')
  const deliveries = async () => (await caller.get('/user/webhook-deliveries')).json().data
  await vi.waitFor(async () => expect((await deliveries())[0]?.attempts).toHaveLength(1), PATIENCE_MS)
  for (const text of [`${secret}: a payment came`, `${secret}: another message`])
    await shop.call({
      method: 'POST',
      url: new URL(alertUrl).pathname,
      payload: { text, sender: 'VM-HDFCBK' },
    })
  const [alert, other] = (await caller.get('/user/alerts')).json().data
  const credited = await caller.post(`/user/alerts/${other.id}/credit`, { amount: '7.00', utr })
  expect(credited.statusCode, credited.body).toBe(200)
  const credit = (await caller.get('/user/credits?state=any')).json().data[0]
  const refund = { requestId: `refund-${secret}`, amount: '1.00', note: secret }
  const refunded = (await caller.post(`/user/credits/${credit.id}/refunds`, refund)).json().data
  const statement = await uploadStatement(caller, secret)
  expect(statement.statusCode, statement.body).toBe(200)
  const wide = { name: secret, scopes: [...KEY_SCOPES] }
  const further = (await caller.post('/user/api-keys', wide)).json().data
  const counter = (await caller.post('/user/counters', { name: secret, pin: '4711' })).json().data
  const addEndpoint = async (): Promise<string> => {
    const body = { name: secret, url: 'http://127.0.0.1:9/further', events: ['order.success'] }
    return (await caller.post('/user/webhook-endpoints', body)).json().data.id
  }
  // Each mode numbers its own: without its first one, live mode has no endpoint of a number that test mode has.
  if (mode === 'live') await caller.post(`/user/webhook-endpoints/${await addEndpoint()}/remove`)
  const endpointId = await addEndpoint()
  const link = { title: secret, price: { kind: 'fixed', amount: '5.00' } }
  const { code: linkCode } = (await caller.post('/user/reusable-links', link)).json().data
  const ids = {
    counterId: counter.id,
    linkCode,
    orderId,
    clientTxnId: `${secret}-order`,
    creditId: credit.id,
    refundId: refunded.refunds[0].id,
    alertId: alert.id,
    statementId: statement.json().data.id,
    deliveryId: (await deliveries())[0].id,
    furtherKeyId: further.id,
    claimUtr,
  }
  const marks = [...Object.values(ids), secret, utr, apiKey, further.apiKey, alertUrl]
  return { ...ids, endpointId, caller, key: further.apiKey, marks }
}

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000', PAYTM_URL: 'http://127.0.0.1:9' })
  const inTest = await shop.merchant('Sharma Tea')
  const inLive = await shop.logInAgain(inTest)
  const connected = await inLive.post('/user/connect-merchant', {
    merchantProvider: 'paytm',
    merchantName: 'Sharma Tea',
    merchantId: 'PAYTM1',
    merchantUpiId: 'sharma@paytm',
    verification: { source: 'paytm-v3', credentials: { merchantKey: 'sixteencharacter' } },
  })
  expect(connected.statusCode, connected.body).toBe(200)
  await inLive.post('/user/mode', { mode: 'live' })
  things.set('live', await makeThings(inLive, 'live'))
  things.set('test', await makeThings(inTest, 'test'))
})
afterAll(() => shop.close())

/** Every row that belongs to a mode. */
const rowsOf = async (mode: Mode): Promise<string> => {
  const tables = await shop.db.pool.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_name)
     where c.column_name = 'mode' and c.table_schema = 'public' and t.table_schema = 'public'
       and t.table_type = 'BASE TABLE' and c.table_name not in ('sessions', 'merchants') order by 1`,
  )
  const rows = await Promise.all(
    tables.rows.map(({ name }) =>
      shop.db.pool.query(
        `select to_jsonb(x) - 'last_used_at' as row from ${name} x where mode = $1 order by 1::text`,
        [mode],
      ),
    ),
  )
  const notes = await shop.db.pool.query(
    'select n.* from order_notes n join orders o using (merchant_id, order_id) where o.mode = $1 order by n.order_id, n.number',
    [mode],
  )
  return JSON.stringify([rows.map((found, index) => [tables.rows[index]?.name, found.rows]), notes.rows])
}

/** Documents prove who the merchant is, a session may go from one mode to the other, and people and events are of the account. */
const OF_BOTH_MODES = [
  '/kyc/documents/:documentId',
  '/auth/passkeys/:passkeyId/remove',
  '/auth/sessions/:sessionId/end',
  '/user/activity',
  '/user/activity/export',
  '/user/security-events',
  '/user/team/invitations/:id/cancel',
  '/user/team/members/:personId/remove',
  '/user/team/members/:personId/role',
]

/** Everything that a merchant reads, and everything that names a thing in its path or its body. */
const ROUTES = ENDPOINTS.map(({ endpoint }) => endpoint).filter(
  ({ auth, method, path }) =>
    (auth === 'session' || auth === 'key') &&
    (method === 'GET' || path.includes(':') || path === '/order/check-order-status') &&
    !OF_BOTH_MODES.includes(path),
)

const bodyFor = (path: string, theirs: Things, mine: Things): object => {
  const bodies: Record<string, object> = {
    '/order/check-order-status': { client_txn_id: theirs.clientTxnId },
    '/user/transactions/:orderId/notes': { text: 'From the other mode' },
    '/user/transactions/:orderId/confirm': { utr: '612345678901' },
    '/user/credits/:creditId/assign': { orderId: mine.orderId },
    '/user/credits/:creditId/refunded': { utr: '612345678901' },
    '/user/credits/:creditId/provider-refunds': { requestId: 'other-mode-2', amount: '1.00' },
    '/user/credits/:creditId/refunds': { requestId: 'other-mode-1', amount: '1.00' },
    '/credits/:creditId/refunds': { requestId: 'other-mode-3', amount: '1.00' },
    '/user/refunds/:refundId/sent': { utr: '612345678902' },
    '/user/refunds/:refundId/debit': { source: 'statement', sourceKey: 'x' },
    '/user/refunds/:refundId/end': { state: 'cancelled' },
    '/user/credits/:creditId/note': { note: 'From the other mode' },
    '/user/credits/:creditId/join': { creditId: mine.creditId },
    '/user/credits/:creditId/repeat': { times: 'once' },
    '/user/alerts/:alertId/credit': { amount: '5.00', utr: '612345678901' },
    '/user/statements/:id/preview': { columns: { date: 0, credit: 3, dateOrder: 'dmy' } },
    '/user/statements/:id/confirm': { columns: { date: 0, credit: 3, dateOrder: 'dmy' } },
    '/user/counters/:counterId/login': { pin: '4711' },
    '/user/webhook-endpoints/:endpointId': {
      name: 'From the other mode',
      url: 'http://127.0.0.1:9/other',
      events: ['order.success'],
    },
    '/user/reusable-links/:code': { title: 'From the other mode' },
    '/user/api-keys/:id/addresses': { addresses: ['192.0.2.1'] },
  }
  return bodies[path] ?? {}
}

const namedIn = (path: string, theirs: Things): Record<string, string> => ({
  orderId: theirs.orderId,
  creditId: theirs.creditId,
  refundId: theirs.refundId,
  counterId: theirs.counterId,
  endpointId: theirs.endpointId,
  code: theirs.linkCode,
  alertId: theirs.alertId,
  utr: theirs.claimUtr,
  id: path.startsWith('/user/webhook-deliveries/')
    ? theirs.deliveryId
    : path.startsWith('/user/api-keys/')
      ? theirs.furtherKeyId
      : theirs.statementId,
})

const queryFor = (path: string, { orderId }: Things): string =>
  new URLSearchParams({
    ...(path.endsWith('/export') || path === '/user/closing' ? { format: 'csv' } : {}),
    ...(path.endsWith('/replay/count') ? EVER : { date: '2026-11-21' }),
    ...(path === '/user/evidence' ? { from: '2026-11-21', to: '2026-11-21' } : {}),
    ...(path === '/user/accounting/month' ? { month: '2026-11', format: 'gstr1' } : {}),
    ...(path === '/user/transactions' ? { search: orderId } : {}),
  }).toString()

test.each([
  ['test', 'live'],
  ['live', 'test'],
] as const)(
  'a %s session reads and changes nothing of %s mode, by any call that lists or takes an id',
  async (own, other) => {
    const [mine, theirs] = [thingsOf(own), thingsOf(other)]
    const before = await rowsOf(other)
    expect(before).toContain(`secret-of-${other}`)
    let refused = 0
    for (const { method, path, auth } of ROUTES) {
      const named = namedIn(path, theirs)
      const url = `/api/v1${path.replace(/:(\w+)/g, (whole, name) => named[name] ?? whole)}`
      expect(url, `${path} names something that no case here has an id for`).not.toMatch(/\/:/)
      const reply = await shop.call({
        method,
        url: method === 'GET' ? `${url}?${queryFor(path, theirs)}` : url,
        headers: auth === 'key' ? { authorization: `Bearer ${mine.key}` } : { cookie: mine.caller.cookie },
        ...(method === 'GET' ? {} : { payload: bodyFor(path, theirs, mine) }),
      })
      const context = `${method} ${path} answered ${reply.statusCode} ${reply.body.slice(0, 500)}`
      if (path.includes(':') || path === '/order/check-order-status') {
        expect.soft(reply.statusCode, context).toBe(404)
        refused += 1
      } else expect.soft([200, 404], context).toContain(reply.statusCode)
      for (const mark of theirs.marks)
        expect.soft(reply.body.includes(mark), `${context} holds ${mark}`).toBe(false)
    }
    expect(refused).toBeGreaterThanOrEqual(20)
    expect(await rowsOf(other)).toBe(before)
  },
)

test('a session finds each of these things in its own mode', async () => {
  for (const mode of ['test', 'live'] as const) {
    const { caller, ...mine } = thingsOf(mode)
    for (const path of [
      `/user/transactions/${mine.orderId}`,
      `/user/credits/${mine.creditId}`,
      `/user/alerts/${mine.alertId}`,
      `/user/statements/${mine.statementId}`,
      `/user/webhook-deliveries/${mine.deliveryId}`,
    ])
      expect((await caller.get(path)).statusCode, `${mode} ${path}`).toBe(200)
  }
})
