import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asSuperuserOf } from '../../testing/database.ts'
import { addManyOrders } from '../../testing/many-orders.ts'
import { ORDER_BODY } from '../../testing/order-body.ts'
import { openShop, type Shop, type ShopMerchant } from '../../testing/shop.ts'
import { expectVerified } from '../../testing/verified.ts'
import { followOrders } from '../dashboard/follow-orders.ts'
import { sql } from '../platform/database/database.ts'
import { ledgerReportLines, PROMISES, type PromiseName } from './ledger-check.ts'
import { latestReport } from './ledger-check-store.ts'
import { askForLedgerCheck, checkLedgerTonight, verifyLedger } from './verify-ledger.ts'

let shop: Shop
let merchant: ShopMerchant
let made = 0

beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant()
})
// Every promise is broken here on purpose.
afterAll(() => shop.close(...(Object.keys(PROMISES) as PromiseName[])))

const order = async (outcome?: string): Promise<string> => {
  made += 1
  const reply = await shop.call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    headers: { authorization: `Bearer ${merchant.key}` },
    payload: {
      client_txn_id: `CHECK-${made}`,
      ...ORDER_BODY,
    },
  })
  const { order_id: orderId, upi_intent: links } = reply.json().data
  if (outcome !== undefined)
    await shop.call({
      method: 'POST',
      url: '/api/v1/simulator/pay',
      payload: { upi: links.bhim_link, outcome },
    })
  return orderId
}

