import { paise } from '@galla/upi/rupees'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CASHFREE_MERCHANT, type FakeCashfree, startFakeCashfree } from '../../testing/fake-cashfree.ts'
import { type FakePhonePe, PHONEPE_MERCHANT, startFakePhonePe } from '../../testing/fake-phonepe.ts'
import type { FakeProvider } from '../../testing/fake-provider.ts'
import { orderForm } from '../../testing/ledger.ts'
import { type LiveLedger, openLiveLedger } from '../../testing/live-shop.ts'
import { openOrder } from '../orders/open-order.ts'
import { findOrder } from '../orders/order-store.ts'
import type { Verification } from '../payment-accounts/account-source.ts'
import { closeQrs } from '../provider-qr/close-qrs.ts'

const PHONEPE = { ...PHONEPE_MERCHANT, webhook: null }
const SETTLED_SECONDS = 300 + 90

let ledger: LiveLedger
let phonepe: FakePhonePe
let cashfree: FakeCashfree
let utrs = 810_000_000_000

interface Shop {
  readonly verification: Verification
  readonly upiId: string
  fake(): FakeProvider
  pay(reference: string, rupees: number, utr: string): void
  fail(reference: string): void
}

const SHOPS: Readonly<Record<string, Shop>> = {
  PhonePe: {
    verification: { source: 'phonepe-v2', credentials: PHONEPE },
    upiId: 'su2611210912345678@ybl',
    fake: () => phonepe,
    pay: (reference, rupees, utr) =>
      phonepe.setPayment(reference, { state: 'COMPLETED', amount: rupees * 100, utr }),
    fail: (reference) => phonepe.setPayment(reference, { state: 'FAILED', amount: 49900, utr: '1' }),
  },
  Cashfree: {
    verification: { source: 'cashfree', credentials: CASHFREE_MERCHANT },
    upiId: 'cfsharmatea@yesbank',
    fake: () => cashfree,
    pay: (reference, rupees, utr) =>
      cashfree.setPayment(reference, { status: 'SUCCESS', amount: rupees, utr }),
    fail(reference) {
      cashfree.setPayment(reference, { status: 'FAILED', amount: 499, utr: '1' })
      cashfree.end(reference, 'EXPIRED')
    },
  },
}

beforeAll(async () => {
  phonepe = await startFakePhonePe(PHONEPE, () => ledger.clock.now())
  cashfree = await startFakeCashfree(CASHFREE_MERCHANT, () => ledger.clock.now())
  ledger = await openLiveLedger({ phonepe: phonepe.url, cashfree: cashfree.url })
})
afterAll(async () => {
  await ledger.close()
  await Promise.all([phonepe.close(), cashfree.close()])
})
afterEach(async () => {
  await ledger.db.pool.query('update orders set next_check_at = null')
  phonepe.mend()
  cashfree.mend()
  expect(ledger.failures).toEqual([])
})

const creditsOf = async (orderId: string) =>
  (
    await ledger.db.pool.query<{ utr: string; state: string }>(
      'select utr, state from credits where order_id = $1 order by utr',
      [orderId],
    )
  ).rows
const statusOf = async (orderId: string) => (await findOrder(ledger.db, orderId))?.status
const utr = (): string => {
  utrs += 1
  return String(utrs)
}

describe.each(Object.entries(SHOPS))('an order whose QR %s makes', (_name, shop) => {
  const selling = async (amount = 49900n) => {
    const merchantId = await ledger.merchantWith(shop.verification)
    return ledger.create({ merchantId, mode: 'live' }, orderForm({ amount: paise(amount) }))
  }

  test("has the provider's own link, and succeeds with one credit when the provider reports the payment", async () => {
    const created = await selling()
    expect(created.link).toContain(`pa=${shop.upiId}&`)
    expect(created.link).toContain('am=499.00&')
    await openOrder(ledger, created.orderId)
    await ledger.pass(25)
    expect(await statusOf(created.orderId)).toBe('pending')
    const paid = utr()
    shop.pay(created.orderId, 499, paid)
    await ledger.pass(10)
    expect(await statusOf(created.orderId)).toBe('success')
    expect(await creditsOf(created.orderId)).toEqual([{ utr: paid, state: 'matched' }])
  })

  test('is not settled by another amount, which opens a case', async () => {
    const created = await selling()
    await openOrder(ledger, created.orderId)
    shop.pay(created.orderId, 49, utr())
    await ledger.pass(30)
    expect(await statusOf(created.orderId)).toBe('pending')
    expect(await creditsOf(created.orderId)).toMatchObject([{ state: 'amount_mismatch' }])
  })

  test('fails when the payment fails, and a retry has its own QR', async () => {
    const created = await selling()
    await openOrder(ledger, created.orderId)
    shop.fail(created.orderId)
    await ledger.pass(30)
    expect(await statusOf(created.orderId)).toBe('failed')
    await openOrder(ledger, created.orderId)
    shop.pay(`${created.orderId}R2`, 499, utr())
    await ledger.pass(30)
    expect(await statusOf(created.orderId)).toBe('success')
  })

  test('is not created while its provider is down, and leaves nothing that can be paid', async () => {
    shop.fake().breaks({ kind: 'status', status: 503 }, Number.POSITIVE_INFINITY)
    await expect(selling()).rejects.toMatchObject({ code: 'provider_unavailable' })
    shop.fake().mend()
    await expect(selling(99n)).rejects.toMatchObject({ errors: [{ field: 'amount' }] })
  })

  test('cannot be paid after its expiry and settling time', async () => {
    const created = await selling()
    const before = shop.fake().requests.length
    ledger.clock.advance({ seconds: SETTLED_SECONDS })
    while ((await closeQrs(ledger)).more);
    const asked = shop.fake().requests.slice(before)
    if (shop.fake() === cashfree) expect(cashfree.statusOf(created.orderId)).toBe('TERMINATED')
    // PhonePe's QR expires with the order.
    else expect(asked).toEqual([])
  })
})
