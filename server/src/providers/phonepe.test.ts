import { paise } from '@galla/upi/rupees'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TRANSPORT_FAULTS } from '../../testing/connector-rig.ts'
import { type FakePhonePe, PHONEPE_MERCHANT, startFakePhonePe } from '../../testing/fake-phonepe.ts'
import { type ManualClock, manualClock } from '../platform/clock.ts'
import { randomIds } from '../platform/ids.ts'
import type { Connector } from './connector.ts'
import { type PhonePeCredentials, phonePeV2 } from './phonepe.ts'
import { findPhonePeRefund, startPhonePeRefund } from './phonepe-refund.ts'

const REFERENCE = '01KAJ5N0G0ABCDEFGHJKMNPQRS'
const QUESTION = { reference: REFERENCE, amount: paise(49900n), providerId: null }
const NETWORK = { totalTimeoutMs: 60_000, allowPrivate: true, bytes: randomIds.bytes, now: () => clock.now() }
const TOKEN_SECONDS = 1_800

let clock: ManualClock
let phonepe: FakePhonePe
let connector: Connector<PhonePeCredentials>

const connect = (hosts: Partial<{ gateway: string; auth: string }> = {}) =>
  phonePeV2(NETWORK, { gateway: phonepe.url, auth: phonepe.url, ...hosts }, clock)

beforeAll(async () => {
  clock = manualClock(new Date('2026-11-21T04:00:00Z'))
  phonepe = await startFakePhonePe(PHONEPE_MERCHANT, () => clock.now(), { tokenSeconds: TOKEN_SECONDS })
})
afterAll(() => phonepe.close())
beforeEach(() => {
  connector = connect()
  phonepe.setPayment(REFERENCE, { state: 'COMPLETED', amount: 49900, utr: '632512345678' })
})
afterEach(() => {
  phonepe.mend()
  phonepe.bend(undefined)
  phonepe.release()
})

const check = () => connector.check(PHONEPE_MERCHANT, QUESTION)

describe('a token', () => {
  test('is reused until a minute before it expires', async () => {
    const before = phonepe.tokensGiven()
    for (let n = 0; n < 3; n += 1) expect(await check()).toMatchObject({ kind: 'paid' })
    expect(phonepe.tokensGiven()).toBe(before + 1)
    clock.advance({ seconds: TOKEN_SECONDS - 61 })
    await check()
    expect(phonepe.tokensGiven()).toBe(before + 1)
    clock.advance({ seconds: 1 })
    expect(await check()).toMatchObject({ kind: 'paid' })
    expect(phonepe.tokensGiven()).toBe(before + 2)
  })

  test('is requested once, however many calls wait for it', async () => {
    const before = phonepe.tokensGiven()
    const answers = await Promise.all(Array.from({ length: 30 }, check))
    expect(answers.every(({ kind }) => kind === 'paid')).toBe(true)
    expect(phonepe.tokensGiven()).toBe(before + 1)
  })

  test('that was revoked is replaced once for all concurrent calls', async () => {
    await check()
    const before = phonepe.tokensGiven()
    phonepe.revokeTokens()
    const answers = await Promise.all(Array.from({ length: 10 }, check))
    expect(answers.every(({ kind }) => kind === 'paid')).toBe(true)
    expect(phonepe.tokensGiven()).toBe(before + 1)
  })

  test('that is refused when new is an error of the credentials, after two calls', async () => {
    await check()
    const before = phonepe.requests.length
    phonepe.breaks({ kind: 'status', status: 401 }, 1)
    expect(await check()).toMatchObject({ kind: 'paid' })
    expect(phonepe.requests.length - before).toBe(3)
    const gateway = await startFakePhonePe(PHONEPE_MERCHANT, () => clock.now())
    const foreign = connect({ gateway: gateway.url })
    expect(await foreign.check(PHONEPE_MERCHANT, QUESTION)).toMatchObject({ error: { kind: 'credentials' } })
    expect(gateway.requests).toHaveLength(2)
    await gateway.close()
  })

  test('belongs to its credentials: a new secret gets a new token, a wrong one none', async () => {
    await check()
    const wrong = { ...PHONEPE_MERCHANT, clientSecret: 'another-secret' }
    expect(await connector.check(wrong, QUESTION)).toMatchObject({ error: { kind: 'credentials' } })
    expect(await connector.test({ ...PHONEPE_MERCHANT, clientVersion: '2' }, 'UNUSED1')).toEqual({
      works: false,
      detail: 'PhonePe refused the client ID, the client secret or the client version',
    })
    expect(await check()).toMatchObject({ kind: 'paid' })
  })

  test.each(TRANSPORT_FAULTS)(
    'cut off by %s fails no order and is requested again',
    async (_what, fault, kind, retryAfterSeconds) => {
      phonepe.breaks(fault, 1)
      expect(await check()).toMatchObject({ kind: 'unknown', error: { kind, retryAfterSeconds } })
      expect(await check()).toMatchObject({ kind: 'paid' })
    },
  )
})

