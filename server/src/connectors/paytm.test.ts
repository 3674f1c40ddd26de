import { paise } from '@galla/upi/rupees'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FakePaytm, startFakePaytm } from '../../testing/fake-paytm.ts'
import type { Fault } from '../../testing/fake-provider.ts'
import { randomIds } from '../platform/ids.ts'
import type { Answer, Connector } from './connector.ts'
import { type PaytmCredentials, paytmKeyless, paytmV3 } from './paytm.ts'
import { isSignedByPaytm, signPaytm } from './paytm-checksum.ts'

const NOW = new Date('2026-11-21T04:00:00Z')
const CREDENTIALS = { merchantId: 'SHARMA38472910', merchantKey: 'kbzk1DSbJiV_O3p5' }
const REFERENCE = '01KAJ5N0G0ABCDEFGHJKMNPQRS'
const QUESTION = { reference: REFERENCE, amount: paise(49900n) }
const PAID = { status: 'TXN_SUCCESS', amount: '499.00', utr: '632512345678' } as const
const NETWORK = { totalTimeoutMs: 2_000, allowPrivate: true, bytes: randomIds.bytes }

let paytm: FakePaytm
let sources: Record<'v3' | 'keyless', Connector<PaytmCredentials>>

beforeAll(async () => {
  paytm = await startFakePaytm(CREDENTIALS, () => NOW)
  sources = { v3: paytmV3(NETWORK, paytm.url), keyless: paytmKeyless(NETWORK, paytm.url) }
})
afterAll(() => paytm.close())
afterEach(() => {
  paytm.mend()
  paytm.bend(undefined)
  paytm.forge(undefined)
  paytm.tell(REFERENCE, { ...PAID, status: 'PENDING' })
})

const check = (kind: 'v3' | 'keyless', question = QUESTION): Promise<Answer> =>
  sources[kind].check(CREDENTIALS, question)

