import { describe, expect, test } from 'vitest'
import { findSource } from '../payment-accounts/account-source-store.ts'
import { pauseSource } from '../providers/provider-rate-limit-store.ts'
import { openChecks, V3 } from './checks-harness.ts'

const shop = openChecks()

describe('a failing provider', () => {
  test('is paused after five failures in a row, then tried with one call, then called as before', async () => {
    const merchantId = await shop.ledger.merchantWith(V3)
    const orders = await Promise.all(Array.from({ length: 8 }, () => shop.opened(merchantId)))
    shop.paytm.breaks({ kind: 'status', status: 500 }, Number.POSITIVE_INFINITY)
    const before = shop.paytm.requests.length
    await shop.ledger.pass(30)
    // Eight at once, since none had failed before; then, two minutes later, one to see whether it is back.
    expect(shop.paytm.requests.length - before).toBe(8)
    await shop.ledger.pass(130, 5_000)
    expect(shop.paytm.requests.length - before).toBe(9)
    for (const { orderId } of orders) {
      expect(await shop.statusOf(orderId)).toBe('pending')
      shop.paytm.setPayment(orderId, shop.paid())
    }
    shop.paytm.mend()
    await shop.ledger.pass(320, 5_000)
    for (const { orderId } of orders) expect(await shop.statusOf(orderId)).toBe('success')
    expect((await findSource(shop.ledger.db, { merchantId, accountId: 'acc_1' }))?.failures).toBe(0)
  })

  test('is paused for the longest pause, whatever fails meanwhile', async () => {
    const key = { merchantId: await shop.ledger.merchantWith(V3), accountId: 'acc_1' }
    const later = (seconds: number) => new Date(shop.ledger.clock.now().getTime() + seconds * 1000)
    for (const seconds of [3600, 15]) await pauseSource(shop.ledger.db, key, later(seconds))
    expect((await findSource(shop.ledger.db, key))?.pausedUntil).toEqual(later(3600))
  })

  test('is not called before its Retry-After has passed', async () => {
    const { merchantId, orderId } = await shop.opened()
    await shop.ledger.pass(19)
    shop.paytm.breaks({ kind: 'status', status: 429, retryAfter: '60' })
    await shop.ledger.pass(2)
    expect(shop.paytm.queriesFor(orderId)).toBe(1)
    const before = shop.paytm.requests.length
    await shop.ledger.pass(58)
    expect(await shop.ledger.checks.now({ merchantId, accountId: 'acc_1', orderId })).toBe(false)
    expect(shop.paytm.requests.length).toBe(before)
    shop.paytm.setPayment(orderId, shop.paid())
    await shop.ledger.pass(3)
    expect(await shop.statusOf(orderId)).toBe('success')
  })

  test('is not called earlier if Retry-After is a date, or if another call succeeded meanwhile', async () => {
    const { merchantId, orderId } = await shop.opened()
    const other = await shop.opened(merchantId)
    await shop.ledger.pass(19)
    shop.paytm.breaks({ kind: 'silent' })
    shop.ledger.clock.advance({ seconds: 1 })
    shop.ledger.checks.sweep()
    await shop.paytm.hanging()
    // One question hangs; the other one has to wait for a minute.
    const wishes = new Date(shop.ledger.clock.now().getTime() + 60_000).toUTCString()
    await shop.ledger.db.pool.query(
      'update order_checks set leased_by = null, leased_until = null, last_call_at = null where merchant_id = $1',
      [merchantId],
    )
    shop.paytm.breaks({ kind: 'status', status: 429, retryAfter: wishes })
    shop.ledger.clock.advance({ seconds: 11 })
    await shop.ledger.checks.now({ merchantId, accountId: 'acc_1', orderId: other.orderId })
    shop.paytm.release()
    await shop.ledger.checks.idle()
    const before = shop.paytm.requests.length
    await shop.ledger.pass(45, 5_000)
    expect(shop.paytm.requests.length).toBe(before)
    shop.paytm.setPayment(orderId, shop.paid())
    await shop.ledger.pass(30)
    expect(await shop.statusOf(orderId)).toBe('success')
  })

  test.each(['1970-01-01 05:30:00.0', '2096-01-01 05:30:00.0'])(
    'that reports an impossible time of a payment is trusted for the payment, not for the time: %s',
    async (txnDate) => {
      const { merchantId, orderId } = await shop.opened()
      await shop.ledger.pass(19)
      shop.paytm.setPayment(orderId, shop.paid())
      shop.paytm.bend((body) => ({ ...body, txnDate }))
      await shop.ledger.pass(2)
      const { rows } = await shop.ledger.db.pool.query(
        `select c.received_at between o.created_at and $2 as possible from credits c
         join orders o using (merchant_id, order_id) where c.merchant_id = $1`,
        [merchantId, shop.ledger.clock.now()],
      )
      expect(rows).toEqual([{ possible: true }])
    },
  )

  test('that does not answer delays only its own order', async () => {
    const silent = await shop.opened()
    await shop.ledger.pass(19)
    const other = await shop.opened()
    shop.paytm.setPayment(other.orderId, shop.paid())
    shop.paytm.breaks({ kind: 'silent' })
    shop.ledger.clock.advance({ seconds: 1 })
    shop.ledger.checks.sweep()
    await shop.paytm.hanging()
    shop.ledger.clock.advance({ seconds: 20 })
    shop.ledger.checks.sweep()
    await expect.poll(() => shop.statusOf(other.orderId)).toBe('success')
    expect(await shop.statusOf(silent.orderId)).toBe('pending')
    shop.paytm.release()
    await shop.ledger.checks.idle()
  })
})