test('an order with a failed attempt is refused; one that only expired is not', async () => {
  phonepe.setPayment(REFERENCE, { state: 'FAILED', amount: 49900, utr: '632512345678' })
  expect(await check()).toMatchObject({ kind: 'refused', message: 'FAILED: INVALID_MPIN' })
  phonepe.bend((order) => ({ ...order, errorContext: { description: 'Wrong MPIN was entered' } }))
  expect(await check()).toMatchObject({ kind: 'refused', message: 'FAILED: Wrong MPIN was entered' })
  phonepe.bend((order) => ({ ...order, merchantOrderId: 'ANOTHER' }))
  expect(await check()).toMatchObject({ kind: 'unknown' })
  phonepe.bend(undefined)
  phonepe.open(REFERENCE, 'FAILED')
  expect(await check()).toMatchObject({ kind: 'unknown', error: null })
})

test('after failed attempts the successful one counts, with its bank reference from either field', async () => {
  phonepe.bend((order) => {
    const [paid] = order.paymentDetails as Record<string, unknown>[]
    const failed = { transactionId: 'OM1', state: 'FAILED', amount: 49900, timestamp: 1 }
    const { splitInstruments: _parts, ...plain } = paid as Record<string, unknown>
    const rail = { type: 'UPI', utr: '455069731511', vpa: '12****78@ybl' }
    return { ...order, paymentDetails: [failed, { ...plain, rail }] }
  })
  expect(await check()).toMatchObject({
    kind: 'paid',
    // A masked UPI ID is ignored.
    payment: { utr: '455069731511', payerUpiId: null },
  })
})

test('a connection test reports a missing Custom Checkout', async () => {
  await check()
  phonepe.breaks({ kind: 'status', status: 403 })
  expect(await connector.test(PHONEPE_MERCHANT, 'UNUSED1')).toEqual({
    works: false,
    detail: 'PhonePe took the client ID, but has not opened Custom Checkout for it',
  })
})

const WANTED = {
  amount: paise(49_900n),
  note: 'School fees',
  now: new Date('2026-11-21T04:00:00Z'),
  customer: { name: 'Asha Rao', email: 'asha@example.com', mobile: '9123456780' },
}
const wantedFor = (reference: string, seconds: number) => ({
  ...WANTED,
  reference,
  closeAt: new Date(WANTED.now.getTime() + seconds * 1000),
})

test('a QR expires with its order, within the limits of PhonePe, and sends PhonePe nothing about the customer', async () => {
  const lives: unknown[] = []
  for (const [index, seconds] of [600.2, 60, 9_000_000].entries()) {
    await connector.create?.(PHONEPE_MERCHANT, wantedFor(`QR${index}`, seconds))
    const sent = phonepe.requests.findLast(({ url }) => url.pathname === '/payments/v2/pay')?.body ?? ''
    lives.push((JSON.parse(sent) as { expireAfter: number }).expireAfter)
    expect(sent).not.toMatch(/Asha|asha|9123456780/)
  }
  expect(lives).toEqual([601, 300, 5_184_000])
})

test('a response about another QR is invalid', async () => {
  const made = await connector.create?.(PHONEPE_MERCHANT, wantedFor('QR10', 300))
  if (made?.kind !== 'created') throw new Error('no QR was made')
  phonepe.setPayment('QR10', { state: 'COMPLETED', amount: 49900, utr: '632512345679' })
  const query = { reference: 'QR10', amount: WANTED.amount, providerId: made.qr.providerId }
  expect(await connector.check(PHONEPE_MERCHANT, query)).toMatchObject({ kind: 'paid' })
  phonepe.bend((order) => ({ ...order, orderId: 'OMO1' }))
  expect(await connector.check(PHONEPE_MERCHANT, query)).toMatchObject({
    error: { kind: 'invalid_response' },
  })
})

