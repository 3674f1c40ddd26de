import { fuzzRuns } from '@galla/upi/fuzz-harness'
import { attemptReference } from '@galla/upi/reference'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { creditFor } from '../../testing/ledger.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { changeOrder } from '../orders/change-order.ts'
import { openOrder } from '../orders/open-order.ts'
import { findOrder, listOrderHistory } from '../orders/order-store.ts'
import { sql } from '../platform/database/database.ts'
import { claimCheck, type DueOrder, findCheckResults, recordCheckResults } from './check-store.ts'
import { verifyOrder } from './checks.ts'
import { openChecks, V3 } from './checks-harness.ts'

const WINDOW_AND_SETTLING_SECONDS = 391

const shop = openChecks()
const creditsOf = async (orderId: string) =>
  (
    await shop.ledger.db.pool.query(
      'select utr, amount_paise, state from credits where order_id = $1 order by utr',
      [orderId],
    )
  ).rows

describe('an order under check', () => {
  test('succeeds as soon as its provider reports the payment, with one credit and one notification', async () => {
    const { merchantId, orderId } = await shop.opened()
    await shop.ledger.pass(19)
    expect(shop.paytm.queriesFor(orderId)).toBe(0)
    const payment = shop.paid()
    shop.paytm.setPayment(orderId, payment)
    await shop.ledger.pass(2)
    expect(await shop.statusOf(orderId)).toBe('success')
    expect(shop.paytm.queriesFor(orderId)).toBe(1)
    expect(await creditsOf(orderId)).toEqual([{ utr: payment.utr, amount_paise: 49900n, state: 'matched' }])
    expect(await shop.ledger.announced(orderId)).toEqual([{ event: 'order.success', sequence: 3 }])
    await shop.ledger.pass(120)
    expect(shop.paytm.queriesFor(orderId)).toBe(1)
    expect(await findCheckResults(shop.ledger.db, { merchantId, orderId })).toMatchObject({
      calls: 1,
      results: [{ message: 'TXN_SUCCESS: Txn Success', times: 1, attempt: 1 }],
    })
  })

  test('is queried exactly on schedule, and keeps the results', async () => {
    const { merchantId, orderId } = await shop.opened()
    await shop.ledger.pass(WINDOW_AND_SETTLING_SECONDS)
    // Two of the four after the window fall into this time, one of them on no rung.
    expect(shop.paytm.queriesFor(orderId)).toBe(10 + 10 + 6 + 2 + 1 + 2 + 2)
    const kept = await findCheckResults(shop.ledger.db, { merchantId, orderId })
    expect(kept.calls).toBe(shop.paytm.queriesFor(orderId))
    expect(kept.results).toMatchObject([{ times: kept.calls, message: 'TXN_FAILURE: Invalid Order Id.' }])
  })

  test('that nobody opened is queried when it expires, and 90 s, an hour and a day later', async () => {
    const orderId = await shop.ledger.order(await shop.ledger.merchantWith(V3))
    await shop.ledger.pass(299, 13_000)
    expect(shop.paytm.queriesFor(orderId)).toBe(0)
    await shop.ledger.pass(3, 1_000)
    expect(shop.paytm.queriesFor(orderId)).toBe(1)
    shop.paytm.setPayment(orderId, shop.paid())
    await shop.ledger.pass(86_400 + 900, 300_000)
    expect(shop.paytm.queriesFor(orderId)).toBe(2)
    expect(await shop.statusOf(orderId)).toBe('success')
  })

  test('of an account without a source is never scheduled', async () => {
    const { merchantId, orderId } = await shop.opened()
    await shop.ledger.db.pool.query('delete from account_sources where merchant_id = $1', [merchantId])
    const other = await shop.ledger.order(merchantId)
    await shop.ledger.pass(600, 10_000)
    expect([shop.paytm.queriesFor(orderId), shop.paytm.queriesFor(other)]).toEqual([0, 0])
  })

  test('fails when the provider reports a refusal, and a retry restarts the schedule', async () => {
    const { orderId, merchantId } = await shop.opened()
    shop.paytm.setPayment(orderId, { ...shop.paid(), status: 'TXN_FAILURE' })
    await shop.ledger.pass(21)
    expect(await findOrder(shop.ledger.db, orderId)).toMatchObject({
      status: 'failed',
      failureReason: 'declined',
    })
    await openOrder(shop.ledger, orderId)
    const second = attemptReference(orderId, 2)
    await shop.ledger.pass(19)
    expect(shop.paytm.queriesFor(second)).toBe(0)
    shop.paytm.setPayment(second, shop.paid())
    await shop.ledger.pass(3)
    expect(await shop.statusOf(orderId)).toBe('success')
    const events = (await listOrderHistory(shop.ledger.db, merchantId, orderId)).map(({ event }) => event)
    expect(events).toEqual(['opened', 'declined', 'retried', 'paid'])
  })

  test('succeeds when a late check finds that its first attempt was paid', async () => {
    const { orderId } = await shop.opened()
    shop.paytm.setPayment(orderId, { ...shop.paid(), status: 'TXN_FAILURE' })
    await shop.ledger.pass(21)
    await openOrder(shop.ledger, orderId)
    shop.paytm.setPayment(orderId, shop.paid())
    await shop.ledger.pass(4_000, 60_000)
    expect(await shop.statusOf(orderId)).toBe('success')
  })
})

