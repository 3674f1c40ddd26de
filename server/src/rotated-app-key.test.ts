import { afterAll, beforeAll, expect, test } from 'vitest'
import { phoneWith } from '../testing/authenticator.ts'
import { picture } from '../testing/kyc-file-parts.ts'
import { openShop, type Shop, type ShopMerchant } from '../testing/shop.ts'
import { FORM_TYPE, formOf } from '../testing/upload-form.ts'
import { type App, createApp } from './app.ts'
import { findVerification } from './payment-accounts/account-source-store.ts'
import { type Secrets, secretsFrom } from './platform/crypto/crypto.ts'
import { findDataKey } from './platform/crypto/data-key.ts'
import { rotateAppKey } from './platform/crypto/rotate-app-key.ts'
import { randomIds } from './platform/ids.ts'
import { createLog } from './platform/log.ts'
import { readSettings } from './platform/settings.ts'

const ORIGIN = 'http://localhost:3000'
const PASSWORD = 'correct horse battery'
/** What the shop encrypts with, as every Galla did before there was a data key. */
const OLD_KEY = new Uint8Array(32).fill(7)
const NEW_KEY = new Uint8Array(32).fill(8)
const MERCHANT_KEY = 'sixteencharacter'

let shop: Shop
let merchant: ShopMerchant
let rotated: App
let secrets: Secrets
let details: Record<string, string>
let document: { url: string; content: Buffer }
let totpSecret: string
let recoveryCode: string
let statementId: string
let alert: Record<string, unknown>
let furtherKey: string

const upload = (path: string, payload: Buffer | string, type: string) =>
  shop.call({
    method: 'POST',
    url: `/api/v1${path}`,
    payload,
    headers: { cookie: merchant.cookie, origin: ORIGIN, 'content-type': type },
  })

/** One thing of each kind that is encrypted, or is found by a keyed hash. */
beforeAll(async () => {
  shop = await openShop({ PAYTM_URL: 'http://127.0.0.1:9' })
  merchant = await shop.merchant('Sharma Tea')
  await merchant.post('/user/update-webhook-url', { webhookUrl: 'http://127.0.0.1:9/hook' })
  details = (await merchant.post('/user/get-api-details')).json().data
  furtherKey = (
    await merchant.post('/user/api-keys', { name: 'Till', scopes: ['orders:create', 'events:read'] })
  ).json().data.apiKey
  const sent = await upload(
    '/user/kyc',
    formOf({ documentType: 'panCard', documentNumber: 'ABCPE1234F' }, [
      { name: 'a.png', content: await picture().png().toBuffer() },
    ]),
    FORM_TYPE,
  )
  const { url } = sent.json().data.documents[0]
  document = { url, content: (await merchant.get(url.replace('/api/v1', ''))).rawPayload }
  const statement = await upload(
    '/user/statements',
    '--x\r\ncontent-disposition: form-data; name="file"; filename="s.csv"\r\n\r\nDate,Payer name,UTR,Amount\n' +
      '21/11/2026,ASHA,632500000001,5.00\r\n--x--\r\n',
    'multipart/form-data; boundary=x',
  )
  statementId = statement.json().data.id
  await shop.call({
    method: 'POST',
    url: new URL(details.alertUrl ?? '').pathname,
    payload: { text: 'A text that is kept encrypted', sender: 'VM-HDFCBK' },
  })
  alert = (await merchant.get('/user/alerts')).json().data[0]
  const connected = await merchant.post('/user/connect-merchant', {
    merchantProvider: 'paytm',
    merchantName: 'Sharma Tea',
    merchantId: 'PAYTM1',
    merchantUpiId: 'sharma@paytm',
    verification: { source: 'paytm-v3', credentials: { merchantKey: MERCHANT_KEY } },
  })
  expect(connected.statusCode, connected.body).toBe(200)
  await merchant.post('/user/mode', { mode: 'test' })
  totpSecret = (await merchant.post('/auth/totp/setup')).json().data.secret
  const confirmed = await merchant.post('/auth/totp/confirm', {
    code: phoneWith(shop.clock, totpSecret).code(),
  })
  recoveryCode = confirmed.json().data.recoveryCodes[0]

  const { db } = shop
  const settings = { appKey: OLD_KEY, newAppKey: NEW_KEY, dataDir: shop.dataDir }
  await findDataKey(db, settings)
  for await (const _ of rotateAppKey({ db, settings }));
  for await (const _ of rotateAppKey({ db, settings: { ...settings, appKey: NEW_KEY } }));
  secrets = secretsFrom((await findDataKey(db, { ...settings, appKey: NEW_KEY })).dataKey)
  rotated = await createApp({
    settings: readSettings({ DATA_DIR: shop.dataDir, PUBLIC_URL: ORIGIN }),
    connectionString: db.pool.options.connectionString ?? '',
    db,
    clock: shop.clock,
    ids: randomIds,
    secrets,
    log: createLog({ level: 'silent' }),
  })
})
afterAll(async () => {
  await rotated?.stop()
  await shop.close()
})