test('an open QR is closed only by its expiry', async () => {
  await connector.create?.(PHONEPE_MERCHANT, wantedFor('QR11', 300))
  const closing = { reference: 'QR11', providerId: null, requestedAt: WANTED.now }
  expect(await connector.close?.(PHONEPE_MERCHANT, closing)).toEqual({
    kind: 'unknown',
    message: 'PhonePe says: PENDING',
    error: null,
  })
  phonepe.open('QR11', 'FAILED')
  expect(await connector.close?.(PHONEPE_MERCHANT, closing)).toMatchObject({ kind: 'closed' })
})

test('without a webhook username and password every notification is forged', () => {
  const { headers, body } = phonepe.notificationOf(REFERENCE)
  const notification = { headers, body: Buffer.from(body) }
  expect(connector.notification?.(PHONEPE_MERCHANT, notification)).toMatchObject({
    kind: 'signed',
    payment: null,
  })
  for (const webhook of [null, { username: '', password: '' }])
    expect(connector.notification?.({ ...PHONEPE_MERCHANT, webhook }, notification)).toMatchObject({
      kind: 'forged',
    })
})

describe('a refund', () => {
  const REFUND = { refundId: 'R1', reference: REFERENCE, paymentId: 'OM1', amount: paise(100n) }
  const taken = { refundId: 'OMR1', originalMerchantOrderId: REFERENCE, amount: 100, state: 'PENDING' }
  const answers = async (status: number, json: Record<string, unknown>) => {
    const call = async () => ({ reply: { kind: 'answered', status, text: '', json } as const, sent: true })
    const [started, found] = await Promise.all(
      [startPhonePeRefund, findPhonePeRefund].map((ask) => ask(call, PHONEPE_MERCHANT, REFUND)),
    )
    return [started?.kind, found?.kind]
  }

  test.each([
    ['sent', { ...taken }],
    ['sent', { ...taken, state: 'CONFIRMED', merchantRefundId: 'R1' }],
    ['sent', { ...taken, originalMerchantOrderId: 'R1' }],
    ['sent', { ...taken, originalMerchantOrderId: '' }],
    ['done', { ...taken, state: 'COMPLETED' }],
    ['refused', { ...taken, state: 'FAILED', errorCode: 'INTERNAL_SERVER_ERROR' }],
    ['unknown', { ...taken, state: 'CREATED' }],
    ['unknown', { ...taken, amount: 101 }],
    ['unknown', { ...taken, originalMerchantOrderId: 'ANOTHER' }],
    ['unknown', { ...taken, merchantRefundId: 'R2' }],
    ['unknown', { ...taken, refundId: '' }],
  ])('is %s as PhonePe documents it', async (kind, json) => {
    expect(await answers(200, json)).toEqual([kind, kind])
    expect(await answers(202, json)).toEqual(['unknown', 'unknown'])
  })

  test('is refused by a documented refusal only, and never by its own name', async () => {
    const bad = { success: false, code: 'BAD_REQUEST', message: 'amount' }
    expect(await answers(400, bad)).toEqual(['refused', 'absent'])
    expect(await answers(404, { code: 'REFUND_NOT_FOUND' })).toEqual(['refused', 'absent'])
    expect(await answers(417, bad)).toEqual(['unknown', 'unknown'])
    expect(await answers(400, {})).toEqual(['unknown', 'unknown'])
    expect(await answers(400, { code: 'Refund ID Duplicated', data: {} })).toEqual(['unknown', 'absent'])
  })

  test('finds the UTR wherever PhonePe puts it', async () => {
    const rail = { type: 'UPI', utr: '632512345678' }
    const places = [
      { rail },
      { splitInstruments: [{ rail }] },
      { paymentDetails: [{ rail }] },
      { paymentDetails: [{ splitInstruments: [{}, { rail }] }] },
    ]
    for (const place of places) {
      const reply = { kind: 'answered', status: 200, text: '', json: { ...taken, ...place } } as const
      const found = await findPhonePeRefund(async () => ({ reply, sent: true }), PHONEPE_MERCHANT, REFUND)
      expect(found).toMatchObject({ kind: 'sent', utr: rail.utr })
    }
  })
})
