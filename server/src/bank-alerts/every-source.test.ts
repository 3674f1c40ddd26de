import { fuzzRuns } from '@galla/upi/fuzz-harness'
import { type Paise, paise } from '@galla/upi/rupees'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUtr } from '../../testing/ledger.ts'
import { startRefund } from '../ledger/refunds/change-refunds.ts'
import { expireOrders } from '../orders/expire-orders.ts'
import { openOrder } from '../orders/open-order.ts'
import { findOrder } from '../orders/order-store.ts'
import { claimPayment } from '../payment-claims/claim-payment.ts'
import { sql } from '../platform/database/database.ts'
import { acceptCredit, assignCredit, ignoreCredit } from '../reconciliation/reconcile.ts'
import { openSources, orRefused, type Sources } from './every-source-harness.ts'
import {
  expectCredits,
  expectFinal,
  expectOrders,
  expectSettlements,
  type Story,
} from './every-source-promises-harness.ts'
import type { Payment } from './every-source-providers-harness.ts'
import { FORGERIES, NOTIFYING, type Notice } from './every-source-providers-harness.ts'

/**
 * Random stories of a shop: customers pay, and every source reports it in its own words, twice, at once, wrongly, late or not at
 * all, while the merchant decides in Reconciliation. What happened is known here as the bank knows it; the program knows only what it
 * was reported.
 */
type Step = (story: Story, pick: number) => Promise<void>

const HOUR = 3600
const DAY = 86_400
const AMOUNTS = [paise(49900n), paise(50000n)]

let sources: Sources
/** Of each provider a shop, an order and a true notification of it that are another's. */
const strangers = new Map<unknown, Notice>()
beforeAll(async () => {
  sources = await openSources()
  for (const verified of NOTIFYING) {
    const who = await sources.shopkeeper(verified, false)
    const payment = sources.pays(await sources.place(who, paise(49900n)), paise(49900n), 1)
    who.provider?.knows(payment)
    if (who.provider) strangers.set(who.provider, who.provider.notification(payment))
  }
})
afterAll(() => sources.close())

const one = <T>(of: readonly T[], pick: number): T | undefined => of[pick % Math.max(of.length, 1)]

const ofOrder =
  (work: (story: Story, orderId: string, pick: number) => Promise<unknown>): Step =>
  async (story, pick) => {
    const orderId = one(story.orders, pick)
    if (orderId !== undefined) await work(story, orderId, pick)
  }

const ofPayment =
  (work: (story: Story, payment: Payment, pick: number) => Promise<unknown>): Step =>
  async (story, pick) => {
    const payment = one(story.payments, pick)
    if (payment !== undefined) await work(story, payment, pick)
  }

/** The merchant decides about one of the credits that there are. */
const ofCredit =
  (work: (story: Story, creditId: string, pick: number) => Promise<unknown>): Step =>
  async (story, pick) => {
    const credits = await sources.ledger.db.rows<{ credit_id: string; utr: string }>(sql`
      select credit_id, utr from credits where merchant_id = ${story.who.merchantId} order by utr`)
    const credit = one(credits, pick)
    if (credit === undefined) return
    story.decided.add(credit.utr)
    await orRefused(work(story, credit.credit_id, pick))
  }

const payFor = (off: bigint) =>
  ofOrder(async (story, orderId, pick) => {
    const order = await findOrder(sources.ledger.db, orderId)
    if (order === undefined) throw new Error('an order is gone')
    const attempt = pick % 3 === 0 ? 1 : order.attempt
    story.payments.push(sources.pays(orderId, (order.payable + off) as Paise, attempt))
  })

const reportByAlert: Step = ofPayment(async (story, payment) => {
  await sources.reportedByAlert(story.who, payment)
  story.report.add(payment.utr)
})