test('a checksum is what Paytm computes: key, salt and the fixed vector', () => {
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

test('no text is a signature by accident', () => {
  fc.assert(
    fc.property(fc.string(), fc.oneof(fc.string(), fc.base64String()), (body, signature) => {
      expect(isSignedByPaytm(CREDENTIALS.merchantKey, body, signature)).toBe(false)
    }),
  )
})

describe.each(['v3', 'keyless'] as const)('Paytm order status, %s', (kind) => {
  test('a payment is told with its amount, bank reference and time', async () => {
    paytm.tell(REFERENCE, PAID)
    expect(await check(kind)).toMatchObject({
      kind: 'paid',
      payment: { amount: 49900n, utr: '632512345678', receivedAt: NOW },
    })
  })

  test('an order that nobody paid yet, or that is under way, is unknown and no trouble', async () => {
    expect(await check(kind)).toMatchObject({ kind: 'unknown', trouble: null })
    const unknown = { ...QUESTION, reference: 'NOBODY0PAID0THIS' }
    expect(await check(kind, unknown)).toMatchObject({ kind: 'unknown', trouble: null })
  })

  test('another amount is told as it is, never as what was asked for', async () => {
    paytm.tell(REFERENCE, { ...PAID, amount: '4.99' })
    expect(await check(kind)).toMatchObject({ kind: 'paid', payment: { amount: 499n } })
  })

  test.each([
    [
      'another order',
      (body: Record<string, unknown>) => ({ ...body, orderId: `${REFERENCE}R2`, ORDERID: 'X' }),
    ],
    ['another merchant', (body: Record<string, unknown>) => ({ ...body, mid: 'OTHER1', MID: 'OTHER1' })],
    ['no order', ({ orderId, ORDERID, ...body }: Record<string, unknown>) => body],
    ['no amount', ({ txnAmount, TXNAMOUNT, ...body }: Record<string, unknown>) => body],
    [
      'an amount with an exponent',
      (body: Record<string, unknown>) => ({ ...body, txnAmount: '4e2', TXNAMOUNT: '4e2' }),
    ],
    [
      'a number for an amount',
      (body: Record<string, unknown>) => ({ ...body, txnAmount: 499, TXNAMOUNT: 499 }),
    ],
    ['no transaction', (body: Record<string, unknown>) => ({ ...body, txnId: '', TXNID: '' })],
    [
      'an unknown word',
      (body: Record<string, unknown>) => ({
        ...body,
        resultInfo: { resultStatus: 'SUCCESS' },
        STATUS: 'success',
      }),
    ],
    [
      'a list for a word',
      (body: Record<string, unknown>) => ({
        ...body,
        resultInfo: { resultStatus: ['TXN_SUCCESS'] },
        STATUS: ['TXN_SUCCESS'],
      }),
    ],
  ])('a success with %s is nonsense and settles nothing', async (_what, bend) => {
    paytm.tell(REFERENCE, PAID)
    paytm.bend(bend)
    expect(await check(kind)).toMatchObject({ kind: 'unknown', trouble: { kind: 'nonsense' } })
  })

  test.each<[string, Fault, string, number | null]>([
    ['HTTP 500', { kind: 'status', status: 500 }, 'down', null],
    ['HTTP 503 with a wish', { kind: 'status', status: 503, retryAfter: '120' }, 'down', 120],
    ['HTTP 429', { kind: 'status', status: 429, retryAfter: '7' }, 'down', 7],
    ['a wish for a year', { kind: 'status', status: 429, retryAfter: '31536000' }, 'down', 3600],
    ['a wish in words', { kind: 'status', status: 503, retryAfter: 'soon' }, 'down', null],
    ['HTTP 401', { kind: 'status', status: 401 }, 'credentials', null],
    ['a broken connection', { kind: 'cut' }, 'down', null],
    ['half an answer', { kind: 'half' }, 'nonsense', null],
    ['1 MB', { kind: 'huge' }, 'nonsense', null],
    ['a web page', { kind: 'not_json' }, 'nonsense', null],
    ['a redirect', { kind: 'redirect' }, 'nonsense', null],
  ])('%s fails no order, even when the payment succeeded', async (_what, fault, trouble, retry) => {
    paytm.tell(REFERENCE, PAID)
    paytm.breaks(fault)
    expect(await check(kind)).toMatchObject({
      kind: 'unknown',
      trouble: { kind: trouble, retryAfterSeconds: retry },
    })
  })

  test('silence is given up after the time limit, and fails no order', async () => {
    const hasty = (kind === 'v3' ? paytmV3 : paytmKeyless)({ ...NETWORK, totalTimeoutMs: 50 }, paytm.url)
    paytm.breaks({ kind: 'silent' })
    expect(await hasty.check(CREDENTIALS, QUESTION)).toMatchObject({
      kind: 'unknown',
      said: 'The provider did not answer in time',
      trouble: { kind: 'down' },
    })
    paytm.release()
  })

  test('whatever is answered, only the asked reference at our own merchant is ever paid', async () => {
    const value = fc.oneof(fc.string(), fc.constantFrom('TXN_SUCCESS', '499.00', REFERENCE), fc.anything())
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), value), fc.boolean(), async (odd, deep) => {
        paytm.tell(REFERENCE, { ...PAID, status: 'PENDING' })
        paytm.bend((body) => (deep ? { ...body, resultInfo: odd, ...odd } : { ...body, ...odd }))
        const answer = await check(kind)
        expect(answer.kind === 'paid' && answer.payment.amount !== QUESTION.amount).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  test('a connection is tested by an order that does not exist', async () => {
    expect(await sources[kind].test(CREDENTIALS, 'UNUSED1')).toMatchObject({ works: true })
    const wrong = { ...CREDENTIALS, merchantId: 'WRONG' }
    expect(await sources[kind].test(wrong, 'UNUSED1')).toMatchObject({
      works: false,
      detail: 'Paytm answered: Mid is invalid',
    })
    paytm.breaks({ kind: 'status', status: 502 })
    expect(await sources[kind].test(CREDENTIALS, 'UNUSED1')).toMatchObject({
      works: false,
      detail: 'The provider answered HTTP 502',
    })
  })
})

test('with a key a payment that Paytm names as failed is a refusal; without one nothing is', async () => {
  paytm.tell(REFERENCE, { ...PAID, status: 'TXN_FAILURE' })
  expect(await check('v3')).toMatchObject({ kind: 'refused' })
  expect(await check('keyless')).toMatchObject({ kind: 'unknown', trouble: null })
  paytm.bend((body) => ({ ...body, orderId: 'ANOTHER' }))
  expect(await check('v3')).toMatchObject({ kind: 'unknown' })
})

test.each([
  ['another key', () => signPaytm('0000000000000000', 'x', 'wxyz')],
  ['no signature', () => undefined],
  ['an empty signature', () => ''],
])('a signed success with %s is not believed', async (_what, forge) => {
  paytm.tell(REFERENCE, PAID)
  paytm.forge(forge)
  expect(await check('v3')).toMatchObject({ kind: 'unknown', trouble: { kind: 'nonsense' } })
})

test('a wrong merchant key is told as such by the test', async () => {
  const wrong = { ...CREDENTIALS, merchantKey: '0000000000000000' }
  expect(await sources.v3.test(wrong, 'UNUSED1')).toMatchObject({ works: false })
})
