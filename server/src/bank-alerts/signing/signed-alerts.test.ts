import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'
import { sql } from '../../platform/database/database.ts'
import { deleteOldAlerts } from '../delete-old-alerts.ts'

let shop: Shop
let merchant: ShopMerchant
let url: string
let secret: string

beforeAll(async () => {
  shop = await openShop({ API_RATE_PER_SECOND: '1000' })
})
afterAll(() => shop.close())
beforeEach(async () => {
  merchant = await shop.merchant()
  const made = await merchant.post('/user/rotate-alert-secret')
  secret = made.json().data.signingSecret
  url = new URL((await source()).alertUrl).pathname
})

const source = async () => (await merchant.get('/user/alert-source')).json().data
const alerts = async () => (await merchant.get('/user/alerts?limit=100')).json().data
const pinged = () =>
  shop.db.rows(sql`select pinged_at from source_heartbeats where merchant_id = ${merchant.merchantId}`)
const messageOf = (receivedAt: Date, utr = '512345678901') =>
  JSON.stringify({
    event: 'sms:received',
    payload: {
      message: `Rs.611.00 credited to your A/c XX1234 on 21-11-26 by UPI from asha@okaxis. UPI Ref No ${utr} -HDFC Bank`,
      sender: 'VM-HDFCBK-S',
      receivedAt: receivedAt.toISOString(),
    },
  })

const send = async (
  payload: string,
  { ago = 0, signedWith = secret, isSigned = true, type = 'application/json' } = {},
) => {
  const timestamp = String(Math.floor(shop.clock.now().getTime() / 1000) - ago)
  const signature = createHmac('sha256', signedWith).update(payload).update(timestamp).digest('hex')
  const reply = await shop.call({
    method: 'POST',
    url,
    payload,
    headers: {
      'content-type': type,
      ...(isSigned && { 'x-signature': signature, 'x-timestamp': timestamp }),
    },
  })
  return { status: reply.statusCode, msg: reply.json().msg as string }
}

test('an address with a signing secret accepts only recently signed messages, and lists each refusal with its reason', async () => {
  const message = messageOf(shop.clock.now())
  expect(await send(message, { isSigned: false })).toEqual({
    status: 401,
    msg: 'This message is not signed. Set the signing secret in the forwarder app.',
  })
  expect(await send(message, { signedWith: 'guessed' })).toMatchObject({ status: 401 })
  expect(await send(message, { signedWith: 'guessed again' })).toMatchObject({ status: 401 })
  expect(await send(message, { ago: 301 })).toMatchObject({ status: 401 })
  expect(await alerts()).toEqual([])
  expect(await send(message, { ago: 300 })).toMatchObject({ status: 200 })
  expect(await alerts()).toHaveLength(1)
  const { signedSince, refused, lastDay } = await source()
  expect(signedSince).toBe(shop.clock.now().toISOString())
  expect(refused).toEqual([
    { reason: 'old', messages: 1, lastAt: shop.clock.now().toISOString() },
    { reason: 'unsigned', messages: 1, lastAt: shop.clock.now().toISOString() },
    { reason: 'wrong', messages: 2, lastAt: shop.clock.now().toISOString() },
  ])
  expect(lastDay).toMatchObject({ credit: 1 })
})

test('messages that a phone sends hours later keep their own times', async () => {
  const now = shop.clock.now()
  const received = new Date(now.getTime() - 5 * 3_600_000)
  expect(await send(messageOf(received))).toMatchObject({ status: 200 })
  // Sent again, signed again, it is the same message.
  shop.clock.advance({ seconds: 60 })
  expect(await send(messageOf(received))).toMatchObject({ status: 200 })
  const rows = await shop.db.rows<{ occurred_at: Date; received_at: Date }>(sql`
    select occurred_at, received_at from alerts where merchant_id = ${merchant.merchantId}`)
  expect(rows).toEqual([{ occurred_at: received, received_at: now }])
})

test('a ping is verified like a message, and is a heartbeat', async () => {
  const ping = JSON.stringify({ event: 'system:ping', payload: { health: {} } })
  expect(await send(ping, { isSigned: false })).toMatchObject({ status: 401 })
  expect(await pinged()).toEqual([])
  expect(await send(ping)).toMatchObject({ status: 200 })
  expect(await pinged()).toEqual([{ pinged_at: shop.clock.now() }])
  expect(await alerts()).toEqual([])
})

test('a repeated signed ping is not a newer heartbeat', async () => {
  const pingedAt = async () => (await source()).lastPingAt
  const payload = JSON.stringify({ event: 'system:ping' })
  const at = shop.clock.now()
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signature = createHmac('sha256', secret).update(payload).update(timestamp).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-signature': signature, 'x-timestamp': timestamp }
  for (const seconds of [0, 60, 200]) {
    shop.clock.advance({ seconds })
    expect((await shop.call({ method: 'POST', url, payload, headers })).statusCode).toBe(200)
    expect(await pingedAt()).toBe(at.toISOString())
  }
  expect(await send(payload)).toMatchObject({ status: 200 })
  expect(await pingedAt()).toBe(shop.clock.now().toISOString())
})

