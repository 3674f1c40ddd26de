import { paise } from '@galla/upi/rupees'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CASHFREE_MERCHANT, type FakeCashfree, startFakeCashfree } from '../../../testing/fake-cashfree.ts'
import { type FakeRazorpay, RAZORPAY_MERCHANT, startFakeRazorpay } from '../../../testing/fake-razorpay.ts'
import { creditFor, newUtr } from '../../../testing/ledger.ts'
import { type LiveLedger, openLiveLedger } from '../../../testing/live-shop.ts'
import { openOrder } from '../../orders/open-order.ts'
import { sql } from '../../platform/database/database.ts'
import { recordCredit } from '../record-credit.ts'
import { startRefund } from './change-refunds.ts'
import { listRefunds } from './list-refunds.ts'
import { claimDueRefunds } from './refund-store.ts'
import { sendRefunds } from './send-refunds.ts'

let ledger: LiveLedger
let cashfree: FakeCashfree
let razorpay: FakeRazorpay
beforeAll(async () => {
  cashfree = await startFakeCashfree(CASHFREE_MERCHANT, () => ledger.clock.now())
  razorpay = await startFakeRazorpay(RAZORPAY_MERCHANT, () => ledger.clock.now())
  ledger = await openLiveLedger({ cashfree: cashfree.url, razorpay: razorpay.url })
})
afterAll(async () => {
  await ledger.close()
  await Promise.all([cashfree.close(), razorpay.close()])
})
afterEach(() => {
  cashfree.mend()
  razorpay.mend()
})

const RIGS = {
  Cashfree: {
    verification: { source: 'cashfree', credentials: CASHFREE_MERCHANT },
    fake: () => cashfree,
    pay: (reference: string, utr: string) =>
      cashfree.setPayment(reference, { status: 'SUCCESS', amount: 499, utr }),
    bend: (name: string, state: 'done' | 'failed' | 'odd', utr: string | null) => {
      const refund_status = { done: 'SUCCESS', failed: 'FAILED', odd: 'PERHAPS' }[state]
      cashfree.refunds.set(name, { ...cashfree.refunds.get(name), refund_status, refund_arn: utr })
    },
  },
  Razorpay: {
    verification: { source: 'razorpay-qr', credentials: RAZORPAY_MERCHANT },
    fake: () => razorpay,
    pay: (reference: string, utr: string) => razorpay.pay(reference, { utr }),
    bend: (name: string, state: 'done' | 'failed' | 'odd', rrn: string | null) => {
      const status = { done: 'processed', failed: 'failed', odd: 'perhaps' }[state]
      razorpay.refunds.set(name, { ...razorpay.refunds.get(name), status, acquirer_data: { rrn } })
    },
  },
} as const

let requests = 0

