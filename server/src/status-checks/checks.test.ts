import { fuzzRuns } from '@galla/upi/fuzz-harness'
import { attemptReference } from '@galla/upi/reference'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FakePaytm, startFakePaytm } from '../../testing/fake-paytm.ts'
import { creditFor } from '../../testing/ledger.ts'
import { type LiveLedger, openLiveLedger } from '../../testing/live-shop.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { changeOrder } from '../orders/change-order.ts'
import { openOrder } from '../orders/open-order.ts'
import { findOrder, historyOf } from '../orders/order-store.ts'
import { findSource } from '../payment-accounts/account-source-store.ts'
import { pauseSource } from '../providers/provider-rate-limit-store.ts'
import { type DueOrder, findCheckResults, leaseCheck, recordCheckResults } from './check-store.ts'
import { verifyOrder } from './verify-order.ts'

const CREDENTIALS = { merchantId: 'SHARMA38472910', merchantKey: 'kbzk1DSbJiV_O3p5' }
const V3 = { source: 'paytm-v3', credentials: CREDENTIALS } as const
const WINDOW_AND_SETTLING_SECONDS = 391

let ledger: LiveLedger
let paytm: FakePaytm
let utrs = 700_000_000_000
const paid = (amount = '499.00') => {
  utrs += 1
  return { status: 'TXN_SUCCESS', amount, utr: String(utrs) } as const
}

beforeAll(async () => {
  paytm = await startFakePaytm(CREDENTIALS, () => ledger.clock.now())
  ledger = await openLiveLedger({ paytm: paytm.url })
})
afterAll(async () => {
  await ledger.close()
  await paytm.close()
})
afterEach(async () => {
  // Each test's orders are its own: nobody asks about those of the ones before.
  await ledger.db.pool.query('update orders set next_check_at = null')
  paytm.mend()
  paytm.bend(undefined)
  paytm.release()
  expect(ledger.failures).toEqual([])
})

const opened = async (merchantId?: string): Promise<{ merchantId: string; orderId: string }> => {
  const who = merchantId ?? (await ledger.merchantWith(V3))
  const orderId = await ledger.order(who)
  await openOrder(ledger, orderId)
  return { merchantId: who, orderId }
}
const statusOf = async (orderId: string) => (await findOrder(ledger.db, orderId))?.status
const creditsOf = async (orderId: string) =>
  (
    await ledger.db.pool.query(
      'select utr, amount_paise, state from credits where order_id = $1 order by utr',
      [orderId],
    )
  ).rows

describe('an order under check', () => {
  test('is a success as soon as its provider says so, with one credit and one notification', async () => {
    const { merchantId, orderId } = await opened()
    await ledger.pass(19)
    expect(paytm.queriesFor(orderId)).toBe(0)
    const payment = paid()
    paytm.tell(orderId, payment)
    await ledger.pass(2)
    expect(await statusOf(orderId)).toBe('success')
    expect(paytm.queriesFor(orderId)).toBe(1)
    expect(await creditsOf(orderId)).toEqual([{ utr: payment.utr, amount_paise: 49900n, state: 'matched' }])
    expect(await ledger.announced(orderId)).toEqual([{ event: 'order.success', sequence: 3 }])
    await ledger.pass(120)
    expect(paytm.queriesFor(orderId)).toBe(1)
    expect(await findCheckResults(ledger.db, { merchantId, orderId })).toMatchObject({
      calls: 1,
      results: [{ message: 'TXN_SUCCESS: Txn Success', times: 1, attempt: 1 }],
    })
  })

  test('costs what the ladder says and not a question more, and keeps what was answered', async () => {
    const { merchantId, orderId } = await opened()
    await ledger.pass(WINDOW_AND_SETTLING_SECONDS)
    // Two of the four after the window fall into this time, one of them on no rung.
    expect(paytm.queriesFor(orderId)).toBe(10 + 10 + 6 + 2 + 1 + 2 + 2)
    const kept = await findCheckResults(ledger.db, { merchantId, orderId })
    expect(kept.calls).toBe(paytm.queriesFor(orderId))
    expect(kept.results).toMatchObject([{ times: kept.calls, message: 'TXN_FAILURE: Invalid Order Id.' }])
  })

  test('that nobody opened is asked about at its end, and 90 s, an hour and a day later', async () => {
    const orderId = await ledger.order(await ledger.merchantWith(V3))
    await ledger.pass(299, 13_000)
    expect(paytm.queriesFor(orderId)).toBe(0)
    await ledger.pass(3, 1_000)
    expect(paytm.queriesFor(orderId)).toBe(1)
    paytm.tell(orderId, paid())
    await ledger.pass(86_400 + 900, 300_000)
    expect(paytm.queriesFor(orderId)).toBe(2)
    expect(await statusOf(orderId)).toBe('success')
  })

  test('of an account without a source is never scheduled', async () => {
    const { merchantId, orderId } = await opened()
    await ledger.db.pool.query('delete from account_sources where merchant_id = $1', [merchantId])
    const other = await ledger.order(merchantId)
    await ledger.pass(600, 10_000)
    expect([paytm.queriesFor(orderId), paytm.queriesFor(other)]).toEqual([0, 0])
  })

  test('is declined by a refusal and may be tried again; the schedule then starts again', async () => {
    const { orderId, merchantId } = await opened()
    paytm.tell(orderId, { ...paid(), status: 'TXN_FAILURE' })
    await ledger.pass(21)
    expect(await findOrder(ledger.db, orderId)).toMatchObject({ status: 'failed', failureReason: 'declined' })
    await openOrder(ledger, orderId)
    const second = attemptReference(orderId, 2)
    await ledger.pass(19)
    expect(paytm.queriesFor(second)).toBe(0)
    paytm.tell(second, paid())
    await ledger.pass(3)
    expect(await statusOf(orderId)).toBe('success')
    const events = (await historyOf(ledger.db, merchantId, orderId)).map(({ event }) => event)
    expect(events).toEqual(['opened', 'declined', 'retried', 'paid'])
  })

  test('whose first attempt was paid after all is found by the rare questions', async () => {
    const { orderId } = await opened()
    paytm.tell(orderId, { ...paid(), status: 'TXN_FAILURE' })
    await ledger.pass(21)
    await openOrder(ledger, orderId)
    paytm.tell(orderId, paid())
    await ledger.pass(4_000, 60_000)
    expect(await statusOf(orderId)).toBe('success')
  })
})

