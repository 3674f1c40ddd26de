import { ENDPOINTS } from '@galla/contract/endpoint-harness'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { phoneWith } from '../../testing/authenticator.ts'
import { picture } from '../../testing/kyc-file-parts.ts'
import { openShop, type Shop, type ShopCaller, type ShopMerchant } from '../../testing/shop.ts'
import { FORM_TYPE, formOf } from '../../testing/upload-form.ts'
import { sql } from '../platform/database/database.ts'

const AADHAAR = '999941057058'
const MERCHANT_KEY = 'sixteencharacter'

let shop: Shop
let operator: ShopCaller
let merchant: ShopMerchant
let orderId: string
let creditId: string
let documentId: string
/** Each by a name that a failed test can tell. */
const secrets = new Map<string, string>()

const detailsOf = async (caller: ShopMerchant, mode: 'test' | 'live'): Promise<void> => {
  await caller.post('/user/mode', { mode })
  const path = `/secret-path-${mode}`
  await caller.post('/user/update-webhook-url', {
    webhookUrl: `https://hooks.tea.example${path}?token=s3cr3t-${mode}`,
  })
  const { data } = (await caller.post('/user/get-api-details')).json()
  secrets.set(`${mode} key`, data.apiKey)
  secrets.set(`${mode} webhook secret`, data.webhookSecret)
  secrets.set(`${mode} webhook path`, path)
  secrets.set(`${mode} webhook query`, `s3cr3t-${mode}`)
  secrets.set(`${mode} alert token`, new URL(data.alertUrl).pathname.split('/').at(-1) ?? '')
}

// Nothing is sent, so that what waits goes on waiting, with its payload.
beforeAll(async () => {
  shop = await openShop({ ROLE: 'web', PAYTM_URL: 'http://127.0.0.1:9' })
  operator = await shop.operator()
  merchant = await shop.merchant('Secretive Tea')
  const connected = await merchant.post('/user/connect-merchant', {
    merchantProvider: 'paytm',
    merchantName: 'Secretive Tea',
    merchantId: 'PAYTM1',
    merchantUpiId: 'secretive@paytm',
    verification: { source: 'paytm-v3', credentials: { merchantKey: MERCHANT_KEY } },
  })
  expect(connected.statusCode, connected.body).toBe(200)
  secrets.set('provider key', MERCHANT_KEY)
  await detailsOf(merchant, 'live')
  await detailsOf(merchant, 'test')
  const further = await merchant.post('/user/api-keys', { name: 'Till', scopes: ['orders:create'] })
  secrets.set('further key', further.json().data.apiKey)

  const { secret } = (await merchant.post('/auth/totp/setup')).json().data
  const confirmed = await merchant.post('/auth/totp/confirm', { code: phoneWith(shop.clock, secret).code() })
  secrets.set('authenticator secret', secret)
  secrets.set('recovery code', confirmed.json().data.recoveryCodes[0])
  secrets.set('session', merchant.cookie.split('=')[1] ?? '')
  const hash = await shop.db.value<string>(
    sql`select password_hash from merchants where merchant_id = ${merchant.merchantId}`,
  )
  secrets.set('password hash', hash)

  const sent = await shop.call({
    method: 'POST',
    url: '/api/v1/user/kyc',
    payload: formOf({ documentType: 'aadharCard', documentNumber: AADHAAR }, [
      { name: 'a.png', content: await picture().png().toBuffer() },
    ]),
    headers: { cookie: merchant.cookie, 'content-type': FORM_TYPE },
  })
  documentId = sent.json().data.documents[0].documentId
  secrets.set('Aadhaar number', AADHAAR)
  const created = await merchant.post('/user/generate-payment-link', {
    client_txn_id: 'SECRET-1',
    amount: '499.00',
    p_info: 'Masala tea',
    customer_name: 'Asha Rao',
    customer_email: 'asha@example.com',
    customer_mobile: '9876543210',
    redirect_url: 'https://tea.example/done',
  })
  orderId = new URL(created.json().data.payment_url).pathname.split('/').at(-1) ?? ''
  const opened = await shop.call({ method: 'POST', url: `/api/v1/order/pay/${orderId}` })
  const payload = { upi: opened.json().data.upiIntentUrl.bhim, outcome: 'overpaid' }
  await shop.call({ method: 'POST', url: '/api/v1/simulator/pay', payload })
  await merchant.post('/user/test-webhook')
  await shop.db.run(sql`
    update webhook_endpoints set failing_since = ${shop.clock.now()}, paused_at = ${shop.clock.now()}, pause_reason = 'gone'
    where merchant_id = ${merchant.merchantId} and mode = 'live'`)
  creditId = (await operator.get('/operator/attention?mode=test')).json().data[0].id
})
afterAll(() => shop.close())

