import { paise } from '@galla/upi/rupees'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { CASHFREE_MERCHANT, type FakeCashfree, startFakeCashfree } from '../../../testing/fake-cashfree.ts'
import { type FakePaytm, PAYTM_MERCHANT, startFakePaytm } from '../../../testing/fake-paytm.ts'
import { type FakePhonePe, PHONEPE_MERCHANT, startFakePhonePe } from '../../../testing/fake-phonepe.ts'
import { type FakeRazorpay, RAZORPAY_MERCHANT, startFakeRazorpay } from '../../../testing/fake-razorpay.ts'
import { newUtr } from '../../../testing/ledger.ts'
import { type LiveLedger, openLiveLedger } from '../../../testing/live-shop.ts'
import { openOrder } from '../../orders/open-order.ts'
import { sql } from '../../platform/database/database.ts'
import { changeRefund, startRefund } from './change-refunds.ts'
import { listRefunds } from './list-refunds.ts'
import type { RefundChange } from './refund.ts'
import { claimDueRefunds } from './refund-store.ts'
import { sendRefunds } from './send-refunds.ts'

export let ledger: LiveLedger
let cashfree: FakeCashfree
let razorpay: FakeRazorpay
export let paytm: FakePaytm
export let phonepe: FakePhonePe
/** Starts the four providers and an installation that asks them, for the tests of a file. */
export const useProviders = (): void => {
  beforeAll(async () => {
    cashfree = await startFakeCashfree(CASHFREE_MERCHANT, () => ledger.clock.now())
    razorpay = await startFakeRazorpay(RAZORPAY_MERCHANT, () => ledger.clock.now())
    paytm = await startFakePaytm(PAYTM_MERCHANT, () => ledger.clock.now())
    phonepe = await startFakePhonePe(PHONEPE_MERCHANT, () => ledger.clock.now())
    const urls = [cashfree, razorpay, paytm, phonepe].map(({ url }) => url)
    const [cashfreeUrl = '', razorpayUrl = '', paytmUrl = '', phonepeUrl = ''] = urls
    ledger = await openLiveLedger({
      cashfree: cashfreeUrl,
      razorpay: razorpayUrl,
      paytm: paytmUrl,
      phonepe: phonepeUrl,
    })
  })
  afterAll(async () => {
    await ledger.close()
    await Promise.all([cashfree, razorpay, paytm, phonepe].map((fake) => fake.close()))
  })
  afterEach(() => {
    for (const fake of [cashfree, razorpay, paytm, phonepe]) {
      fake.mend()
      fake.arrive()
    }
    paytm.bend(undefined)
    paytm.forge(undefined)
  })
}

export const RIGS = {
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
  PhonePe: {
    verification: { source: 'phonepe-v2', credentials: PHONEPE_MERCHANT },
    fake: () => phonepe,
    pay: (reference: string, utr: string) =>
      phonepe.setPayment(reference, { state: 'COMPLETED', amount: 49_900, utr }),
    bend: (name: string, outcome: 'done' | 'failed' | 'odd', utr: string | null) => {
      const state = { done: 'COMPLETED', failed: 'FAILED', odd: 'PERHAPS' }[outcome]
      const splitInstruments = [{ amount: 10_000, rail: { type: 'UPI', utr, vpa: 'asha@ybl' } }]
      phonepe.refunds.set(name, { ...phonepe.refunds.get(name), state, splitInstruments })
    },
  },
  Paytm: {
    verification: { source: 'paytm-v3', credentials: PAYTM_MERCHANT },
    fake: () => paytm,
    pay: (reference: string, utr: string) =>
      paytm.setPayment(reference, { status: 'TXN_SUCCESS', amount: '499.00', utr }),
    bend: (name: string, outcome: 'done' | 'failed' | 'odd', rrn: string | null) => {
      const [resultStatus, resultCode] = {
        done: ['TXN_SUCCESS', '10'],
        failed: ['TXN_FAILURE', '620'],
        odd: ['PERHAPS', '10'],
      }[outcome] ?? ['']
      const refundDetailInfoList = [{ refundType: 'TO_SOURCE', payMethod: 'UPI', rrn }]
      const resultInfo = { resultStatus, resultCode, resultMsg: 'as it is' }
      paytm.refunds.set(name, { ...paytm.refunds.get(name), resultInfo, refundDetailInfoList })
    },
  },
} as const
export type Rig = (typeof RIGS)[keyof typeof RIGS]

export const sweep = async (): Promise<void> => {
  while ((await sendRefunds({ orders: ledger, ...ledger.qr } as never)).more);
}
export const later = async (minutes: number) => {
  ledger.clock.advance({ ms: minutes * 60_000 })
  await sweep()
}
/** The calls that send a refund. */
const SENDING = /^POST .*\/refund(s|\/apply)?$/
/** The request for a refund is lost, and arrives at the provider when the test says so. */
export const LATE = { kind: 'late', of: SENDING } as const

export const postsOf = (rig: Rig, name = '') =>
  rig
    .fake()
    .requests.filter(
      ({ method, url, body, headers }) =>
        SENDING.test(`${method} ${url.pathname}`) && (body + headers['x-refund-idempotency']).includes(name),
    ).length

/** A paid order, and a refund of it by its provider. */
export const refundedBy = async (rig: Rig, amount = 10_000n) => {
  const merchantId = await ledger.merchantWith(rig.verification)
  const orderId = await ledger.order(merchantId)
  await openOrder(ledger, orderId)
  const paid = newUtr()
  rig.pay(orderId, paid)
  await ledger.pass(21)
  const creditId = await ledger.db.value<string>(
    sql`select settled_by_credit_id from orders where order_id = ${orderId}`,
  )
  const caller = { merchantId, mode: 'live' } as const
  const start = (part: bigint) =>
    startRefund(ledger, caller, creditId, {
      way: 'provider',
      amount: paise(part),
      requestId: `request-${++requests}`,
    })
  await start(amount)
  const read = async () => (await listRefunds(ledger, caller, creditId)).refunds
  const name = (await read())[0]?.id ?? ''
  const list = () => listRefunds(ledger, caller, creditId)
  /** What the merchant says of the first refund. */
  const say = (change: RefundChange) => changeRefund(ledger, caller, name, change)
  /** The merchant sends the money again with their own app. */
  const sendAgain = (part: bigint) =>
    startRefund(ledger, caller, creditId, {
      amount: paise(part),
      utr: newUtr(),
      requestId: `request-${++requests}`,
    })
  return { caller, merchantId, orderId, creditId, name, start, read, list, say, sendAgain, paid }
}

/** How often PhonePe took the refund. */
export const takenOf = (name: string) => phonepe.taken.filter((each) => each === name).length

let requests = 0

/** How often the merchant got a notice of a refund: asked, or that it was sent after all. */
export const noticesOf = (name: string): Promise<string[]> =>
  ledger.db.values(sql`
    select event_key from notices where event_key like ${`refund ${name}%`} order by event_key`)

/** Has notices of the merchant sent by Telegram. */
export const addTarget = (merchantId: string) =>
  ledger.db.run(sql`
    insert into notice_targets (merchant_id, target_id, way, address_hash, address_sealed, label, language, created_at)
    values (${merchantId}, '01KAJ2Q8ZC7M3V5T9XWNB4E6RH', 'telegram', ${Buffer.of(1)}, ${Buffer.of(1)}, 'x', 'en', ${ledger.clock.now()})`)

/** A process that dies between its claim and its call. */
export const crash = () => claimDueRefunds(ledger.db, ledger.clock.now(), ledger.clock.now(), 1_000)
