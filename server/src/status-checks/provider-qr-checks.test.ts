import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FakeRazorpay, RAZORPAY_MERCHANT, startFakeRazorpay } from '../../testing/fake-razorpay.ts'
import { newUtr } from '../../testing/ledger.ts'
import { type LiveLedger, openLiveLedger } from '../../testing/live-shop.ts'
import { openOrder } from '../orders/open-order.ts'
import { findOrder } from '../orders/order-store.ts'
import type { Verification } from '../payment-accounts/account-source.ts'
import { findSource, saveSource } from '../payment-accounts/account-source-store.ts'
import { sql } from '../platform/database/database.ts'
import { findCheckResults } from './check-store.ts'
import { receiveProviderNotification } from './receive-provider-notification.ts'

const RAZORPAY = { source: 'razorpay-qr', credentials: RAZORPAY_MERCHANT } as const

let ledger: LiveLedger
let razorpay: FakeRazorpay
beforeAll(async () => {
  razorpay = await startFakeRazorpay(RAZORPAY_MERCHANT, () => ledger.clock.now())
  // Every provider's calls are counted here.
  ledger = await openLiveLedger({ razorpay: razorpay.url, paytm: razorpay.url })
})
afterAll(async () => {
  await ledger.close()
  await razorpay.close()
})
afterEach(async () => {
  await ledger.db.run(sql`update orders set next_check_at = null`)
  razorpay.mend()
  razorpay.bend(undefined)
  expect(ledger.failures).toEqual([])
})

const opened = async (merchantId: string): Promise<string> => {
  const orderId = await ledger.order(merchantId)
  await openOrder(ledger, orderId)
  return orderId
}
const shop = () => ledger.merchantWith(RAZORPAY)
const statusOf = async (orderId: string) => (await findOrder(ledger.db, orderId))?.status
const creditsOf = (merchantId: string) =>
  ledger.db.rows<{ state: string; amount_paise: bigint; utr: string; pieces: number }>(sql`
    select state, amount_paise, utr,
      (select count(*)::int from evidence e where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id) as pieces
    from credits c where merchant_id = ${merchantId} order by credit_id`)
const costOf = (orderId: string) =>
  ledger.db.one<{ calls: number; shared_calls: number }>(
    sql`select calls, shared_calls from order_checks where order_id = ${orderId}`,
  )

describe('an order with a QR of its provider', () => {
  test('is queried by the ID of that QR, and succeeds with one credit', async () => {
    const merchantId = await shop()
    const orderId = await opened(merchantId)
    razorpay.pay(orderId, { utr: newUtr() })
    await ledger.pass(21)
    expect(await statusOf(orderId)).toBe('success')
    expect(await creditsOf(merchantId)).toMatchObject([{ state: 'matched', amount_paise: 49900n }])
    expect(await costOf(orderId)).toEqual({ calls: 1, shared_calls: 0 })
  })

  test('is not queried at another provider that was connected meanwhile', async () => {
    const merchantId = await shop()
    const orderId = await opened(merchantId)
    const paytm = {
      source: 'paytm-v3',
      credentials: { merchantId: 'SHARMA1', merchantKey: 'kbzk1DSbJiV_O3p5' },
    }
    const key = { merchantId, accountId: 'acc_1' }
    await ledger.db.transaction((tx) =>
      saveSource(tx, ledger.qr.secrets, key, paytm as Verification, ledger.clock.now()),
    )
    const before = razorpay.requests.length
    await ledger.pass(21)
    expect(razorpay.requests.length).toBe(before)
    expect((await findCheckResults(ledger.db, { merchantId, orderId })).results).toMatchObject([
      { message: expect.stringMatching(/made by .*, which is no longer connected/) },
    ])
  })

  test('does not fail when a payment fails, and is settled by the next payment of the same QR', async () => {
    const orderId = await opened(await shop())
    razorpay.pay(orderId, { status: 'failed', utr: newUtr() })
    await ledger.pass(24)
    expect(await statusOf(orderId)).toBe('pending')
    razorpay.pay(orderId, { utr: newUtr() })
    await ledger.pass(4)
    expect(await statusOf(orderId)).toBe('success')
  })

  test('waits for the merchant when another amount was paid', async () => {
    const merchantId = await shop()
    const orderId = await opened(merchantId)
    razorpay.pay(orderId, { amount: 4990, utr: newUtr() })
    await ledger.pass(21)
    expect(await statusOf(orderId)).toBe('pending')
    expect(await creditsOf(merchantId)).toMatchObject([{ state: 'amount_mismatch', amount_paise: 4990n }])
  })
})

