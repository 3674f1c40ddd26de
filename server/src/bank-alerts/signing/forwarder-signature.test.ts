import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkSignature, isRulesCode, pingKey, rulesCode, type SignedRequest } from './forwarder-signature.ts'

const SECRET = 'correct-horse-battery'
const NOW = new Date('2026-11-21T04:00:00Z')
const NOTHING: SignedRequest = {
  body: Buffer.from(''),
  contentType: 'application/json',
  signature: undefined,
  timestamp: undefined,
  pingKey: undefined,
}
const signatureFault = (request: Partial<SignedRequest>, secret: string) => {
  const checked = checkSignature({ ...NOTHING, ...request }, secret, NOW)
  return typeof checked === 'string' ? checked : null
}
const seconds = (ago: number) => String(NOW.getTime() / 1000 - ago)
const body = Buffer.from('{"event":"sms:received","payload":{"message":"Rs.1 credited — ₹"}}')

const gatewaySign = (timestamp: string, secret = SECRET, signed: Uint8Array = body) =>
  createHmac('sha256', secret).update(signed).update(timestamp).digest('hex')
const gateway = (timestamp: string, signature = gatewaySign(timestamp), sent: Uint8Array = body) =>
  signatureFault({ body: sent, signature, timestamp }, SECRET)

const forwarderSign = (timestamp: string, secret = SECRET) =>
  createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64')
const fromForwarder = (fields: object) =>
  signatureFault({ body: Buffer.from(JSON.stringify(fields)) }, SECRET)

test.each([
  [299, null],
  [300, null],
  [301, 'old'],
  [-299, null],
  [-300, null],
  [-301, 'old'],
])('SMS Gateway for Android: a signature of %i s ago: %s', (ago, expected) => {
  expect(gateway(seconds(ago))).toBe(expected)
})

test.each([
  ['another secret', gatewaySign(seconds(0), 'other')],
  ['another time', gatewaySign(seconds(1))],
  ['another body', gatewaySign(seconds(0), SECRET, Buffer.from('{}'))],
  ['no hex', 'zz'],
])('SMS Gateway for Android: a signature with %s is wrong', (_what, signature) => {
  expect(gateway(seconds(0), signature)).toBe('wrong')
})

test('SMS Gateway for Android: the signature covers the exact bytes, even invalid UTF-8', () => {
  const bytes = Buffer.from([0x7b, 0xff, 0x00, 0x7d])
  expect(gateway(seconds(0), gatewaySign(seconds(0), SECRET, bytes), bytes)).toBeNull()
  expect(gateway(seconds(0), gatewaySign(seconds(0)), Buffer.concat([body, Buffer.from(' ')]))).toBe('wrong')
})

test.each([
  ['', 'wrong'],
  ['now', 'wrong'],
  ['1e9', 'wrong'],
  ['9'.repeat(13), 'wrong'],
])('SMS Gateway for Android: the time %j is %s', (timestamp, expected) => {
  expect(gateway(timestamp)).toBe(expected)
})

test.each([
  [299, null],
  [300, null],
  [301, 'old'],
])('SmsForwarder: a signature of %i s ago: %s', (ago, expected) => {
  const timestamp = `${seconds(ago)}000`
  const sign = forwarderSign(timestamp)
  expect(fromForwarder({ text: 'x', timestamp, sign: encodeURIComponent(sign) })).toBe(expected)
  expect(fromForwarder({ text: 'x', timestamp: Number(timestamp), sign })).toBe(expected)
})

test('SmsForwarder: a form has the same signature as JSON', () => {
  const timestamp = `${seconds(0)}000`
  const form = new URLSearchParams({ from: 'VM-HDFCBK', timestamp, sign: forwarderSign(timestamp) })
  const sent = { body: Buffer.from(form.toString()) }
  expect(signatureFault(sent, SECRET)).toBeNull()
  expect(signatureFault(sent, 'other')).toBe('wrong')
})

test.each([
  [{ text: 'x' }],
  [{ text: 'x', sign: '' }],
  [{ text: 'x', sign: '', timestamp: `${seconds(0)}000` }],
  [{ sign: 'x' }],
  [{ sign: { a: 1 }, timestamp: 1 }],
])('a request without a signature is unsigned: %j', (fields) => {
  expect(fromForwarder(fields)).toBe('unsigned')
})

test.each(['', '{', '[]', 'null', 'sign=x', '{"sign":"%","timestamp":"1"}'])(
  'the body %j is refused',
  (text) => {
    const sent = { body: Buffer.from(text) }
    expect(signatureFault(sent, SECRET)).not.toBeNull()
  },
)