const call: Shop['call'] = (options) => rotated.http.inject(options)
const session = (method: 'GET' | 'POST', path: string, payload?: object) =>
  call({
    method,
    url: path.startsWith('/api/') ? path : `/api/v1${path}`,
    headers: { cookie: merchant.cookie, origin: ORIGIN },
    ...(payload === undefined ? {} : { payload }),
  })

test('a rotated app key keeps API keys, webhook secrets and alert addresses as they were', async () => {
  expect((await session('POST', '/user/get-api-details')).json().data).toMatchObject({
    apiKey: details.apiKey,
    webhookSecret: details.webhookSecret,
    alertUrl: details.alertUrl,
  })
  for (const key of [merchant.key, furtherKey]) {
    const reply = await call({
      method: 'GET',
      url: '/api/v1/events',
      headers: { authorization: `Bearer ${key}` },
    })
    expect(reply.statusCode, reply.body).toBe(200)
  }
})

test('a rotated app key keeps identity documents, statements, alerts and provider credentials readable', async () => {
  expect((await session('GET', document.url)).rawPayload.equals(document.content)).toBe(true)
  const preview = await session('POST', `/user/statements/${statementId}/preview`, {
    columns: { date: 0, payer: 1, utr: 2, credit: 3, dateOrder: 'dmy' },
  })
  expect(preview.statusCode, preview.body).toBe(200)
  expect(preview.body).toContain('632500000001')
  expect((await session('GET', '/user/alerts')).json().data[0]).toEqual(alert)
  expect(JSON.stringify(alert)).toContain('A text that is kept encrypted')
  const sent = await call({
    method: 'POST',
    url: new URL(details.alertUrl ?? '').pathname,
    payload: { text: 'Another text', sender: 'VM-HDFCBK' },
  })
  expect(sent.statusCode, sent.body).toBeLessThan(300)
  const account = await shop.db.pool.query(`select account_id from account_sources where merchant_id = $1`, [
    merchant.merchantId,
  ])
  const found = await findVerification(shop.db, secrets, {
    merchantId: merchant.merchantId,
    accountId: account.rows[0].account_id,
  })
  expect(JSON.stringify(found)).toContain(MERCHANT_KEY)
})

test('a rotated app key keeps two-factor login: codes of the authenticator and recovery codes', async () => {
  const logIn = async (code: string) =>
    call({
      method: 'POST',
      url: '/api/v1/auth/login',
      payload: { email: merchant.email, password: PASSWORD, code },
      headers: { origin: ORIGIN },
    })
  shop.clock.advance({ seconds: 60 })
  const byPhone = await logIn(phoneWith(shop.clock, totpSecret).code())
  expect(byPhone.statusCode, byPhone.body).toBe(200)
  const byRecovery = await logIn(recoveryCode)
  expect(byRecovery.statusCode, byRecovery.body).toBe(200)
})