describe.each(Object.entries(RIGS))('%s', (_name, rig) => {
  /** A paid order, and a refund of it by its provider. */
  const refunded = async (amount = 10_000n) => {
    const merchantId = await ledger.merchantWith(rig.verification)
    const orderId = await ledger.order(merchantId)
    await openOrder(ledger, orderId)
    rig.pay(orderId, newUtr())
    await ledger.pass(21)
    const creditId = await ledger.db.value<string>(
      sql`select settled_by_credit_id from orders where order_id = ${orderId}`,
    )
    const caller = { merchantId, mode: 'live' } as const
    const start = (paid: bigint) =>
      startRefund(ledger, caller, creditId, {
        way: 'provider',
        amount: paise(paid),
        requestId: `request-${++requests}`,
      })
    await start(amount)
    const read = async () => (await listRefunds(ledger, caller, creditId)).refunds
    const name = (await read())[0]?.id ?? ''
    return { merchantId, orderId, creditId, name, start, read }
  }
  const deps = () => ({ orders: ledger, ...ledger.qr })
  const sweep = () => sendRefunds({ ...deps() } as never)
  const later = async (minutes: number) => {
    ledger.clock.advance({ ms: minutes * 60_000 })
    await sweep()
  }
  const posts = () =>
    rig.fake().requests.filter(({ method, url }) => method === 'POST' && /\/refunds?$/.test(url.pathname))
      .length
  const statesOf = async (read: () => Promise<{ state: string }[]>) =>
    (await read()).map(({ state }) => state)

  test('a refund is sent once, by whichever process, and the provider confirms it with its UTR', async () => {
    const { name, read, creditId } = await refunded()
    // The events of one moment have ids of no order.
    ledger.clock.advance({ seconds: 1 })
    const before = posts()
    await Promise.all([sweep(), sweep(), sweep()])
    expect(await read()).toMatchObject([{ state: 'sent', providerId: expect.any(String), utr: null }])
    await later(2)
    expect(await statesOf(read)).toEqual(['sent'])
    const utr = newUtr()
    rig.bend(name, 'done', utr)
    await later(10)
    expect(await read()).toMatchObject([{ state: 'confirmed', confirmedBy: 'provider', utr }])
    await later(600)
    expect(posts() - before).toBe(1)
    const events = await ledger.db.values<string>(sql`
      select event from webhook_events where payload::json -> 'data' ->> 'creditId' = ${creditId} order by event_id`)
    expect(events).toEqual(['refund.requested', 'refund.sent', 'refund.confirmed'])
  })

  test.each([
    ['no reply', { kind: 'cut' }],
    ['an error of its server', { kind: 'status', status: 502 }],
    ['half a reply', { kind: 'half' }],
  ] as const)(
    'a refund that was taken with %s is asked for by its name, and never sent again',
    async (_what, fault) => {
      const { read } = await refunded()
      const before = posts()
      rig.fake().breaks(fault, 1)
      await sweep()
      expect(await statesOf(read)).toEqual(['requested'])
      await later(2)
      expect(await statesOf(read)).toEqual(['sent'])
      await later(60)
      expect(posts() - before).toBe(1)
    },
  )

  test('a refund that never reached the provider is sent again under its name, once it can be lost no more', async () => {
    const { name, read } = await refunded()
    // The process died between the claim and the call.
    await claimDueRefunds(ledger.db, ledger.clock.now(), ledger.clock.now(), 20)
    const before = posts()
    await later(2)
    expect([posts() - before, await statesOf(read)]).toEqual([0, ['requested']])
    await later(15)
    expect([posts() - before, await statesOf(read)]).toEqual([1, ['sent']])
    expect(rig.fake().refunds.has(name)).toBe(true)
  })

  test('what the provider refuses fails with its reason and may be refunded again, also later', async () => {
    const { creditId, read, start, name } = await refunded(49_900n)
    await sweep()
    const stateOf = () =>
      ledger.db.value<string>(sql`select state from credits where credit_id = ${creditId}`)
    expect(await stateOf()).toBe('refunded')
    rig.bend(name, 'failed', null)
    await later(5)
    expect([await statesOf(read), await stateOf()]).toEqual([['failed'], 'matched'])
    // The provider still counts the refund that failed.
    await start(49_900n)
    await sweep()
    const [, second] = await read()
    expect([second?.state, second?.reason]).toEqual(['failed', expect.stringMatching(/greater/)])
  })

  test('an answer that is not documented changes nothing', async () => {
    const { name, read } = await refunded()
    await sweep()
    rig.bend(name, 'odd', newUtr())
    await later(5)
    expect(await statesOf(read)).toEqual(['sent'])
  })
})

test('a payment that no provider reported is not refunded by one', async () => {
  const merchantId = await ledger.merchantWith(RIGS.Cashfree.verification)
  const orderId = await ledger.order(merchantId)
  const recorded = await recordCredit(
    ledger,
    creditFor(ledger, { merchantId, orderId }, { source: 'statement' }),
  )
  const form = { way: 'provider', requestId: 'request-x' } as const
  await expect(
    startRefund(ledger, { merchantId, mode: 'live' }, recorded.creditId, form),
  ).rejects.toMatchObject({
    code: 'no_verification',
  })
})