test('SmsForwarder: the encodings of a signature are recognized as the same one', () => {
  const timestamp = `${seconds(0)}000`
  const sign = forwarderSign(timestamp)
  const signed = (fields: object) =>
    checkSignature({ ...NOTHING, body: Buffer.from(JSON.stringify(fields)) }, SECRET, NOW)
  const first = signed({ text: 'x', timestamp, sign })
  expect(first).toEqual(signed({ text: 'y', timestamp: Number(timestamp), sign: encodeURIComponent(sign) }))
  const bytes = createHmac('sha256', SECRET).update(`${timestamp}\n${SECRET}`).digest()
  expect(first).toEqual({ bytes, isForOneBody: true })
})

const incoming = (fields: object | string, signedWith = SECRET) => {
  const body =
    typeof fields === 'string' ? fields : JSON.stringify({ from: 'VM-HDFCBK', text: 'x', ...fields })
  const signature = createHmac('sha256', signedWith).update(body).digest('hex')
  return signatureFault({ body: Buffer.from(body), signature }, SECRET)
}
const DAY = 86_400

test.each([
  [0, null],
  [-300, null],
  [-301, 'old'],
  [7 * DAY, null],
  [7 * DAY + 1, 'old'],
])('Incoming SMS to URL Forwarder: a signed message of %i s ago: %s', (ago, expected) => {
  expect(incoming({ receivedStamp: Number(seconds(ago)) * 1000 })).toBe(expected)
  expect(incoming({ receivedStamp: `${seconds(ago)}000` })).toBe(expected)
})

test('Incoming SMS to URL Forwarder: one current time is enough, since operators write some times in another zone', () => {
  const [wrongZone, now] = [Number(seconds(-19_800)) * 1000, Number(seconds(0)) * 1000]
  expect(incoming({ sentStamp: wrongZone, receivedStamp: now })).toBeNull()
  expect(incoming({ sentStamp: wrongZone })).toBe('old')
})

test('Incoming SMS to URL Forwarder: a message without a time is refused, because it could be replayed for ever', () => {
  expect(incoming({})).toBe('undated')
  expect(incoming('Rs.1 credited')).toBe('undated')
  expect(incoming('')).toBe('undated')
})

test('Incoming SMS to URL Forwarder: a signature with another secret or of another body is wrong', () => {
  expect(incoming({ receivedStamp: `${seconds(0)}000` }, 'other')).toBe('wrong')
  const signature = createHmac('sha256', SECRET).update('{}').digest('hex')
  expect(signatureFault({ body, signature }, SECRET)).toBe('wrong')
})

test('a message that SMS Gateway for Android signed is not accepted as one of Incoming SMS to URL Forwarder', () => {
  const dated = Buffer.from(`{"text":"x","receivedStamp":${seconds(0)}000}`)
  const signature = gatewaySign(seconds(0), SECRET, dated)
  expect(signatureFault({ body: dated, signature, timestamp: seconds(0) }, SECRET)).toBeNull()
  expect(signatureFault({ body: dated, signature }, SECRET)).toBe('wrong')
  expect(signatureFault({ body: Buffer.concat([dated, Buffer.from(seconds(0))]), signature }, SECRET)).toBe(
    'undated',
  )
})

test('the key of a ping is valid only for pings', () => {
  const key = pingKey(SECRET)
  expect(key).not.toContain(SECRET)
  expect(signatureFault({ pingKey: key }, SECRET)).toBeNull()
  expect(signatureFault({ body: Buffer.from('ping'), pingKey: key }, SECRET)).toBeNull()
  expect(signatureFault({ pingKey: key }, 'other')).toBe('wrong')
  expect(signatureFault({ body, pingKey: key }, SECRET)).toBe('unsigned')
  expect(signatureFault({}, SECRET)).toBe('unsigned')
})

test('neither the key of a ping nor a code for the rules is the signature of a message', () => {
  const hex = (key: string) => Buffer.from(key, 'base64url').toString('hex')
  const messageSigns = (message: string) => createHmac('sha256', SECRET).update(message).digest('hex')
  expect(hex(pingKey(SECRET))).not.toBe(messageSigns('ping'))
  const [until = '', code = ''] = rulesCode(SECRET, NOW).split('-')
  const late = new Date(Number(until) * 1000)
  const request = { ...NOTHING, body: Buffer.from('rules '), signature: hex(code), timestamp: until }
  expect(checkSignature(request, SECRET, late)).toBe('wrong')
})

test('a code for the rules is valid for a quarter of an hour, and only with its own secret', () => {
  const code = rulesCode(SECRET, NOW)
  const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
  expect(isRulesCode(code, SECRET, NOW)).toBe(true)
  expect(isRulesCode(code, SECRET, after(900))).toBe(true)
  expect(isRulesCode(code, SECRET, after(901))).toBe(false)
  expect(isRulesCode(code, 'other', NOW)).toBe(false)
  const [, signature = ''] = code.split('-')
  expect(isRulesCode(`9999999999-${signature}`, SECRET, NOW)).toBe(false)
  for (const other of ['', '-', 'x', `${Math.floor(NOW.getTime() / 1000)}-`])
    expect(isRulesCode(other, SECRET, NOW)).toBe(false)
})