describe('a payment that does not match exactly', () => {
  test('of another amount never settles an order, and waits for the merchant', async () => {
    const { orderId } = await shop.opened()
    shop.paytm.setPayment(orderId, shop.paid('4.99'))
    await shop.ledger.pass(60)
    expect(await shop.statusOf(orderId)).toBe('pending')
    expect(await creditsOf(orderId)).toMatchObject([{ amount_paise: 499n, state: 'amount_mismatch' }])
  })

  test('settles one order only, even if the provider reports its bank reference for a second one', async () => {
    const { merchantId, orderId } = await shop.opened()
    const second = await shop.opened(merchantId)
    const payment = shop.paid()
    shop.paytm.setPayment(orderId, payment)
    shop.paytm.setPayment(second.orderId, payment)
    await shop.ledger.pass(60)
    const statuses = [await shop.statusOf(orderId), await shop.statusOf(second.orderId)].toSorted()
    expect(statuses).toEqual(['pending', 'success'])
  })

  test('of another amount never settles an order, whatever the provider answers', async () => {
    const word = fc.constantFrom('TXN_SUCCESS', 'TXN_FAILURE', 'PENDING', 'success', '', 'NO_RECORD_FOUND')
    const amount = fc.constantFrom('499.00', '499', '498.99', '499.01', '4.99', '0.00', '-499.00', '49900')
    const answer = fc.record({
      word,
      amount,
      other: fc.boolean(),
      utr: fc.constantFrom('', '700', '712345678901'),
    })
    await fc.assert(
      fc.asyncProperty(answer, async (report) => {
        // A new merchant, because a provider is paused for half a minute after six invalid answers in a row.
        const { orderId } = await shop.opened()
        shop.paytm.setPayment(orderId, shop.paid())
        const { utr } = shop.paid()
        shop.paytm.bend((body) => ({
          ...body,
          resultInfo: { resultStatus: report.word, resultMsg: 'odd' },
          txnAmount: report.amount,
          bankTxnId: report.utr.length < 12 ? report.utr : utr,
          orderId: report.other ? 'ANOTHER' : body.orderId,
        }))
        await shop.ledger.pass(21, 1_000)
        const exact = report.amount === '499.00' || report.amount === '499'
        const clean = report.word === 'TXN_SUCCESS' && exact && !report.other && report.utr.length === 12
        expect((await shop.statusOf(orderId)) === 'success', JSON.stringify(report)).toBe(clean)
        shop.paytm.bend(undefined)
        await shop.ledger.db.pool.query('update orders set next_check_at = null where order_id = $1', [
          orderId,
        ])
      }),
      { numRuns: fuzzRuns(10) },
    )
  })
})

