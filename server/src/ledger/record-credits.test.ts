import { HOUR_MS } from '@galla/contract/durations'
import { paise } from '@galla/upi/rupees'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addCounterOrder,
  addMerchant,
  creditFor,
  type Ledger,
  newUtr,
  openLedger,
  orderForm,
} from '../../testing/ledger.ts'
import { changeOrder, type OrderDeps } from '../orders/change-order.ts'
import { sql, type Transaction } from '../platform/database/database.ts'
import type { Recorded, ReportedCredit } from './credit.ts'
import { recordCredit, recordCredits, recordCreditWithin } from './record-credit.ts'

let ledger: Ledger

beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const UTRS = Array.from({ length: 10 }, newUtr)

interface World {
  readonly merchants: readonly string[]
  readonly orders: readonly string[]
}

/** Two merchants with orders of which some have equal amounts, one was declined, one has expired, two belong to a counter, and one payment is known. */
const openWorld = async (): Promise<World> => {
  const [own, other] = [await addMerchant(ledger.db), await addMerchant(ledger.db)]
  const create = async (who: typeof own, amount: bigint) =>
    (await ledger.create(who, orderForm({ amount: paise(amount) }))).orderId
  const orders: string[] = []
  for (const amount of [501n, 502n, 503n, 503n, 503n, 504n, 505n]) orders.push(await create(own, amount))
  orders.push(await create(other, 501n))
  await changeOrder(ledger, orders[5] ?? '', () => ({ kind: 'declined', attempt: 1 }))
  await changeOrder(ledger, orders[6] ?? '', () => ({ kind: 'closed' }))
  // The counter is closed: while one is open, no amount settles the other orders.
  await addCounterOrder(ledger.db, own.merchantId, orders[0] ?? '', true)
  await addCounterOrder(ledger.db, own.merchantId, orders[1] ?? '', false)
  const known = { source: 'alert', reference: null, utr: UTRS[7] ?? '', amount: paise(900n) } as const
  await recordCredit(ledger, creditFor(ledger, { merchantId: own.merchantId, orderId: '' }, known))
  return { merchants: [own.merchantId, other.merchantId], orders }
}

/** Reports of all kinds. */
const anyReport = fc.record({
  merchant: fc.constantFrom(0, 0, 0, 1),
  utr: fc.option(fc.nat({ max: 9 }), { freq: 8 }),
  source: fc.constantFrom('provider', 'alert', 'statement'),
  key: fc.nat({ max: 2 }),
  amount: fc.constantFrom(501n, 502n, 503n, 503n, 504n, 505n, 900n),
  reference: fc.option(fc.constantFrom(0, 2, 3, 5, 6, 7, -1), { freq: 2 }),
  hoursAgo: fc.constantFrom(0, 0, 0, 2),
  isDay: fc.boolean(),
  settlesByItself: fc.constantFrom(true, true, true, false),
  payer: fc.constantFrom('asha@okaxis', 'ravi@ybl', null),
})
type AnyReport = typeof anyReport extends fc.Arbitrary<infer T> ? T : never

const reportIn = (world: World, any: AnyReport): ReportedCredit => {
  const at = ledger.clock.now().getTime() - any.hoursAgo * HOUR_MS
  const { reference } = any
  return {
    merchantId: world.merchants[any.merchant] ?? '',
    accountId: 'acc_1',
    rail: 'upi',
    source: any.source as ReportedCredit['source'],
    sourceKey: `${any.source} ${any.key}`,
    utr: any.utr === null ? null : (UTRS[any.utr] ?? ''),
    amount: paise(any.amount),
    receivedAt: new Date(at),
    ...(any.isDay && { received: { from: new Date(at), to: new Date(at + HOUR_MS), named: 'day' } }),
    reference: reference === null ? null : (world.orders[reference] ?? 'NOT-OURS'),
    payerUpiId: any.payer,
    payerName: null,
    settlesByItself: any.settlesByItself,
  }
}

const outcomeOf = (recorded: Recorded, { orders }: World) =>
  recorded.kind === 'known' ? 'known' : [recorded.state, orders.indexOf(recorded.orderId ?? '')]