const reportByStatement = (how: 'time' | 'day' | 'order'): Step =>
  ofPayment(async (story, payment) => {
    const listed = [payment, ...story.payments.slice(0, 3)]
    for (const { utr } of listed) story.offered.add(utr)
    if (await sources.reportedByStatement(story.who, listed, how))
      for (const { utr } of listed) story.report.add(utr)
  })

const reportByProvider: Step = ofPayment(async (story, payment) => {
  story.offered.add(payment.utr)
  if (story.who.mode === 'live') await sources.reportedByProvider(story.who, payment)
})

/** What a notification is worth: reported for certain, or perhaps only a reason to ask. */
const deliver = async ({ who, report, offered }: Story, notice: Notice): Promise<void> => {
  offered.add(notice.utr)
  if ((await sources.notified(who, notice)) === 'recorded') report.add(notice.utr)
}

const sends = (story: Story, payment: Payment): Notice | undefined => {
  story.who.provider?.knows(payment)
  return story.who.provider?.notification(payment)
}

const reportByNotice: Step = ofPayment(async (story, payment) => {
  const notice = sends(story, payment)
  if (notice !== undefined) await Promise.all([deliver(story, notice), deliver(story, notice)])
})

const NOTICE_STEPS: Record<string, Step> = {
  reportByNotice,
  reportByNoticeAgain: reportByNotice,
  sendNotice: ofPayment(async (story, payment) => {
    const notice = sends(story, payment)
    if (notice !== undefined) {
      story.notices.push(notice)
      story.offered.add(notice.utr)
    }
  }),
  // Late, out of their order, and more than once.
  noticeComes: async (story, pick) => {
    const notice = one(story.notices, pick)
    if (notice !== undefined) await deliver(story, notice)
  },
  noticesComeAtOnce: async (story) => {
    await Promise.all(story.notices.toReversed().map((notice) => deliver(story, notice)))
  },
  forgeNotice: ofPayment(async (story, payment, pick) => {
    // The provider has not seen this payment, and a claim is no provider's report.
    const provider = story.who.provider
    const known = provider && strangers.get(provider)
    const forge = one(FORGERIES, pick)
    if (!known || !forge) return
    const body = known.body.replaceAll(known.utr, newUtr())
    const named = body.replaceAll(/01[0-9A-HJKMNP-TV-Z]{24}/g, payment.orderId)
    expect(await sources.notified(story.who, forge({ ...known, body: named }))).toBeUndefined()
  }),
  noticeOfAnother: async (story) => {
    const strange = story.who.provider && strangers.get(story.who.provider)
    if (strange)
      expect([undefined, 'unrelated', 'repeated']).toContain(await sources.notified(story.who, strange))
  },
}

