import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { paise } from '@galla/upi/rupees'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type FakePaytm, PAYTM_MERCHANT, startFakePaytm } from '../../testing/fake-paytm.ts'
import { randomIds } from '../platform/ids.ts'
import type { Connector, StatusResult } from './connector.ts'
import { isSignedByPaytm, type PaytmCredentials, paytmKeyless, paytmV3, signPaytm } from './paytm.ts'

const NOW = new Date('2026-11-21T04:00:00Z')
const REFERENCE = '01KAJ5N0G0ABCDEFGHJKMNPQRS'
const QUESTION = { reference: REFERENCE, amount: paise(49900n), providerId: null }
const PAID = { status: 'TXN_SUCCESS', amount: '499.00', utr: '632512345678' } as const
const NETWORK = { totalTimeoutMs: 2_000, allowPrivate: true, bytes: randomIds.bytes, now: () => NOW }

let paytm: FakePaytm
let sources: Record<'v3' | 'keyless', Connector<PaytmCredentials>>

beforeAll(async () => {
  paytm = await startFakePaytm(PAYTM_MERCHANT, () => NOW)
  sources = { v3: paytmV3(NETWORK, paytm.url), keyless: paytmKeyless(NETWORK, paytm.url) }
})
afterAll(() => paytm.close())
afterEach(() => {
  paytm.mend()
  paytm.bend(undefined)
  paytm.forge(undefined)
  paytm.setPayment(REFERENCE, { ...PAID, status: 'PENDING' })
})

const check = (kind: 'v3' | 'keyless', query = QUESTION): Promise<StatusResult> =>
  sources[kind].check(PAYTM_MERCHANT, query)

test('a checksum equals the one that Paytm computes for the same key and salt', () => {
  const body = '{"mid":"A","orderId":"B"}'
  // Made by openssl: SHA-256 of the text, a bar and the salt, then the salt; AES-128-CBC under the key.
  expect(signPaytm('kbzk1DSbJiV_O3p5', body, 'abcd')).toBe(
    'EXSHzrTaSzs7b3ZVfeKobjiaHZMPWOHAGUoO99cmIPxHyC0mGYQw6AjDX4HMFYuxfIkPOPutDBxiT/jUDh0LN3LAG9Yh6E6NaBkFmvTI0vw=',
  )
  expect(isSignedByPaytm('kbzk1DSbJiV_O3p5', body, signPaytm('kbzk1DSbJiV_O3p5', body, 'wxyz'))).toBe(true)
  expect(isSignedByPaytm('kbzk1DSbJiV_O3p5', `${body} `, signPaytm('kbzk1DSbJiV_O3p5', body, 'wxyz'))).toBe(
    false,
  )
  expect(isSignedByPaytm('0000000000000000', body, signPaytm('kbzk1DSbJiV_O3p5', body, 'wxyz'))).toBe(false)
})

test('random text is never a valid signature', () => {
  fc.assert(
    fc.property(fc.string(), fc.oneof(fc.string(), fc.base64String()), (body, signature) => {
      expect(isSignedByPaytm(PAYTM_MERCHANT.merchantKey, body, signature)).toBe(false)
    }),
  )
})

test('a failed payment is a refusal with a merchant key, and never without one', async () => {
  paytm.setPayment(REFERENCE, { ...PAID, status: 'TXN_FAILURE' })
  expect(await check('v3')).toMatchObject({ kind: 'refused' })
  expect(await check('keyless')).toMatchObject({ kind: 'unknown', error: null })
  paytm.bend((body) => ({ ...body, orderId: 'ANOTHER' }))
  expect(await check('v3')).toMatchObject({ kind: 'unknown' })
})

test.each([
  ['another key', () => signPaytm('0000000000000000', 'x', 'wxyz')],
  ['no signature', () => undefined],
  ['an empty signature', () => ''],
])('a signed success with %s is not believed', async (_what, forge) => {
  paytm.setPayment(REFERENCE, PAID)
  paytm.forge(forge)
  expect(await check('v3')).toMatchObject({ kind: 'unknown', error: { kind: 'invalid_response' } })
})

test('only the signed body counts, wherever a second body stands', async () => {
  const body = (status: string) =>
    JSON.stringify({
      resultInfo: { resultStatus: status, resultMsg: status },
      mid: PAYTM_MERCHANT.merchantId,
      orderId: REFERENCE,
      txnAmount: '499.00',
      txnId: 'T1',
      bankTxnId: '632512345678',
    })
  const signature = JSON.stringify(signPaytm(PAYTM_MERCHANT.merchantKey, body('PENDING'), 'S4lt'))
  const answers = [
    `{"head":{"signature":${signature}},"body":${body('PENDING')},"body":${body('TXN_SUCCESS')}}`,
    `{"head":{"signature":${signature},"body":${body('PENDING')}},"body":${body('TXN_SUCCESS')}}`,
  ]
  for (const text of answers) {
    const { server, url } = await answering(text)
    const answer = await paytmV3(NETWORK, url).check(PAYTM_MERCHANT, QUESTION)
    server.close()
    expect(answer.kind).toBe('unknown')
  }
})

/** Answers every request with exactly this text. */
const answering = async (text: string) => {
  const server = createServer((_request, response) => response.end(text)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('a connection test reports a wrong merchant key or ID', async () => {
  const wrong = { ...PAYTM_MERCHANT, merchantKey: '0000000000000000' }
  expect(await sources.v3.test(wrong, 'UNUSED1')).toMatchObject({ works: false })
  const mistyped = { ...PAYTM_MERCHANT, merchantId: 'WRONG' }
  expect(await sources.v3.test(mistyped, 'UNUSED1')).toEqual({
    works: false,
    detail: 'Paytm answered: Mid is invalid',
  })
})
