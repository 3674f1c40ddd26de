import { paise } from '@galla/upi/rupees'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type FakeCashfree, startFakeCashfree } from '../../testing/fake-cashfree.ts'
import { randomIds } from '../platform/ids.ts'
import { type CashfreeCredentials, cashfree } from './cashfree.ts'
import type { Connector } from './connector.ts'

const NOW = new Date('2026-11-21T04:00:00Z')
const CREDENTIALS = { clientId: 'CF1048572ABCDEF', clientSecret: 'cfsk_ma_prod_0f9e8d7c6b5a4f3e2d1c' }
const REFERENCE = '01KAJ5N0G0ABCDEFGHJKMNPQRS'
const NETWORK = { totalTimeoutMs: 2_000, allowPrivate: true, bytes: randomIds.bytes }

let fake: FakeCashfree
let connector: Connector<CashfreeCredentials>

beforeAll(async () => {
  fake = await startFakeCashfree(CREDENTIALS, () => NOW)
  connector = cashfree(NETWORK, fake.url)
})
afterAll(() => fake.close())
beforeEach(() => fake.open(REFERENCE))
afterEach(() => fake.bend(undefined))

const check = (amount = 49900n) =>
  connector.check(CREDENTIALS, { reference: REFERENCE, amount: paise(amount), providerId: null })

test('a failed attempt alone is not final: the customer may scan again', async () => {
  fake.tell(REFERENCE, { status: 'FAILED', amount: 499, utr: '632512345671' })
  expect(await check()).toMatchObject({
    kind: 'unknown',
    trouble: null,
    said: expect.stringMatching(/^FAILED/),
  })
  fake.tell(REFERENCE, { status: 'PENDING', amount: 499, utr: '632512345672' })
  expect(await check()).toMatchObject({ kind: 'unknown', trouble: null })
  fake.tell(REFERENCE, { status: 'SUCCESS', amount: 499, utr: '632512345673' })
  expect(await check()).toMatchObject({ kind: 'paid', payment: { utr: '632512345673' } })
})

test.each(['FAILED', 'CANCELLED', 'VOID'] as const)(
  '%s is a refusal once its order ended',
  async (status) => {
    fake.tell(REFERENCE, { status, amount: 499, utr: '632512345671' })
    for (const end of ['EXPIRED', 'TERMINATED'] as const) {
      fake.end(REFERENCE, end)
      expect(await check()).toMatchObject({ kind: 'refused' })
    }
  },
)

test.each(['PENDING', 'NOT_ATTEMPTED', 'USER_DROPPED'] as const)(
  '%s refuses nothing, even when its order ended',
  async (status) => {
    fake.tell(REFERENCE, { status, amount: 499, utr: '632512345671' })
    fake.end(REFERENCE, 'EXPIRED')
    expect(await check()).toMatchObject({ kind: 'unknown', trouble: null })
  },
)

test('an order that ended without an attempt was refused by nobody, and costs one question', async () => {
  fake.end(REFERENCE, 'EXPIRED')
  const before = fake.asked(REFERENCE)
  expect(await check()).toMatchObject({ kind: 'unknown', trouble: null })
  expect(fake.asked(REFERENCE) - before).toBe(1)
})

test('a success that is not captured yet is still under way', async () => {
  fake.tell(REFERENCE, { status: 'SUCCESS', amount: 499, utr: '632512345671' })
  fake.bend((payment) => ({ ...payment, is_captured: false }))
  expect(await check()).toMatchObject({ kind: 'unknown', trouble: null })
})

test.each([
  [1, 100n],
  [0.29, 29n],
  [1.1, 110n],
  [19.99, 1_999n],
  [4_999.35, 499_935n],
  [1_000_000, 100_000_000n],
])('%d rupees, as Cashfree writes them, are %d paise to the paisa', async (rupees, expected) => {
  fake.tell(REFERENCE, { status: 'SUCCESS', amount: rupees, utr: '632512345671' })
  expect(await check(expected)).toMatchObject({ kind: 'paid', payment: { amount: expected } })
})

test('a time without its zone is no time', async () => {
  fake.tell(REFERENCE, { status: 'SUCCESS', amount: 499, utr: '632512345671' })
  fake.bend((payment) => ({ ...payment, payment_completion_time: null, payment_time: '2026-11-21 09:30:00' }))
  expect(await check()).toMatchObject({ kind: 'paid', payment: { receivedAt: null } })
})

test('wrong credentials are told as such by the test', async () => {
  const wrong = { ...CREDENTIALS, clientId: 'CF0000000000000' }
  expect(await connector.test(wrong, 'UNUSED1')).toEqual({
    works: false,
    detail: 'Cashfree refused the client ID or the client secret',
  })
})