describe('what is not a clean match', () => {
  test('another amount never settles, and waits for the merchant', async () => {
    const { orderId } = await opened()
    paytm.tell(orderId, paid('4.99'))
    await ledger.pass(60)
    expect(await statusOf(orderId)).toBe('pending')
    expect(await creditsOf(orderId)).toMatchObject([{ amount_paise: 499n, state: 'amount_mismatch' }])
  })

  test('one bank reference settles one order, whatever the provider says of a second', async () => {
    const { merchantId, orderId } = await opened()
    const second = await opened(merchantId)
    const payment = paid()
    paytm.tell(orderId, payment)
    paytm.tell(second.orderId, payment)
    await ledger.pass(60)
    const statuses = [await statusOf(orderId), await statusOf(second.orderId)].toSorted()
    expect(statuses).toEqual(['pending', 'success'])
  })

  test('no answer of a provider settles with another amount', async () => {
    const merchantId = await ledger.merchantWith(V3)
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
        const { orderId } = await opened(merchantId)
        paytm.tell(orderId, paid())
        utrs += 1
        paytm.bend((body) => ({
          ...body,
          resultInfo: { resultStatus: report.word, resultMsg: 'odd' },
          txnAmount: report.amount,
          bankTxnId: report.utr.length < 12 ? report.utr : String(utrs),
          orderId: report.other ? 'ANOTHER' : body.orderId,
        }))
        await ledger.pass(21, 1_000)
        const exact = report.amount === '499.00' || report.amount === '499'
        const clean = report.word === 'TXN_SUCCESS' && exact && !report.other && report.utr.length === 12
        expect((await statusOf(orderId)) === 'success', JSON.stringify(report)).toBe(clean)
        paytm.bend(undefined)
        await ledger.db.pool.query('update orders set next_check_at = null where order_id = $1', [orderId])
      }),
      { numRuns: fuzzRuns(10) },
    )
  })
})