const STEPS: Record<string, Step> = {
  ...NOTICE_STEPS,
  create: async (story, pick) => {
    story.orders.push(await sources.place(story.who, AMOUNTS[pick % 2] ?? paise(1n)))
  },
  open: ofOrder((_story, orderId) => openOrder(sources.ledger, orderId)),
  pay: payFor(0n),
  payAgain: payFor(0n),
  payLess: payFor(-100n),
  payMore: payFor(1n),
  reportByProvider,
  reportByProviderAgain: reportByProvider,
  reportByAlert,
  reportByAlertAgain: reportByAlert,
  reportByStatement: reportByStatement('time'),
  reportByStatementOfDays: reportByStatement('day'),
  reportByStatementWithOrders: reportByStatement('order'),
  reportByHand: ofPayment(async (story, payment) => {
    const order = await findOrder(sources.ledger.db, payment.orderId)
    story.offered.add(payment.utr)
    // The merchant confirms the whole amount, whatever was paid.
    if (order?.payable !== payment.amount) story.disputed.add(payment.utr)
    await sources.reportedByHand(story.who, payment)
  }),
  reportByHandForAnother: ofPayment(async (story, { utr }, pick) => {
    const orderId = one(story.orders, pick * 7 + 3) ?? ''
    story.offered.add(utr)
    story.decided.add(utr)
    story.disputed.add(utr)
    await sources.reportedByHand(story.who, { utr, orderId })
  }),
  reportWrongAmount: ofPayment(async (story, payment, pick) => {
    story.report.add(payment.utr)
    story.disputed.add(payment.utr)
    await sources.reportedByAlert(story.who, {
      ...payment,
      amount: (payment.amount + BigInt(pick + 1)) as Paise,
    })
  }),
  reportByEveryone: async (story, pick) => {
    await Promise.all(
      [reportByProvider, reportByAlert, reportByNotice, reportByStatement('time'), reportByAlert].map(
        (report) => report(story, pick),
      ),
    )
  },
  refuse: ofOrder(async ({ who }, orderId) => {
    const order = await findOrder(sources.ledger.db, orderId)
    if (who.mode === 'live') await sources.refusedByProvider(who, orderId, order?.attempt ?? 1)
    else await orRefused(sources.simulates(who, orderId, 'declined'))
  }),
  simulate: ofOrder(async (story, orderId, pick) => {
    const outcome = (['success', 'twice', 'underpaid', 'overpaid', 'late'] as const)[pick % 5] ?? 'success'
    if (story.who.mode === 'live') return
    for (const utr of await sources.simulates(story.who, orderId, outcome)) story.report.add(utr)
  }),
  claim: ofOrder(async (story, orderId, pick) => {
    const utr = pick % 2 === 0 ? newUtr() : (one(story.payments, pick)?.utr ?? newUtr())
    await orRefused(claimPayment({ orders: sources.ledger, checks: sources.ledger.checks }, orderId, utr))
  }),
  assign: ofCredit((story, creditId, pick) =>
    assignCredit(sources.ledger, story.who, creditId, { orderId: one(story.orders, pick * 5) ?? '' }),
  ),
  accept: ofCredit(({ who }, creditId) => acceptCredit(sources.ledger, who, creditId, undefined)),
  refund: ofCredit(({ who }, creditId) => startRefund(sources.ledger, who, creditId, { utr: newUtr() })),
  ignore: ofCredit(({ who }, creditId) => ignoreCredit(sources.ledger, who, creditId, 'Rent')),
  wait: async (_story, pick) => {
    sources.ledger.clock.advance({ seconds: [1, 20, 299, 400, HOUR, DAY][pick % 6] ?? 1 })
  },
  expire: async () => {
    while ((await expireOrders(sources.ledger)) > 0);
  },
}

const anyStep = fc.tuple(fc.constantFrom(...Object.keys(STEPS)), fc.nat({ max: 11 }))
/** One after the other, or some of them at the same time. */
const anyTurn = fc.oneof(
  { weight: 2, arbitrary: anyStep.map((step) => [step]) },
  { weight: 1, arbitrary: fc.array(anyStep, { minLength: 2, maxLength: 4 }) },
)

test('reports of one payment by any sources, at any times, give one credit and at most one settlement of an accepted amount', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('simulator' as const, 'paytm-v3' as const, ...NOTIFYING),
      fc.boolean(),
      fc.array(anyTurn, { minLength: 6, maxLength: 24 }),
      async (verified, uniqueAmounts, turns) => {
        const who = await sources.shopkeeper(verified, uniqueAmounts)
        const story: Story = {
          who,
          orders: [],
          payments: [],
          report: new Set(),
          offered: new Set(),
          disputed: new Set(),
          decided: new Set(),
          paid: new Map(),
          notices: [],
        }
        for (const name of ['create', 'create', 'pay']) await STEPS[name]?.(story, story.orders.length)
        for (const turn of turns) {
          await Promise.all(turn.map(([name, pick]) => STEPS[name]?.(story, pick)))
          await expectFinal(sources.ledger, story)
          await expectSettlements(sources.ledger, story)
        }
        await expectCredits(sources.ledger, story)
        await expectOrders(sources.ledger, story)
        expect(sources.ledger.failures).toEqual([])
      },
    ),
    { numRuns: fuzzRuns(4) },
  )
})
