import { fuzzRuns } from '@galla/upi/fuzz-harness'
import { attemptReference } from '@galla/upi/reference'
import { type Paise, paise } from '@galla/upi/rupees'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger, orderForm } from '../../testing/ledger.ts'
import { changeOrder } from '../orders/change-order.ts'
import { expireOrders } from '../orders/expire-orders.ts'
import { openOrder } from '../orders/open-order.ts'
import { stageOf } from '../orders/order.ts'
import { findOrder, listOrderHistory } from '../orders/order-store.ts'
import { sql } from '../platform/database/database.ts'
import { verifyOrder } from '../status-checks/checks.ts'
import { recordCredit } from './record-credit.ts'
import { changeRefund, startRefund } from './refunds/change-refunds.ts'

/** Orders of test mode have no provider. */
const NOBODY_TO_ASK = { now: async () => false }

/**
 * Random stories through the real use cases on a real database, held against the small model below. The model knows nothing
 * of the program's rules: it says in a few lines what a shopkeeper expects.
 */
interface ModelOrder {
  readonly id: string
  stage: 'created' | 'pending' | 'declined' | 'expired' | 'success'
  attempt: number
  /** Seconds since the story began. */
  createdAt: number
  expiresAt: number
  late: boolean
  /** History entries and notifications that must exist. */
  changes: number
  report: string[]
}

interface ModelCredit {
  readonly utr: string
  /** As it is without refunds. */
  readonly state: string
  readonly orderId: string
  readonly paise: bigint
  readonly refunds: { state: 'requested' | 'sent' | 'failed' | 'cancelled'; readonly paise: bigint }[]
}

interface Story {
  readonly merchant: { merchantId: string; mode: 'test' }
  readonly orders: ModelOrder[]
  readonly credits: ModelCredit[]
  seconds: number
}

const WINDOW = 300
const SETTLING = 5
const DAY = 86_400

const change = (order: ModelOrder, stage: ModelOrder['stage'], report?: string): void => {
  order.stage = stage
  order.changes += 1
  if (report !== undefined) order.report.push(report)
}

const tick = (story: Story, order: ModelOrder): void => {
  const waits = order.stage === 'created' || order.stage === 'pending'
  if (waits && story.seconds >= order.expiresAt + SETTLING) change(order, 'expired', 'order.failed')
  else if (order.stage === 'declined' && story.seconds >= Math.max(order.createdAt + DAY, order.expiresAt))
    change(order, 'expired')
}

const expectOpened = (story: Story, order: ModelOrder): void => {
  if (order.stage === 'created' && story.seconds < order.expiresAt) change(order, 'pending')
  else if (
    order.stage === 'declined' &&
    order.attempt < 5 &&
    story.seconds < Math.max(order.createdAt + DAY, order.expiresAt)
  ) {
    order.attempt += 1
    order.expiresAt = story.seconds + WINDOW
    change(order, 'pending')
  }
}

const expectPaid = (story: Story, order: ModelOrder, utr: string): void => {
  if (order.stage === 'success') {
    story.credits.push({ utr, state: 'duplicate', orderId: order.id, paise: AMOUNT, refunds: [] })
    return
  }
  order.late = order.stage === 'expired' || story.seconds >= order.expiresAt + SETTLING
  story.credits.push({ utr, state: 'matched', orderId: order.id, paise: AMOUNT, refunds: [] })
  change(order, 'success', 'order.success')
}

let ledger: Ledger

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

type Step = (story: Story) => Promise<void>

const withOrder =
  (pick: number, step: (story: Story, order: ModelOrder) => Promise<void>): Step =>
  async (story) => {
    const order = story.orders[pick % Math.max(story.orders.length, 1)]
    if (order !== undefined) await step(story, order)
  }

const ofOrder = (story: Story, order: ModelOrder) => ({
  merchantId: story.merchant.merchantId,
  orderId: order.id,
})

const AMOUNT = paise(49900n)

const sumOf = ({ refunds }: ModelCredit, states: readonly string[]): bigint =>
  refunds.filter(({ state }) => states.includes(state)).reduce((sum, each) => sum + each.paise, 0n)

let requests = 0
const requestOf = (part: bigint) => ({ amount: part as Paise, requestId: `request-${++requests}` })