/** All that the ledger holds of these merchants, with the same names for the ids of both worlds. */
const ledgerOf = async ({ merchants, orders }: World) => {
  const text = await ledger.db.value<string>(sql`
    with own_credits as (select * from credits where merchant_id = any(${merchants})),
    named as (
      select c.merchant_id, c.credit_id,
        concat_ws(' ', array_position(${merchants}::text[], c.merchant_id), coalesce(c.utr, c.credit_id)) as name
      from own_credits c),
    -- Apart from their aggregates, which would lose the names of columns on Citus.
    changes as materialized (
      select order_id, version, event, detail from order_history where merchant_id = any(${merchants})),
    events as materialized (
      select order_id, event, sequence, payload::jsonb - 'eventId' - 'client_txn_id' - 'id' #- '{data,client_txn_id}' as payload
      from webhook_events
      where merchant_id = any(${merchants}))
    select json_build_object(
      'credits', (select json_agg(x) from (
        select n.name, c.amount_paise, c.state, c.order_id, c.payer_upi_id, c.received_at
        from own_credits c join named n using (merchant_id, credit_id)) x),
      'evidence', (select json_agg(x) from (
        select n.name, e.source, e.source_key, e.amount_paise, e.reference
        from evidence e join named n using (merchant_id, credit_id)) x),
      'history', (select json_agg(x) from (
        select n.name, h.state, h.order_id, h.by_whom, h.detail
        from credit_history h join named n using (merchant_id, credit_id)) x),
      'orders', (select json_agg(x) from (
        select o.order_id, o.status, o.failure_reason, o.version, o.paid_late, o.settled_paise, n.name
        from orders o left join named n on n.merchant_id = o.merchant_id and n.credit_id = o.settled_by_credit_id
        where o.merchant_id = any(${merchants})) x),
      'changes', (select json_agg(x) from changes x),
      'events', (select json_agg(x) from events x))::text as text`)
  const named = orders.reduce((sofar, orderId, n) => sofar.replaceAll(orderId, `ORDER_${n}`), text)
  const tables = Object.entries(JSON.parse(named) as Record<string, unknown[] | null>)
  return tables.map(([table, rows]) => [table, (rows ?? []).map((row) => JSON.stringify(row)).toSorted()])
}

/** In one transaction for each merchant. */
const recordTogether = async (reports: readonly ReportedCredit[]): Promise<Recorded[]> => {
  const found = new Map<ReportedCredit, Recorded>()
  for (const own of Map.groupBy(reports, ({ merchantId }) => merchantId).values()) {
    const recorded = await ledger.db.transaction((tx) => recordCredits(tx, ledger, own))
    for (const [index, each] of recorded.entries()) found.set(own[index] as ReportedCredit, each)
  }
  return reports.map((report) => found.get(report) as Recorded)
}

test('recordCredits has the same result for a batch as for its reports one after the other', async () => {
  const anySet = fc.array(anyReport, { minLength: 1, maxLength: 24 })
  await fc.assert(
    fc.asyncProperty(fc.array(anySet, { minLength: 1, maxLength: 3 }), async (sets) => {
      const [apart, together] = [await openWorld(), await openWorld()]
      for (const set of sets) {
        const one: Recorded[] = []
        for (const any of set)
          one.push(await ledger.db.transaction((tx) => recordCreditWithin(tx, ledger, reportIn(apart, any))))
        const all = await recordTogether(set.map((any) => reportIn(together, any)))
        expect(all.map((each) => outcomeOf(each, together))).toEqual(
          one.map((each) => outcomeOf(each, apart)),
        )
      }
      expect(await ledgerOf(together)).toEqual(await ledgerOf(apart))
    }),
    { numRuns: Number(process.env.RUNS ?? 25) },
  )
})

test('concurrent batches with the same orders and credits settle each order once', async () => {
  const world = await openWorld()
  const reports = UTRS.flatMap((_utr, utr) =>
    ([501n, 502n, 504n] as const).map((amount) =>
      reportIn(world, {
        merchant: 0,
        utr,
        source: 'alert',
        key: Number(amount),
        amount,
        reference: null,
        hoursAgo: 0,
        isDay: false,
        settlesByItself: true,
        payer: null,
      }),
    ),
  )
  const inAnyOrder = [reports, reports.toReversed(), reports.slice(7).concat(reports.slice(0, 7)), reports]
  await Promise.all(inAnyOrder.map((set) => ledger.db.transaction((tx) => recordCredits(tx, ledger, set))))
  const paid = await ledger.db.rows<{ n: number }>(sql`
    select count(*)::int as n from order_history
    where merchant_id = ${world.merchants[0] ?? ''} and event = 'paid' group by order_id`)
  expect(paid.length).toBeGreaterThan(0)
  expect(paid.every(({ n }) => n === 1)).toBe(true)
})

/** How many statements the work needs. */
const statementsOf = (work: (tx: Transaction, deps: OrderDeps) => Promise<unknown>): Promise<number> =>
  ledger.db.transaction(async (tx) => {
    let asked = 0
    const counted =
      <A, R>(method: (argument: A) => R) =>
      (argument: A): R => {
        asked += 1
        return method(argument)
      }
    const queries = { rows: counted(tx.rows), maybeOne: counted(tx.maybeOne), run: counted(tx.run) }
    await work({ ...tx, ...queries, one: counted(tx.one) } as Transaction, ledger)
    return asked
  })

test('recordCredits needs one SQL statement for a batch of known reports, and five for each new one without orders', async () => {
  const { merchantId } = await addMerchant(ledger.db)
  const rows = Array.from({ length: 40 }, (_each, n): ReportedCredit => {
    const report = creditFor(ledger, { merchantId, orderId: '' }, { amount: paise(100n), reference: null })
    return { ...report, sourceKey: `row ${n}`, source: 'statement' }
  })
  const record = (tx: Transaction, deps: OrderDeps) => recordCredits(tx, deps, rows)
  // The fifth asks whether an endpoint wants to know of a payment without an order.
  expect(await statementsOf(record)).toBe(2 + 5 * rows.length)
  expect(await statementsOf(record)).toBe(1)
})