describe('many open orders of an account', () => {
  test('are queried with one call, and only those that it leaves open with their own', async () => {
    const merchantId = await shop()
    const orders: string[] = []
    for (let n = 0; n < 12; n += 1) {
      orders.push(await opened(merchantId))
      if (n === 5) ledger.clock.advance({ seconds: 1 })
    }
    const before = razorpay.requests.length
    await ledger.pass(21)
    const lists = razorpay.requests.slice(before)
    expect(lists.every(({ url }) => url.searchParams.has('from'))).toBe(true)
    expect(lists.length).toBeLessThanOrEqual(2)
    expect(await costOf(orders[0] ?? '')).toEqual({ calls: 0, shared_calls: 1 })
    razorpay.pay(orders[3] ?? '', { utr: newUtr() })
    await ledger.pass(4)
    expect(await statusOf(orders[3] ?? '')).toBe('success')
    expect((await costOf(orders[3] ?? '')).calls).toBe(1)
    expect((await costOf(orders[4] ?? '')).calls).toBe(0)
  })

  test('keep their status when the list is invalid, and the account is paused', async () => {
    const merchantId = await shop()
    const orders = [await opened(merchantId), await opened(merchantId)]
    razorpay.breaks({ kind: 'half' }, Number.POSITIVE_INFINITY)
    await ledger.pass(60)
    expect(await Promise.all(orders.map(statusOf))).toEqual(['pending', 'pending'])
    const source = await findSource(ledger.db, { merchantId, accountId: 'acc_1' })
    expect(source?.failures).toBeGreaterThanOrEqual(5)
    expect(source?.pausedUntil).not.toBeNull()
  })

  test('are queried one by one after their expiry', async () => {
    const merchantId = await shop()
    const orders = [await opened(merchantId), await opened(merchantId)]
    await ledger.pass(299, 1_000)
    const before = await Promise.all(orders.map(costOf))
    await ledger.pass(3, 1_000)
    const after = await Promise.all(orders.map(costOf))
    expect(after.map(({ calls }, n) => calls - (before[n]?.calls ?? 0))).toEqual([1, 1])
  })
})

