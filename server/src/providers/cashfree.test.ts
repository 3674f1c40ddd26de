import { paise } from '@galla/upi/rupees'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CASHFREE_MERCHANT, type FakeCashfree, startFakeCashfree } from '../../testing/fake-cashfree.ts'
import { hmacSha256 } from '../platform/crypto/crypto.ts'
import { randomIds } from '../platform/ids.ts'
import { type CashfreeCredentials, cashfree } from './cashfree.ts'
import type { Connector } from './connector.ts'

const NOW = new Date('2026-11-21T04:00:00Z')
const REFERENCE = '01KAJ5N0G0ABCDEFGHJKMNPQRS'
const NETWORK = { totalTimeoutMs: 60_000, allowPrivate: true, bytes: randomIds.bytes, now: () => NOW }

let fake: FakeCashfree
let now = NOW
let connector: Connector<CashfreeCredentials>

beforeAll(async () => {
  fake = await startFakeCashfree(CASHFREE_MERCHANT, () => now)
  connector = cashfree(NETWORK, fake.url, { now: () => now })
})
afterAll(() => fake.close())
beforeEach(() => fake.open(REFERENCE))
afterEach(() => {
  fake.bend(undefined)
  now = NOW
})

const check = (amount = 49900n) =>
  connector.check(CASHFREE_MERCHANT, { reference: REFERENCE, amount: paise(amount), providerId: null })

test('a failed attempt alone is not final: the customer may scan again', async () => {
  fake.setPayment(REFERENCE, { status: 'FAILED', amount: 499, utr: '632512345671' })
  expect(await check()).toMatchObject({
    kind: 'unknown',
    error: null,
    message: expect.stringMatching(/^FAILED/),
  })
  fake.setPayment(REFERENCE, { status: 'PENDING', amount: 499, utr: '632512345672' })
  expect(await check()).toMatchObject({ kind: 'unknown', error: null })
  fake.setPayment(REFERENCE, { status: 'SUCCESS', amount: 499, utr: '632512345673' })
  expect(await check()).toMatchObject({ kind: 'paid', payment: { utr: '632512345673' } })
})

test.each(['FAILED', 'CANCELLED', 'VOID'] as const)(
  '%s is a refusal once its order ended',
  async (status) => {
    fake.setPayment(REFERENCE, { status, amount: 499, utr: '632512345671' })
    for (const end of ['EXPIRED', 'TERMINATED'] as const) {
      fake.end(REFERENCE, end)
      expect(await check()).toMatchObject({ kind: 'refused' })
    }
  },
)

test.each(['PENDING', 'NOT_ATTEMPTED', 'USER_DROPPED'] as const)(
  '%s refuses nothing, even when its order ended',
  async (status) => {
    fake.setPayment(REFERENCE, { status, amount: 499, utr: '632512345671' })
    fake.end(REFERENCE, 'EXPIRED')
    expect(await check()).toMatchObject({ kind: 'unknown', error: null })
  },
)

test('an order that expired without an attempt is not refused, and costs one call', async () => {
  fake.end(REFERENCE, 'EXPIRED')
  const before = fake.queriesFor(REFERENCE)
  expect(await check()).toMatchObject({ kind: 'unknown', error: null })
  expect(fake.queriesFor(REFERENCE) - before).toBe(1)
})

test('a success that is not captured is pending', async () => {
  fake.setPayment(REFERENCE, { status: 'SUCCESS', amount: 499, utr: '632512345671' })
  fake.bend((payment) => ({ ...payment, is_captured: false }))
  expect(await check()).toMatchObject({ kind: 'unknown', error: null })
})

test.each([
  [1, 100n],
  [0.29, 29n],
  [1.1, 110n],
  [19.99, 1_999n],
  [4_999.35, 499_935n],
  [1_000_000, 100_000_000n],
])('%d rupees, as Cashfree writes them, are %d paise to the paisa', async (rupees, expected) => {
  fake.setPayment(REFERENCE, { status: 'SUCCESS', amount: rupees, utr: '632512345671' })
  expect(await check(expected)).toMatchObject({ kind: 'paid', payment: { amount: expected } })
})

test('a time without a zone is ignored', async () => {
  fake.setPayment(REFERENCE, { status: 'SUCCESS', amount: 499, utr: '632512345671' })
  fake.bend((payment) => ({ ...payment, payment_completion_time: null, payment_time: '2026-11-21 09:30:00' }))
  expect(await check()).toMatchObject({ kind: 'paid', payment: { receivedAt: null } })
})

