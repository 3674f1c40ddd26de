import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { checkSignature, type SignedRequest } from './forwarder-signature.ts'

const SECRET = 'correct-horse-battery'
const NOW = new Date('2026-11-21T04:00:00Z')
const signatureFault = (request: SignedRequest, secret: string) => {
  const checked = checkSignature(request, secret, NOW)
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
  signatureFault(
    { body: Buffer.from(JSON.stringify(fields)), signature: undefined, timestamp: undefined },
    SECRET,
  )

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

test('SMS Gateway for Android: the exact bytes are signed, also those that are no text', () => {
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

test('SmsForwarder: a form is signed as JSON is', () => {
  const timestamp = `${seconds(0)}000`
  const form = new URLSearchParams({ from: 'VM-HDFCBK', timestamp, sign: forwarderSign(timestamp) })
  const sent = { body: Buffer.from(form.toString()), signature: undefined, timestamp: undefined }
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

test.each(['', '{', '[]', 'null', 'sign=x', '{"sign":"%","timestamp":"1"}'])('%j is refused', (text) => {
  const sent = { body: Buffer.from(text), signature: undefined, timestamp: undefined }
  expect(signatureFault(sent, SECRET)).not.toBeNull()
})

test('a signature is the same, however it is written', () => {
  const timestamp = `${seconds(0)}000`
  const sign = forwarderSign(timestamp)
  const signed = (fields: object) =>
    checkSignature(
      { body: Buffer.from(JSON.stringify(fields)), signature: undefined, timestamp: undefined },
      SECRET,
      NOW,
    )
  const first = signed({ text: 'x', timestamp, sign })
  expect(first).toEqual(signed({ text: 'y', timestamp: Number(timestamp), sign: encodeURIComponent(sign) }))
  expect(first).toEqual(createHmac('sha256', SECRET).update(`${timestamp}\n${SECRET}`).digest())
})