const withCredit =
  (pick: number, step: (story: Story, credit: ModelCredit, creditId: string) => Promise<void>): Step =>
  async (story) => {
    const credit = story.credits[pick % Math.max(story.credits.length, 1)]
    if (credit === undefined) return
    const creditId = await ledger.db.value<string>(sql`
      select credit_id from credits where merchant_id = ${story.merchant.merchantId} and utr = ${credit.utr}`)
    await step(story, credit, creditId)
  }

const pay = (amount: Paise, attempts: 'latest' | 'first') => (story: Story, order: ModelOrder) => {
  const reference = attemptReference(order.id, attempts === 'first' ? 1 : order.attempt)
  return creditFor(ledger, ofOrder(story, order), { reference, amount })
}

const STEPS: Record<string, (pick: number) => Step> = {
  create: () => async (story) => {
    const { orderId } = await ledger.create(story.merchant, orderForm())
    const { seconds } = story
    story.orders.push({
      id: orderId,
      stage: 'created',
      attempt: 1,
      createdAt: seconds,
      expiresAt: seconds + WINDOW,
      late: false,
      changes: 0,
      report: [],
    })
  },
  open: (pick) =>
    withOrder(pick, async (story, order) => {
      await Promise.all([openOrder(ledger, order.id), openOrder(ledger, order.id)])
      expectOpened(story, order)
    }),
  pay: (pick) =>
    withOrder(pick, async (story, order) => {
      const report = pay(AMOUNT, 'latest')(story, order)
      await recordCredit(ledger, report)
      expectPaid(story, order, report.utr ?? '')
    }),
  payByOldQr: (pick) =>
    withOrder(pick, async (story, order) => {
      const report = pay(AMOUNT, 'first')(story, order)
      await recordCredit(ledger, report)
      expectPaid(story, order, report.utr ?? '')
    }),
  reportedByTwoAtOnce: (pick) =>
    withOrder(pick, async (story, order) => {
      const report = pay(AMOUNT, 'latest')(story, order)
      await Promise.all([
        recordCredit(ledger, report),
        recordCredit(ledger, { ...report, source: 'provider' }),
      ])
      await recordCredit(ledger, report)
      expectPaid(story, order, report.utr ?? '')
    }),
  payTwiceAtOnce: (pick) =>
    withOrder(pick, async (story, order) => {
      const both = [pay(AMOUNT, 'latest')(story, order), pay(AMOUNT, 'latest')(story, order)]
      const results = await Promise.all(both.map((report) => recordCredit(ledger, report)))
      const inOrder =
        results[0]?.kind === 'recorded' && results[0].state === 'matched' ? both : both.reverse()
      for (const report of inOrder) expectPaid(story, order, report.utr ?? '')
    }),
  payWrongAmount: (pick) =>
    withOrder(pick, async (story, order) => {
      const report = pay(paise(AMOUNT - 1n - BigInt(pick)), 'latest')(story, order)
      await recordCredit(ledger, report)
      const state = order.stage === 'success' ? 'duplicate' : 'amount_mismatch'
      story.credits.push({
        utr: report.utr ?? '',
        state,
        orderId: order.id,
        paise: report.amount,
        refunds: [],
      })
    }),
  refundTwiceAtOnce: (pick) =>
    withCredit(pick, async (story, credit, creditId) => {
      const part = 1n + credit.paise / BigInt(1 + (pick % 3))
      const both = [1, 2].map(() => startRefund(ledger, story.merchant, creditId, requestOf(part)))
      const started = (await Promise.allSettled(both)).filter(({ status }) => status === 'fulfilled')
      const left = credit.paise - sumOf(credit, ['requested', 'sent'])
      expect(started).toHaveLength(part > left ? 0 : 2n * part > left ? 1 : 2)
      for (const _one of started) credit.refunds.push({ state: 'requested', paise: part })
    }),
  refundTheRest: (pick) =>
    withCredit(pick, async (story, credit, creditId) => {
      const left = credit.paise - sumOf(credit, ['requested', 'sent'])
      const utr = newUtr()
      const started = startRefund(ledger, story.merchant, creditId, { utr })
      if (left === 0n) return expect(started).rejects.toThrow()
      await started
      credit.refunds.push({ state: 'sent', paise: left })
    }),
  changeRefund: (pick) =>
    withCredit(pick, async (story, credit, creditId) => {
      const ids = await ledger.db.values<string>(
        sql`select refund_id from refunds where credit_id = ${creditId} order by requested_at, refund_id`,
      )
      // Refunds of one moment have ids of no order, so one of a state stands for the others of its amount.
      const [kind, from] = (
        [
          ['sent', ['requested']],
          ['failed', ['requested', 'sent']],
          ['cancelled', ['requested']],
        ] as const
      )[pick % 3] ?? ['sent', ['requested']]
      for (const id of ids) {
        const { state, paise: amount } = await ledger.db.one<{ state: string; paise: bigint }>(
          sql`select state, amount_paise as paise from refunds where refund_id = ${id}`,
        )
        if (!from.some((each) => each === state)) continue
        const change = kind === 'sent' ? { kind, utr: newUtr() } : { kind, reason: null }
        await changeRefund(ledger, story.merchant, id, change)
        const known = credit.refunds.find((refund) => refund.state === state && refund.paise === amount)
        if (known === undefined) throw new Error('a refund that the model does not know')
        known.state = kind
        return
      }
    }),
  decline: (pick) =>
    withOrder(pick, async (_story, order) => {
      await changeOrder(ledger, order.id, () => ({ kind: 'declined', attempt: order.attempt }))
      if (order.stage === 'created' || order.stage === 'pending') change(order, 'declined', 'order.failed')
    }),
  verify: (pick) =>
    withOrder(pick, async (story, order) => {
      await verifyOrder(ledger, NOBODY_TO_ASK, story.merchant, order.id)
      tick(story, order)
    }),
  wait: (pick) => async (story) => {
    const seconds = [1, 60, 299, 306, 3600, DAY][pick % 6] ?? 1
    ledger.clock.advance({ seconds })
    story.seconds += seconds
  },
  sweep: () => async (story) => {
    while ((await expireOrders(ledger)) > 0);
    for (const order of story.orders) tick(story, order)
  },
}