test('the merchant of these tests has every kind of secret', () => {
  for (const [name, secret] of secrets) expect(secret.length, name).toBeGreaterThanOrEqual(9)
  expect(new Set(secrets.values()).size).toBe(secrets.size)
})

const BODIES: Readonly<Record<string, object>> = {
  '/operator/merchants/:merchantId/suspend': { reason: 'Checked' },
  '/operator/kyc/:merchantId/reject': { reason: 'Too dark' },
  '/operator/kyc/:merchantId/approve': {},
}
const QUERY = '?mode=all&status=all&state=all&search=secretive'

const calls = (auth: 'operator' | 'session') =>
  ENDPOINTS.map(({ endpoint }) => endpoint).filter((each) => each.auth === auth)

const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, jobId = '1') => {
  const named: Record<string, string> = {
    merchantId: merchant.merchantId,
    orderId,
    creditId,
    documentId,
    jobId,
  }
  const url = `/api/v1${path.replace(/:(\w+)/g, (whole, name) => named[name] ?? whole)}`
  return shop.call({
    method,
    url: method === 'GET' ? `${url}${QUERY}` : url,
    headers: { cookie: operator.cookie, origin: 'http://localhost:3000' },
    ...(method === 'GET' ? {} : { payload: BODIES[path] ?? {} }),
  })
}

const expectNoSecret = (call: string, body: string): void => {
  for (const [name, secret] of secrets)
    for (const form of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')])
      expect(body.includes(form), `${call} contains the ${name}`).toBe(false)
}

test('no call of the operator returns a key, a secret or a full Aadhaar number', async () => {
  const { data } = (await operator.get('/operator/jobs')).json()
  const [job] = data.jobs
  let spoken = 0
  for (const { method, path } of calls('operator')) {
    const reply = await ask(method as 'GET', path, job.id)
    const call = `${method} ${path}`
    if (method === 'GET') expect(reply.statusCode, `${call} ${reply.body}`).toBe(200)
    if (reply.body.includes('Secretive Tea')) spoken += 1
    expectNoSecret(call, reply.body)
  }
  // Lists, detail, documents, attention, webhooks, the log: what speaks of the merchant was really asked.
  expect(spoken).toBeGreaterThanOrEqual(8)
})

test('an operator’s session can read nothing of a merchant but the documents', async () => {
  for (const { method, path } of calls('session')) {
    if (method !== 'GET' || path.startsWith('/auth/')) continue
    const reply = await ask('GET', path)
    const call = `${method} ${path} ${reply.statusCode}`
    expectNoSecret(call, reply.body)
    if (path === '/kyc/documents/:documentId') expect(reply.statusCode, call).toBe(200)
    else if (path.includes(':')) expect([400, 404], call).toContain(reply.statusCode)
    expect(reply.body, call).not.toContain('Secretive Tea')
  }
  for (const path of [`/user/transactions/${orderId}/notes`, `/user/credits/${creditId}/accept`]) {
    const reply = await operator.post(path, { text: 'Mine', note: 'Mine' })
    expect(reply.statusCode, reply.body).toBe(404)
  }
  const details = (await operator.post('/user/get-api-details')).json().data
  expect([...secrets.values()]).not.toContain(details.apiKey)
})