test('Incoming SMS to URL Forwarder signs by its imported rule, and a resent message is recorded once', async () => {
  const made = (await merchant.post('/user/rotate-alert-secret')).json().data
  const open = (address: string) => {
    const { pathname, search } = new URL(address)
    return shop.call({ method: 'GET', url: `${pathname}${search}` })
  }
  const [rule] = (await open(made.rulesUrl)).json()
  expect(rule).toMatchObject({ sign_hmac_sha256: true, sign_hmac_sha256_secret: made.signingSecret })
  expect((await open(`${rule.url}/rules`)).statusCode, 'the address alone gives no secret').toBe(401)

  const stamp = String(shop.clock.now().getTime())
  const payload = rule.template
    .replace('%from%', 'VM-HDFCBK-S')
    .replace('%text%', JSON.parse(messageOf(shop.clock.now(), '512345678909')).payload.message)
    .replaceAll(/%(?:sent|received)Stamp%/g, stamp)
  const signature = createHmac('sha256', rule.sign_hmac_sha256_secret).update(payload).digest('hex')
  const type = { 'content-type': 'application/json; charset=utf-8' }
  const post = (body: string, address = rule.url, headers: object = { 'x-signature': signature }) => {
    const { pathname, search } = new URL(address)
    return shop.call({
      method: 'POST',
      url: `${pathname}${search}`,
      payload: body,
      headers: { ...type, ...headers },
    })
  }
  expect((await post(payload)).statusCode).toBe(200)
  expect((await post(payload, rule.url, {})).statusCode).toBe(401)
  expect((await post(payload.replace('611.00', '911.00'))).statusCode).toBe(401)
  shop.clock.advance({ hours: 30 })
  expect((await post(payload)).statusCode).toBe(200)
  const asText = { 'x-signature': signature, 'content-type': 'text/plain' }
  expect(
    (await post(payload, rule.url, asText)).statusCode,
    'another content type, which nothing signs',
  ).toBe(200)
  const stored = await shop.db.rows(
    sql`select outcome from alerts where merchant_id = ${merchant.merchantId}`,
  )
  expect(stored).toEqual([{ outcome: 'credit' }])
  shop.clock.advance({ days: 6 })
  expect((await post(payload)).statusCode).toBe(401)
  expect((await open(made.rulesUrl)).statusCode, 'the code for the rules has expired').toBe(401)

  // Its heartbeat has no rule, so that nothing signs it.
  expect((await post('', rule.url, {})).statusCode).toBe(401)
  expect(await pinged()).toEqual([{ pinged_at: null }])
  expect((await post('', made.pingUrl, {})).statusCode).toBe(200)
  expect(await pinged()).toEqual([{ pinged_at: shop.clock.now() }])
  expect((await post(payload, made.pingUrl, {})).statusCode, 'the key is for pings alone').toBe(401)
})

test('a new secret replaces the old one, and unsigned messages are accepted without a secret and at a new address', async () => {
  const old = secret
  secret = (await merchant.post('/user/rotate-alert-secret')).json().data.signingSecret
  expect(secret).not.toBe(old)
  expect(await send(messageOf(shop.clock.now()), { signedWith: old })).toMatchObject({ status: 401 })
  expect(await send(messageOf(shop.clock.now()))).toMatchObject({ status: 200 })
  await merchant.post('/user/remove-alert-secret')
  expect((await source()).signedSince).toBeNull()
  expect(await send(messageOf(shop.clock.now(), '512345678902'), { isSigned: false })).toMatchObject({
    status: 200,
  })
  await merchant.post('/user/rotate-alert-secret')
  const { alertUrl } = (await merchant.post('/user/rotate-alert-token')).json().data
  url = new URL(alertUrl).pathname
  expect(await send(messageOf(shop.clock.now(), '512345678903'), { isSigned: false })).toMatchObject({
    status: 200,
  })
})

test('the secret is stored encrypted, and only the first reply contains it', async () => {
  const [row] = await shop.db.rows<{ signing_sealed: Buffer }>(sql`
    select signing_sealed from alert_tokens where merchant_id = ${merchant.merchantId}`)
  expect(row?.signing_sealed.toString('latin1')).not.toContain(secret)
  expect(JSON.stringify(await source())).not.toContain(secret)
})