const holdsAgainst = async (story: Story): Promise<void> => {
  for (const order of story.orders) {
    const row = await findOrder(ledger.db, order.id)
    if (row === undefined) throw new Error('an order is gone')
    expect({ stage: stageOf(row), attempt: row.attempt, late: row.paidLate, version: row.version }).toEqual({
      stage: order.stage,
      attempt: order.attempt,
      late: order.late,
      version: 1 + order.changes,
    })
    expect(await listOrderHistory(ledger.db, row.merchantId, order.id)).toHaveLength(order.changes)
    expect((await ledger.announced(order.id)).map(({ event }) => event)).toEqual(order.report)
  }
  const credits = await ledger.db.rows<object>(sql`
    select utr, state, order_id as "orderId", refunding_paise as refunding
    from credits where merchant_id = ${story.merchant.merchantId} order by utr`)
  const expected = story.credits.map((credit) => ({
    utr: credit.utr,
    state: sumOf(credit, ['sent']) === credit.paise ? 'refunded' : credit.state,
    orderId: credit.orderId,
    refunding: sumOf(credit, ['requested', 'sent']),
  }))
  expect(credits).toEqual(expected.toSorted((a, b) => (a.utr < b.utr ? -1 : 1)))
}

const anyStep = fc.tuple(fc.constantFrom(...Object.keys(STEPS)), fc.nat({ max: 11 }))

test('the ledger agrees with a simple model after any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 40 }), async (steps) => {
      const merchant = { ...(await addMerchant(ledger.db)), mode: 'test' as const }
      const story: Story = { merchant, orders: [], credits: [], seconds: 0 }
      await STEPS.create?.(0)(story)
      for (const [name, pick] of steps) await STEPS[name]?.(pick)(story)
      await holdsAgainst(story)
    }),
    { numRuns: fuzzRuns(20) },
  )
})

test('a UTR that paid one order never pays another', async () => {
  const merchant = await addMerchant(ledger.db)
  const [first, second] = await Promise.all([1, 2].map(() => ledger.create(merchant, orderForm())))
  if (first === undefined || second === undefined) throw new Error('no orders')
  const utr = newUtr()
  await recordCredit(ledger, creditFor(ledger, first, { utr }))
  await recordCredit(ledger, creditFor(ledger, second, { utr, sourceKey: 'again' }))
  expect((await findOrder(ledger.db, first.orderId))?.status).toBe('success')
  expect((await findOrder(ledger.db, second.orderId))?.status).toBe('created')
})