describe('checks of an order', () => {
  test('run one at a time, however many processes sweep and merchants press Verify', async () => {
    const second = await shop.ledger.another()
    const { merchantId, orderId } = await shop.opened()
    await shop.ledger.pass(19)
    shop.paytm.breaks({ kind: 'silent' })
    shop.ledger.clock.advance({ seconds: 1 })
    shop.ledger.checks.sweep()
    await shop.paytm.hanging()
    second.sweep()
    await Promise.all([
      second.idle(),
      ...Array.from({ length: 5 }, () => second.now({ merchantId, accountId: 'acc_1', orderId })),
    ])
    shop.ledger.clock.advance({ seconds: 4 })
    second.sweep()
    await second.idle()
    // Nor once Verify may ask again.
    shop.ledger.clock.advance({ seconds: 7 })
    expect(await second.now({ merchantId, accountId: 'acc_1', orderId })).toBe(false)
    shop.paytm.release()
    await shop.ledger.checks.idle()
    expect(shop.paytm.queriesFor(orderId)).toBe(1)
    for (let round = 2; round <= 5; round += 1) {
      shop.ledger.clock.advance({ seconds: 3 })
      for (let n = 0; n < 5; n += 1) {
        shop.ledger.checks.sweep()
        second.sweep()
      }
      await Promise.all([shop.ledger.checks.idle(), second.idle()])
      expect(shop.paytm.queriesFor(orderId)).toBe(round)
    }
  })

  test('continue when the lease of their worker has ended, by the clock of the database', async () => {
    const { merchantId, orderId } = await shop.opened()
    await shop.ledger.db.pool.query(
      `insert into order_checks (merchant_id, order_id, calls, leased_by, leased_until)
       values ($1, $2, 1, 'wrk_dead', now() + interval '1 minute')`,
      [merchantId, orderId],
    )
    shop.paytm.setPayment(orderId, shop.paid())
    const calls = async () => (await findCheckResults(shop.ledger.db, { merchantId, orderId })).calls
    await shop.ledger.db.pool.query('update orders set next_check_at = $2 where order_id = $1', [
      orderId,
      shop.ledger.clock.now(),
    ])
    await shop.ledger.pass(20)
    expect(await calls()).toBe(1)
    await shop.ledger.db.run(sql`update order_checks set leased_until = now() where order_id = ${orderId}`)
    await shop.ledger.pass(0.5)
    expect(await shop.statusOf(orderId)).toBe('success')
    expect(await calls()).toBe(2)
  })

  test('keep their lease when a worker finishes whose lease has expired', async () => {
    const { merchantId, orderId } = await shop.opened()
    const order = { ...(await findOrder(shop.ledger.db, orderId)), merchantId, orderId } as DueOrder
    const now = shop.ledger.clock.now()
    const leaseTo = (workerId: string) =>
      shop.ledger.db.transaction((tx) =>
        claimCheck(tx, order, {
          workerId,
          now,
          calls: 1,
          isShared: false,
          nextCheckAt: null,
        }),
      )
    await leaseTo('wrk_slow')
    await leaseTo('wrk_next')
    await recordCheckResults(shop.ledger.db, order, 'wrk_slow', [])
    const { rows } = await shop.ledger.db.pool.query(
      'select leased_by from order_checks where order_id = $1',
      [orderId],
    )
    expect(rows).toEqual([{ leased_by: 'wrk_next' }])
    await recordCheckResults(shop.ledger.db, order, 'wrk_next', [])
  })

  test('are at most ten a second for an account, those of the newest orders first', async () => {
    const merchantId = await shop.ledger.merchantWith(V3)
    const orders: string[] = []
    for (let n = 0; n < 25; n += 1) {
      orders.push((await shop.opened(merchantId)).orderId)
      shop.ledger.clock.advance({ ms: 1 })
    }
    shop.ledger.clock.advance({ seconds: 20 })
    const before = shop.paytm.requests.length
    shop.ledger.checks.sweep()
    await shop.ledger.checks.idle()
    shop.ledger.checks.sweep()
    await shop.ledger.checks.idle()
    expect(shop.paytm.requests.length - before).toBe(10)
    expect(orders.filter((orderId) => shop.paytm.queriesFor(orderId) > 0)).toEqual(orders.slice(-10))
  })

  test('start at once with Verify, but at most every ten seconds', async () => {
    const { merchantId, orderId } = await shop.opened()
    const verify = () => verifyOrder(shop.ledger, shop.ledger.checks, { merchantId, mode: 'live' }, orderId)
    expect((await verify()).status).toBe('pending')
    expect(shop.paytm.queriesFor(orderId)).toBe(1)
    shop.paytm.setPayment(orderId, shop.paid())
    expect((await verify()).status).toBe('pending')
    shop.ledger.clock.advance({ ms: 9_999 })
    expect((await verify()).status).toBe('pending')
    shop.ledger.clock.advance({ ms: 1 })
    expect((await verify()).status).toBe('success')
    expect((await verify()).status).toBe('success')
    expect(shop.paytm.queriesFor(orderId)).toBe(2)
  })
})

test('a check, a bank alert, Verify and the expiry at the same time give one credit and one notification', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { merchantId, orderId } = await shop.opened()
    const payment = shop.paid()
    shop.paytm.setPayment(orderId, payment)
    shop.ledger.clock.advance({ seconds: 20 })
    shop.ledger.checks.sweep()
    const report = creditFor(shop.ledger, { merchantId, orderId }, { utr: payment.utr, source: 'statement' })
    await Promise.all([
      recordCredit(shop.ledger, report),
      recordCredit(shop.ledger, { ...report, source: 'alert', sourceKey: 'alert', reference: null }),
      verifyOrder(shop.ledger, shop.ledger.checks, { merchantId, mode: 'live' }, orderId),
      changeOrder(shop.ledger, orderId, () => ({ kind: 'time' })),
      shop.ledger.checks.idle(),
    ])
    expect(await shop.statusOf(orderId)).toBe('success')
    expect(await creditsOf(orderId)).toHaveLength(1)
    expect(await shop.ledger.announced(orderId)).toEqual([{ event: 'order.success', sequence: 3 }])
  }
})