describe('a failing provider', () => {
  test('that fails five times in a row is left alone, then tried with one question, then asked as before', async () => {
    const merchantId = await ledger.merchantWith(V3)
    const orders = await Promise.all(Array.from({ length: 8 }, () => opened(merchantId)))
    paytm.breaks({ kind: 'status', status: 500 }, Number.POSITIVE_INFINITY)
    const before = paytm.requests.length
    await ledger.pass(30)
    // Eight at once, since none had failed before; then, two minutes later, one to see whether it is back.
    expect(paytm.requests.length - before).toBe(8)
    await ledger.pass(130, 5_000)
    expect(paytm.requests.length - before).toBe(9)
    for (const { orderId } of orders) {
      expect(await statusOf(orderId)).toBe('pending')
      paytm.tell(orderId, paid())
    }
    paytm.mend()
    await ledger.pass(320, 5_000)
    for (const { orderId } of orders) expect(await statusOf(orderId)).toBe('success')
    expect((await findSource(ledger.db, { merchantId, accountId: 'acc_1' }))?.failures).toBe(0)
  })

  test('is left alone for the longest time that was agreed on, whatever fails meanwhile', async () => {
    const key = { merchantId: await ledger.merchantWith(V3), accountId: 'acc_1' }
    const later = (seconds: number) => new Date(ledger.clock.now().getTime() + seconds * 1000)
    for (const seconds of [3600, 15]) await pauseSource(ledger.db, key, later(seconds))
    expect((await findSource(ledger.db, key))?.pausedUntil).toEqual(later(3600))
  })

  test('is not asked before the time it wishes', async () => {
    const { merchantId, orderId } = await opened()
    await ledger.pass(19)
    paytm.breaks({ kind: 'status', status: 429, retryAfter: '60' })
    await ledger.pass(2)
    expect(paytm.queriesFor(orderId)).toBe(1)
    const before = paytm.requests.length
    await ledger.pass(58)
    expect(await ledger.checks.now({ merchantId, accountId: 'acc_1', orderId })).toBe(false)
    expect(paytm.requests.length).toBe(before)
    paytm.tell(orderId, paid())
    await ledger.pass(3)
    expect(await statusOf(orderId)).toBe('success')
  })

  test('nor when it says so in words, or when another question was answered well meanwhile', async () => {
    const { merchantId, orderId } = await opened()
    const other = await opened(merchantId)
    await ledger.pass(19)
    paytm.breaks({ kind: 'silent' })
    ledger.clock.advance({ seconds: 1 })
    ledger.checks.sweep()
    await paytm.hanging()
    // One question hangs; the other one has to wait for a minute.
    const wishes = new Date(ledger.clock.now().getTime() + 60_000).toUTCString()
    await ledger.db.pool.query(
      'update order_checks set leased_by = null, leased_until = null, last_call_at = null where merchant_id = $1',
      [merchantId],
    )
    paytm.breaks({ kind: 'status', status: 429, retryAfter: wishes })
    ledger.clock.advance({ seconds: 11 })
    await ledger.checks.now({ merchantId, accountId: 'acc_1', orderId: other.orderId })
    paytm.release()
    await ledger.checks.idle()
    const before = paytm.requests.length
    await ledger.pass(45, 5_000)
    expect(paytm.requests.length).toBe(before)
    paytm.tell(orderId, paid())
    await ledger.pass(30)
    expect(await statusOf(orderId)).toBe('success')
  })

  test.each(['1970-01-01 05:30:00.0', '2096-01-01 05:30:00.0'])(
    'that tells an impossible time of a payment is believed the payment, not the time: %s',
    async (txnDate) => {
      const { merchantId, orderId } = await opened()
      await ledger.pass(19)
      paytm.tell(orderId, paid())
      paytm.bend((body) => ({ ...body, txnDate }))
      await ledger.pass(2)
      const { rows } = await ledger.db.pool.query(
        `select c.received_at between o.created_at and $2 as possible from credits c
         join orders o using (merchant_id, order_id) where c.merchant_id = $1`,
        [merchantId, ledger.clock.now()],
      )
      expect(rows).toEqual([{ possible: true }])
    },
  )

  test('that is silent holds up its own order alone', async () => {
    const silent = await opened()
    await ledger.pass(19)
    const other = await opened()
    paytm.tell(other.orderId, paid())
    paytm.breaks({ kind: 'silent' })
    ledger.clock.advance({ seconds: 1 })
    ledger.checks.sweep()
    await paytm.hanging()
    ledger.clock.advance({ seconds: 20 })
    ledger.checks.sweep()
    await expect.poll(() => statusOf(other.orderId)).toBe('success')
    expect(await statusOf(silent.orderId)).toBe('pending')
    paytm.release()
    await ledger.checks.idle()
  })
})