/** As somebody with all rights would who knows how to go round the guards: triggers and foreign keys are off. */
const goRound = async (...statements: string[]): Promise<void> => {
  const { connectionString = '' } = shop.db.pool.options
  const client = new Client({ connectionString: asSuperuserOf(connectionString) })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    // What is made here belongs to the program's role, as everything else does.
    await client.query(`set role ${new URL(connectionString).username}`)
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const faultsOf = async (promise: PromiseName): Promise<{ faults: number; examples: readonly string[] }> => {
  const report = await verifyLedger(shop)
  const found = report.promises.find((each) => each.promise === promise)
  return found ?? { faults: -1, examples: [] }
}

test('whatever became of the orders, every promise is kept, in stretches of any length', async () => {
  const outcomes = [undefined, 'success', 'declined', 'pending', 'late', 'twice', 'underpaid', 'overpaid']
  for (const outcome of outcomes) await order(outcome)
  for (const stretch of [1, 2, 1000]) {
    const report = await verifyLedger(shop, stretch)
    expect(report, ledgerReportLines(report).join('\n')).toMatchObject({ faults: 0, orders: 8, credits: 6 })
  }
  shop.clock.advance({ days: 2 })
  merchant = await shop.logInAgain(merchant)
  while ((await followOrders(shop)).more);
  await expectVerified(shop)
})

test('orders that came by the hundred are counted without a fault', async () => {
  const other = await shop.merchant()
  const { account_id: accountId } = await shop.db.one<{ account_id: string }>(
    sql`select account_id from accounts where merchant_id = ${other.merchantId}`,
  )
  const at = new Date(shop.clock.now().getTime() - 86_400_000)
  await addManyOrders(shop.db, other.merchantId, { at, first: 1, last: 300, accountId })
  while ((await followOrders(shop)).more);
  await expectVerified(shop)
})

interface Breach {
  readonly promise: PromiseName
  readonly how: string
  readonly outcome: string
  readonly statements: (orderId: string) => readonly string[]
}

const creditOf = (orderId: string): string =>
  `(select settled_by_credit_id from orders where order_id = '${orderId}')`

const BREACHES: readonly Breach[] = [
  {
    promise: 'credit_once',
    how: 'a payment is written twice',
    outcome: 'success',
    statements: (id) => [
      'alter table credits drop constraint if exists credits_utr_once',
      `insert into credits select (jsonb_populate_record(c, '{"credit_id": "copy", "state": "unmatched"}')).* from credits c
       where credit_id = ${creditOf(id)}`,
    ],
  },
  {
    promise: 'credit_evidence',
    how: 'a credit loses its evidence',
    outcome: 'underpaid',
    statements: (id) => [
      `delete from evidence where credit_id in (select credit_id from credits where order_id = '${id}')`,
    ],
  },
  {
    promise: 'credit_evidence',
    how: 'no evidence tells the amount',
    outcome: 'underpaid',
    statements: (id) => [
      `update evidence set amount_paise = 7 where credit_id in (select credit_id from credits where order_id = '${id}')`,
    ],
  },
  {
    promise: 'credit_history',
    how: 'a credit is taken for something else without a word',
    outcome: 'underpaid',
    statements: (id) => [`update credits set state = 'ignored' where order_id = '${id}'`],
  },
  {
    promise: 'credit_settles',
    how: 'a second payment is called matched',
    outcome: 'twice',
    statements: (id) => [`update credits set state = 'matched' where order_id = '${id}'`],
  },
  {
    promise: 'settled_once',
    how: 'one credit settles two orders',
    outcome: 'success',
    statements: (id) => [
      'alter table orders drop constraint if exists orders_settled_once',
      `update orders set settled_by_credit_id = ${creditOf(id)}
       where order_id = (select min(order_id) from orders where status = 'success' and merchant_id =
         (select merchant_id from orders where order_id = '${id}'))`,
    ],
  },
  {
    promise: 'settled_by',
    how: 'the settling credit belongs to another account',
    outcome: 'success',
    statements: (id) => [`update credits set account_id = 'other' where order_id = '${id}'`],
  },
  {
    promise: 'success_settled',
    how: 'an order is called paid without a credit',
    outcome: 'pending',
    statements: (id) => [
      'alter table orders drop constraint if exists orders_success_is_settled',
      `update orders set status = 'success', due_at = null where order_id = '${id}'`,
    ],
  },
  {
    promise: 'settled_amount',
    how: 'another amount settles',
    outcome: 'success',
    statements: (id) => [
      'alter table orders drop constraint if exists orders_settled_amount_is_payable',
      `update orders set settled_paise = 100 where order_id = '${id}'`,
    ],
  },
  {
    promise: 'success_evidence',
    how: 'the evidence of a success is deleted',
    outcome: 'success',
    statements: (id) => [`delete from evidence where credit_id = ${creditOf(id)}`],
  },
  {
    promise: 'success_final',
    how: 'a paid order is taken back',
    outcome: 'success',
    statements: (id) => [
      `update orders set status = 'pending', settled_by_credit_id = null, settled_paise = null, paid_at = null
       where order_id = '${id}'`,
    ],
  },
  {
    promise: 'history_complete',
    how: 'an entry is missing',
    outcome: 'declined',
    statements: (id) => [`delete from order_history where order_id = '${id}'`],
  },
  {
    promise: 'history_consistent',
    how: 'the history tells of something else',
    outcome: 'declined',
    statements: (id) => [`update order_history set event = 'opened' where order_id = '${id}'`],
  },
  {
    promise: 'history_consistent',
    how: 'the history takes a step that there is not',
    outcome: 'success',
    statements: (id) => [
      `insert into order_history select merchant_id, order_id, 3, at, 'retried', '{}' from order_history where order_id = '${id}'`,
      `update orders set version = 3 where order_id = '${id}'`,
    ],
  },
  {
    promise: 'announced',
    how: 'a payment is not announced',
    outcome: 'success',
    statements: (id) => [`delete from webhook_events where order_id = '${id}'`],
  },
  {
    promise: 'announced',
    how: 'a payment that never was is announced',
    outcome: 'pending',
    statements: (id) => [
      `insert into webhook_events (merchant_id, event_id, mode, order_id, event, sequence, payload, created_at)
       select merchant_id, 'made-up', mode, order_id, 'order.success', 2, '{}', now() from orders where order_id = '${id}'`,
    ],
  },
  {
    promise: 'mode_kept',
    how: 'a test order becomes a live one',
    outcome: 'success',
    statements: (id) => [`update orders set mode = 'live' where order_id = '${id}'`],
  },
]

describe('found, when', () => {
  test.each(BREACHES)('$how ($promise)', async ({ promise, outcome, statements }) => {
    const orderId = await order(outcome)
    const before = await faultsOf(promise)
    await goRound(...statements(orderId))
    const after = await faultsOf(promise)
    expect(after.faults, PROMISES[promise]).toBeGreaterThan(before.faults)
  })

  test('a QR request is used that no live order took', async () => {
    await goRound(
      `insert into quotas (merchant_id, trial_left, used) values ('${merchant.merchantId}', 1, 5)`,
    )
    const { examples } = await faultsOf('quota_used')
    expect(examples.join()).toContain(`merchant ${merchant.merchantId}: 5 used`)
  })

  test.each([
    'update order_totals set orders = orders + 1',
    'update order_totals set paise = paise + 1',
    `delete from order_totals where span = 'hour'`,
    `update order_totals set orders = 0 where span = 'day'`,
  ])('the totals are not those of the orders: %s', async (statement) => {
    const before = await faultsOf('totals_exact')
    await shop.db.run({ name: '', text: 'create table kept_totals as table order_totals', values: [] })
    await goRound(statement)
    const after = await faultsOf('totals_exact')
    await goRound(
      'delete from order_totals',
      'insert into order_totals table kept_totals',
      'drop table kept_totals',
    )
    expect(after.faults).toBeGreaterThan(before.faults)
    expect(await faultsOf('totals_exact')).toEqual(before)
  })

  test.each([
    ['money_whole', 'create table broken_1 (price_paise int)'],
    ['money_whole', 'create table broken_2 (price numeric)'],
    ['times_utc', 'create table broken_3 (at timestamp)'],
    ['guards_stand', 'alter table evidence disable trigger refuse_change'],
    ['guards_stand', 'drop trigger guard_order on orders'],
    ['guards_stand', 'alter table orders drop constraint orders_client_txn_id_once'],
    ['guards_stand', 'alter table orders add constraint tried check (version < 1) not valid'],
  ] as const)('%s: %s', async (promise, statement) => {
    const before = await faultsOf(promise)
    await goRound(statement)
    expect((await faultsOf(promise)).faults).toBe(before.faults + 1)
  })

  test('the report is in words, with at most ten of a kind by name', async () => {
    const report = await verifyLedger(shop)
    for (const { examples } of report.promises) expect(examples.length).toBeLessThanOrEqual(10)
    expect(report.promises.filter(({ faults }) => faults === 0).map(({ promise }) => promise)).toEqual([
      'totals_exact',
    ])
    const lines = ledgerReportLines(report).join('\n')
    expect(lines).toMatch(/BROKEN {2}No success is without evidence/)
    expect(lines).toMatch(/\d+ faults\. Nothing was changed/)
  })
})

test('the check of a night is a job of the night, done once, kept as a row, and a fault is an error in the log', async () => {
  const jobs = async () =>
    (await shop.db.pool.query("select from graphile_worker.jobs where task_identifier = 'ledger.check'"))
      .rowCount
  const at = (time: string) => ({ ...shop, clock: { ...shop.clock, now: () => new Date(time) } })
  await askForLedgerCheck(at('2026-12-01T08:00:00+05:30'))
  expect(await jobs()).toBe(0)
  const errors: string[] = []
  const silent = {
    debug: () => {},
    info: () => {},
    warn: () => {},
    error: (event: string) => void errors.push(event),
  }
  const night = { ...at('2026-12-01T03:10:00+05:30'), log: silent }
  for (const _each of [1, 2]) await checkLedgerTonight(night, { night: '2026-12-01' })
  const { rows } = await shop.db.pool.query('select night::text, faults > 0 as broken from ledger_checks')
  expect(rows).toEqual([{ night: '2026-12-01', broken: true }])
  expect(errors).toEqual(['the ledger breaks its promises'])
  expect((await latestReport(shop.db))?.checkedAt).toBe('2026-11-30T21:40:00.000Z')
  await askForLedgerCheck(night)
  expect(await jobs()).toBe(0)
})