test('a connection test reports wrong credentials', async () => {
  const wrong = { ...CASHFREE_MERCHANT, clientId: 'CF0000000000000' }
  expect(await connector.test(wrong, 'UNUSED1')).toEqual({
    works: false,
    detail: 'Cashfree refused the client ID or the client secret',
  })
})

const WANTED = {
  amount: paise(49_935n),
  note: 'x'.repeat(400),
  closeAt: new Date(NOW.getTime() + 900_000),
  now: NOW,
  customer: { name: 'Asha Rao', email: 'asha@example.com', mobile: '+91 91234' },
}

test('an order is sent with its expiry, a short note and a phone number that Cashfree accepts', async () => {
  expect(await connector.create?.(CASHFREE_MERCHANT, { ...WANTED, reference: 'ORDER1' })).toMatchObject({
    kind: 'created',
    qr: { providerId: 'ORDER1', link: expect.stringContaining('am=499.35&') },
  })
  const sent = fake.requests.find(({ url, method }) => method === 'POST' && url.pathname === '/orders')
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({
    order_id: 'ORDER1',
    order_amount: 499.35,
    order_expiry_time: '2026-11-21T04:15:00.000Z',
    order_note: 'x'.repeat(200),
    customer_details: { customer_phone: '9999999999', customer_name: 'Asha Rao' },
  })
  // The link is requested with the session alone.
  const paying = fake.requests.findLast(({ url }) => url.pathname === '/orders/sessions')
  expect(JSON.parse(paying?.body ?? '')).toMatchObject({ payment_method: { upi: { channel: 'link' } } })
})

test('a closed order cannot be paid; one with a payment in progress is closed later', async () => {
  await connector.create?.(CASHFREE_MERCHANT, { ...WANTED, reference: 'ORDER2' })
  const closing = { reference: 'ORDER2', providerId: 'ORDER2', requestedAt: NOW }
  expect(await connector.close?.(CASHFREE_MERCHANT, closing)).toMatchObject({ kind: 'closed' })
  expect(fake.statusOf('ORDER2')).toBe('TERMINATED')
  await connector.create?.(CASHFREE_MERCHANT, { ...WANTED, reference: 'ORDER3' })
  fake.end('ORDER3', 'TERMINATION_REQUESTED')
  expect(await connector.close?.(CASHFREE_MERCHANT, { ...closing, reference: 'ORDER3' })).toEqual({
    kind: 'unknown',
    message: 'Cashfree says: TERMINATION_REQUESTED',
    error: null,
  })
})

test('a signed success carries the payment; a status that is not final names only the order', () => {
  const noticed = (over?: Record<string, unknown>) => {
    const { headers, body } = fake.notificationOf(REFERENCE, over)
    return connector.notification?.(CASHFREE_MERCHANT, { headers, body: Buffer.from(body) })
  }
  fake.setPayment(REFERENCE, { status: 'SUCCESS', amount: 499.35, utr: '632512345671' })
  expect(noticed()).toMatchObject({
    kind: 'signed',
    about: { reference: REFERENCE, providerId: null },
    payment: { amount: 49_935n, utr: '632512345671', payerUpiId: 'asha@okhdfcbank' },
  })
  for (const over of [{ payment_amount: 499.001 }, { payment_currency: 'USD' }, { payment_status: 'FAILED' }])
    expect(noticed(over)).toMatchObject({ about: { reference: REFERENCE }, payment: null })
})

test('without a secret every notification is forged, also one signed with an empty secret', () => {
  fake.setPayment(REFERENCE, { status: 'SUCCESS', amount: 499, utr: '632512345671' })
  const { headers, body } = fake.notificationOf(REFERENCE)
  const signature = hmacSha256('', `${headers['x-webhook-timestamp']}${body}`).toString('base64')
  const notification = { headers: { ...headers, 'x-webhook-signature': signature }, body: Buffer.from(body) }
  expect(connector.notification?.({ ...CASHFREE_MERCHANT, clientSecret: '' }, notification)).toMatchObject({
    kind: 'forged',
  })
})

test('a notification older than an hour, or from the future, is forged', () => {
  fake.setPayment(REFERENCE, { status: 'SUCCESS', amount: 499, utr: '632512345671' })
  const { headers, body } = fake.notificationOf(REFERENCE)
  const kindAt = (ms: number) => {
    now = new Date(NOW.getTime() + ms)
    return connector.notification?.(CASHFREE_MERCHANT, { headers, body: Buffer.from(body) }).kind
  }
  expect([3_600_000, 3_600_001, -300_000, -300_001].map(kindAt)).toEqual([
    'signed',
    'forged',
    'signed',
    'forged',
  ])
})