describe('one question at a time', () => {
  test('however many processes sweep and merchants press Verify', async () => {
    const second = await ledger.another()
    const { merchantId, orderId } = await opened()
    await ledger.pass(19)
    paytm.breaks({ kind: 'silent' })
    ledger.clock.advance({ seconds: 1 })
    ledger.checks.sweep()
    await paytm.hanging()
    second.sweep()
    await Promise.all([
      second.idle(),
      ...Array.from({ length: 5 }, () => second.now({ merchantId, accountId: 'acc_1', orderId })),
    ])
    ledger.clock.advance({ seconds: 4 })
    second.sweep()
    await second.idle()
    // Nor once Verify may ask again.
    ledger.clock.advance({ seconds: 7 })
    expect(await second.now({ merchantId, accountId: 'acc_1', orderId })).toBe(false)
    paytm.release()
    await ledger.checks.idle()
    expect(paytm.queriesFor(orderId)).toBe(1)
    for (let round = 2; round <= 5; round += 1) {
      ledger.clock.advance({ seconds: 3 })
      for (let n = 0; n < 5; n += 1) {
        ledger.checks.sweep()
        second.sweep()
      }
      await Promise.all([ledger.checks.idle(), second.idle()])
      expect(paytm.queriesFor(orderId)).toBe(round)
    }
  })

  test('the lease of a worker that died is nobody’s: the order is asked about at its next rung', async () => {
    const { merchantId, orderId } = await opened()
    await ledger.db.pool.query(
      `insert into order_checks (merchant_id, order_id, calls, leased_by, leased_until)
       values ($1, $2, 1, 'wrk_dead', $3)`,
      [merchantId, orderId, new Date(ledger.clock.now().getTime() + 3_600_000)],
    )
    paytm.tell(orderId, paid())
    await ledger.pass(21)
    expect(await statusOf(orderId)).toBe('success')
    expect(await findCheckResults(ledger.db, { merchantId, orderId })).toMatchObject({ calls: 2 })
  })

  test('a worker that lost its lease does not release the next one', async () => {
    const { merchantId, orderId } = await opened()
    const order = { ...(await findOrder(ledger.db, orderId)), merchantId, orderId } as DueOrder
    const now = ledger.clock.now()
    const leaseTo = (workerId: string) =>
      ledger.db.transaction((tx) =>
        leaseCheck(tx, order, {
          workerId,
          now,
          calls: 1,
          isShared: false,
          nextCheckAt: null,
          until: new Date(now.getTime() + 60_000),
        }),
      )
    await leaseTo('wrk_slow')
    await leaseTo('wrk_next')
    await recordCheckResults(ledger.db, order, 'wrk_slow', [])
    const { rows } = await ledger.db.pool.query('select leased_by from order_checks where order_id = $1', [
      orderId,
    ])
    expect(rows).toEqual([{ leased_by: 'wrk_next' }])
    await recordCheckResults(ledger.db, order, 'wrk_next', [])
  })

  test('an account is asked at most ten times a second, the newest windows first', async () => {
    const merchantId = await ledger.merchantWith(V3)
    const orders: string[] = []
    for (let n = 0; n < 25; n += 1) {
      orders.push((await opened(merchantId)).orderId)
      ledger.clock.advance({ ms: 1 })
    }
    ledger.clock.advance({ seconds: 20 })
    const before = paytm.requests.length
    ledger.checks.sweep()
    await ledger.checks.idle()
    ledger.checks.sweep()
    await ledger.checks.idle()
    expect(paytm.requests.length - before).toBe(10)
    expect(orders.filter((orderId) => paytm.queriesFor(orderId) > 0)).toEqual(orders.slice(-10))
  })

  test('Verify asks at once, and at most each ten seconds', async () => {
    const { merchantId, orderId } = await opened()
    const verify = () => verifyOrder(ledger, ledger.checks, { merchantId, mode: 'live' }, orderId)
    expect((await verify()).status).toBe('pending')
    expect(paytm.queriesFor(orderId)).toBe(1)
    paytm.tell(orderId, paid())
    expect((await verify()).status).toBe('pending')
    ledger.clock.advance({ ms: 9_999 })
    expect((await verify()).status).toBe('pending')
    ledger.clock.advance({ ms: 1 })
    expect((await verify()).status).toBe('success')
    expect((await verify()).status).toBe('success')
    expect(paytm.queriesFor(orderId)).toBe(2)
  })
})

test('a check, a bank alert at the same time, Verify, and time itself: one credit, one notification', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { merchantId, orderId } = await opened()
    const payment = paid()
    paytm.tell(orderId, payment)
    ledger.clock.advance({ seconds: 20 })
    ledger.checks.sweep()
    const report = creditFor(ledger, { merchantId, orderId }, { utr: payment.utr, source: 'statement' })
    await Promise.all([
      recordCredit(ledger, report),
      recordCredit(ledger, { ...report, source: 'alert', sourceKey: 'alert', reference: null }),
      verifyOrder(ledger, ledger.checks, { merchantId, mode: 'live' }, orderId),
      changeOrder(ledger, orderId, () => ({ kind: 'time' })),
      ledger.checks.idle(),
    ])
    expect(await statusOf(orderId)).toBe('success')
    expect(await creditsOf(orderId)).toHaveLength(1)
    expect(await ledger.announced(orderId)).toEqual([{ event: 'order.success', sequence: 3 }])
  }
})