describe('a notification of the provider', () => {
  const taking = async (merchantId: string) => {
    const noticeId = await ledger.db.value<string>(
      sql`select notification_id from account_sources where merchant_id = ${merchantId}`,
    )
    const deps = { orders: ledger, secrets: ledger.qr.secrets, providers: ledger.qr.providers }
    return ({ body, headers }: { body: string | Buffer; headers: Record<string, string> }) =>
      receiveProviderNotification(deps, noticeId, { body: Buffer.from(body), headers })
  }

  test('settles the order once, even if it is sent twenty times at once', async () => {
    const merchantId = await shop()
    const orderId = await opened(merchantId)
    const take = await taking(merchantId)
    razorpay.pay(orderId, { utr: newUtr() })
    const notification = razorpay.notification('qr_code.credited', orderId)
    const taken = await Promise.all(Array.from({ length: 20 }, () => take(notification)))
    expect(taken.sort()).toEqual(['recorded', ...Array<string>(19).fill('repeated')])
    expect(await statusOf(orderId)).toBe('success')
    expect(await creditsOf(merchantId)).toMatchObject([{ state: 'matched', pieces: 1 }])
    expect(await ledger.announced(orderId)).toHaveLength(1)
  })

  test('and a status check of the same payment count once, in either order', async () => {
    const merchantId = await shop()
    const take = await taking(merchantId)
    const [first, second] = [await opened(merchantId), await opened(merchantId)]
    for (const orderId of [first, second]) razorpay.pay(orderId, { utr: newUtr() })
    await take(razorpay.notification('qr_code.credited', first))
    await ledger.pass(22)
    await take(razorpay.notification('qr_code.credited', second))
    expect(await creditsOf(merchantId)).toMatchObject([{ pieces: 1 }, { pieces: 1 }])
    expect([await statusOf(first), await statusOf(second)]).toEqual(['success', 'success'])
  })

  test('with another event ID, or out of order, adds nothing', async () => {
    const merchantId = await shop()
    const orderId = await opened(merchantId)
    const take = await taking(merchantId)
    razorpay.pay(orderId, { utr: newUtr() })
    expect(await take(razorpay.notification('qr_code.closed', orderId))).toBe('check_requested')
    await take(razorpay.notification('qr_code.credited', orderId))
    await take(razorpay.notification('qr_code.credited', orderId))
    await take(razorpay.notification('qr_code.created', orderId))
    await ledger.pass(2)
    expect(await creditsOf(merchantId)).toMatchObject([{ state: 'matched', pieces: 1 }])
  })

  test('that a QR was closed starts a check, and nothing else', async () => {
    const merchantId = await shop()
    const orderId = await opened(merchantId)
    const take = await taking(merchantId)
    razorpay.pay(orderId, { utr: newUtr() })
    expect(await take(razorpay.notification('qr_code.closed', orderId))).toBe('check_requested')
    expect(await statusOf(orderId)).toBe('pending')
    await ledger.pass(1)
    expect(await statusOf(orderId)).toBe('success')
  })

  test.each([
    ['another secret', { secret: 'not-the-secret' }, (body: string) => body],
    ['a changed amount', {}, (body: string) => body.replaceAll('49900', '49901')],
    ['a byte more', {}, (body: string) => `${body} `],
    ['nothing at all', {}, () => ''],
  ])('with %s is refused and not stored', async (_what, options, change) => {
    const merchantId = await shop()
    const orderId = await opened(merchantId)
    const take = await taking(merchantId)
    razorpay.pay(orderId, { utr: newUtr() })
    const { body, headers } = razorpay.notification('qr_code.credited', orderId, options)
    await expect(take({ body: change(body), headers })).rejects.toMatchObject({
      code: 'bad_signature',
      status: 401,
    })
    const { 'x-razorpay-signature': _gone, ...unsigned } = headers
    await expect(take({ body, headers: unsigned })).rejects.toMatchObject({ code: 'bad_signature' })
    expect(await creditsOf(merchantId)).toEqual([])
    expect(await statusOf(orderId)).toBe('pending')
  })

  test('is refused for an account without a secret, also if it is signed with an empty one', async () => {
    const merchantId = await ledger.merchantWith({
      ...RAZORPAY,
      credentials: { ...RAZORPAY_MERCHANT, webhookSecret: null },
    })
    const orderId = await opened(merchantId)
    const take = await taking(merchantId)
    razorpay.pay(orderId, { utr: newUtr() })
    for (const secret of ['', 'null', RAZORPAY_MERCHANT.webhookSecret])
      await expect(
        take(razorpay.notification('qr_code.credited', orderId, { secret })),
      ).rejects.toMatchObject({
        code: 'bad_signature',
      })
  })

  test("about another account's QR, or one that was created elsewhere, is accepted and changes nothing", async () => {
    const [mine, other] = [await shop(), await shop()]
    const theirs = await opened(other)
    const take = await taking(mine)
    razorpay.pay(theirs, { utr: newUtr() })
    expect(await take(razorpay.notification('qr_code.credited', theirs))).toBe('unrelated')
    razorpay.make('COUNTER1', 12300)
    razorpay.pay('COUNTER1', { utr: newUtr() })
    expect(await take(razorpay.notification('qr_code.credited', 'COUNTER1'))).toBe('unrelated')
    expect([await creditsOf(mine), await creditsOf(other)]).toEqual([[], []])
    // Nor of one that another provider of the account had given the same name.
    razorpay.make('COUNTER2', 12300)
    const now = ledger.clock.now()
    await ledger.db.run(sql`
      insert into provider_qrs (merchant_id, reference, account_id, source, order_id, attempt, client_txn_id, amount_paise,
        reserved_at, ends_at, provider_id, abandoned_at, closed_at)
      values (${mine}, 'COUNTER2', 'acc_1', 'cashfree', 'COUNTER2', 1, 'A', 12300, ${now}, ${now},
        ${razorpay.qrOf('COUNTER2')?.id ?? ''}, ${now}, ${now})`)
    razorpay.pay('COUNTER2', { utr: newUtr() })
    expect(await take(razorpay.notification('qr_code.credited', 'COUNTER2'))).toBe('unrelated')
  })

  test('in an undocumented form is accepted, so that it is not repeated, and changes nothing', async () => {
    const merchantId = await shop()
    const orderId = await opened(merchantId)
    const take = await taking(merchantId)
    razorpay.pay(orderId, { utr: newUtr() })
    for (const bent of [
      { amount: '49900' },
      { amount: -1 },
      { currency: 'USD' },
      { status: 'paid' },
      { id: '' },
    ]) {
      razorpay.bend((entity) => ({ ...entity, ...bent }))
      expect(await take(razorpay.notification('qr_code.credited', orderId))).toBe('unrelated')
    }
    razorpay.bend((entity) => ({ ...entity, status: 'authorized' }))
    expect(await take(razorpay.notification('qr_code.credited', orderId))).toBe('check_requested')
    expect(await creditsOf(merchantId)).toEqual([])
  })

  test('of a late payment settles the expired order as paid late', async () => {
    const merchantId = await shop()
    const orderId = await opened(merchantId)
    const take = await taking(merchantId)
    ledger.clock.advance({ minutes: 10 })
    razorpay.pay(orderId, { utr: newUtr() })
    await take(razorpay.notification('qr_code.credited', orderId))
    expect(await findOrder(ledger.db, orderId)).toMatchObject({ status: 'success', paidLate: true })
  })
})