test('a signature is valid for one body: repeated it changes nothing, and with another body it is refused and listed', async () => {
  const text = 'Rs.10 received from ASHA RAO'
  const sign = (timestamp: string) =>
    createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
  const post = async (fields: object) => {
    const reply = await shop.call({
      method: 'POST',
      url,
      payload: JSON.stringify(fields),
      headers: { 'content-type': 'application/json' },
    })
    return { status: reply.statusCode, msg: reply.json().msg as string }
  }
  const timestamp = String(shop.clock.now().getTime())
  const signed = {
    from: 'com.google.android.apps.nbu.paisa.merchant',
    title: text,
    text,
    timestamp,
    sign: sign(timestamp),
  }
  const replies = await Promise.all(Array.from({ length: 5 }, () => post(signed)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const other = { ...signed, text: 'Rs.9999 received from MALLORY', sign: encodeURIComponent(signed.sign) }
  expect(await post(other)).toEqual({
    status: 401,
    msg: 'The signature of this message was already used for another message. Sign each message separately.',
  })
  shop.clock.advance({ seconds: 299 })
  expect(await post(signed)).toMatchObject({ status: 200 })
  expect(await post(other)).toMatchObject({ status: 401 })
  expect(await alerts()).toHaveLength(1)
  expect((await source()).refused).toEqual([
    { reason: 'reused', messages: 2, lastAt: shop.clock.now().toISOString() },
  ])
  shop.clock.advance({ seconds: 2 })
  expect(await post(signed)).toMatchObject({ status: 401, msg: expect.stringContaining('another time') })
})

test('a signed request that is repeated with another content type, which nothing signs, is refused and listed', async () => {
  const types = ['application/json', 'Application/JSON; charset=utf-8', 'text/plain', 'x/y']
  const replies: unknown[] = []
  for (const type of types) replies.push(await send(messageOf(shop.clock.now()), { type }))
  expect(replies).toMatchObject([200, 200, 401, 401].map((status) => ({ status })))
  expect(await alerts()).toHaveLength(1)
  expect((await source()).refused).toMatchObject([{ reason: 'reused', messages: 2 }])
})

test('exactly one of two concurrent bodies with one signature is accepted', async () => {
  const timestamp = String(shop.clock.now().getTime())
  const sign = createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
  const bodies = Array.from({ length: 8 }, (_, n) =>
    JSON.stringify({ from: 'VM-HDFCBK', text: `Rs.${n + 1} credited`, timestamp, sign }),
  )
  const replies = await Promise.all(
    bodies.map((payload) =>
      shop.call({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } }),
    ),
  )
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(7).fill(401)])
  expect(await alerts()).toHaveLength(1)
})

test('a signed payment without reference and time is stored once, even if the reply was lost', async () => {
  const payload = JSON.stringify({
    from: 'com.phonepe.app.business',
    title: 'Payment received',
    text: 'Received ₹10 from ASHA RAO',
  })
  const before = shop.clock.now()
  for (let n = 0; n < 3; n += 1) expect(await send(payload)).toMatchObject({ status: 200 })
  expect(await alerts()).toHaveLength(1)
  // Signed at another time it is another payment, or a question, as ever.
  shop.clock.advance({ seconds: 1 })
  expect(await send(payload)).toMatchObject({ status: 200 })
  expect(shop.clock.now().getTime()).toBeGreaterThan(before.getTime())
})

test('used signatures are deleted once they can no longer be valid', async () => {
  const used = () =>
    shop.db.rows(sql`select from used_alert_signatures where merchant_id = ${merchant.merchantId}`)
  expect(await send(messageOf(shop.clock.now()))).toMatchObject({ status: 200 })
  shop.clock.advance({ seconds: 600 })
  await deleteOldAlerts(shop)
  expect(await used()).toHaveLength(1)
  shop.clock.advance({ seconds: 301 })
  await deleteOldAlerts(shop)
  expect(await used()).toEqual([])
})

test('messages that are too large or too many are counted by reason, in one row an hour', async () => {
  const post = (payload: string, to = url) =>
    shop.call({ method: 'POST', url: to, payload, headers: { 'content-type': 'text/plain' } })
  for (let n = 0; n < 3; n += 1) expect((await post('x'.repeat(300_000))).statusCode).toBe(413)
  expect((await post('x'.repeat(300_000), '/api/v1/alerts/unknown')).statusCode).toBe(413)
  const statuses = await Promise.all(Array.from({ length: 520 }, async () => (await post('x')).statusCode))
  const tooMany = statuses.filter((status) => status === 429).length
  expect(tooMany).toBeGreaterThan(0)
  const { refused } = await source()
  expect(refused).toEqual([
    { reason: 'too_large', messages: 3, lastAt: shop.clock.now().toISOString() },
    { reason: 'too_many', messages: tooMany, lastAt: shop.clock.now().toISOString() },
    { reason: 'unsigned', messages: 520 - tooMany, lastAt: shop.clock.now().toISOString() },
  ])
  const rows = await shop.db.rows(sql`
    select from refused_alerts where merchant_id = ${merchant.merchantId}`)
  expect(rows).toHaveLength(3)
})
