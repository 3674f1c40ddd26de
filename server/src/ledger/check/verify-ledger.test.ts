import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { asSuperuserOf } from '../../../testing/database.ts'
import { addManyOrders } from '../../../testing/many-orders.ts'
import { ORDER_BODY } from '../../../testing/order-body.ts'
import { openShop, type Shop, type ShopMerchant } from '../../../testing/shop.ts'
import { expectVerified } from '../../../testing/verified.ts'
import { sql } from '../../platform/database/database.ts'
import { addJob, NO_MERCHANT } from '../../platform/jobs/job-queue.ts'
import { followReceipts } from '../../turnover/follow-receipts.ts'
import { BREACHES } from '../ledger-breaches-harness.ts'
import { ledgerReportLines, PROMISES, type PromiseName } from './ledger-check.ts'
import { findLatestReport } from './ledger-report-store.ts'
import { checkLedgerTonight, LEDGER_CHECK_JOB, requestLedgerCheck, verifyLedger } from './verify-ledger.ts'

let shop: Shop
let merchant: ShopMerchant
let made = 0

beforeAll(async () => {
  shop = await openShop()
  merchant = await shop.merchant()
})
// These tests break every promise.
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

/** Runs statements with triggers and foreign keys off. */
const runUnguarded = async (...statements: string[]): Promise<void> => {
  const { connectionString = '' } = shop.db.pool.options
  const client = new Client({ connectionString: asSuperuserOf(connectionString) })
  await client.connect()
  try {
    // In a distributed database, on the other servers too.
    await client.query(
      `begin; set local citus.propagate_set_commands = 'local'; set local session_replication_role = replica`,
    )
    // New objects belong to the program's role. On other servers only a superuser may turn the guards off.
    if (inject('testServer').otherServers.length === 0)
      await client.query(`set role ${new URL(connectionString).username}`)
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

const faultsOf = async (promise: PromiseName): Promise<{ faults: number; examples: readonly string[] }> => {
  const report = await verifyLedger(shop)
  const found = report.promises.find((each) => each.promise === promise)
  return found ?? { faults: -1, examples: [] }
}

test('verifyLedger finds no fault in orders of every outcome, with batches of any size', async () => {
  const outcomes = [undefined, 'success', 'declined', 'pending', 'late', 'twice', 'underpaid', 'overpaid']
  for (const outcome of outcomes) await order(outcome)
  for (const batchSize of [1, 2, 1000]) {
    const report = await verifyLedger(shop, batchSize)
    expect(report, ledgerReportLines(report).join('\n')).toMatchObject({ faults: 0, orders: 8, credits: 6 })
  }
  shop.clock.advance({ days: 2 })
  merchant = await shop.logInAgain(merchant)
  await expectVerified(shop)
})

test('verifyLedger finds no fault after hundreds of concurrent orders', async () => {
  const other = await shop.merchant()
  const accountId = await shop.db.value<string>(
    sql`select account_id from accounts where merchant_id = ${other.merchantId}`,
  )
  const at = new Date(shop.clock.now().getTime() - 86_400_000)
  await addManyOrders(shop.db, other.merchantId, { at, first: 1, last: 300, accountId })
  await expectVerified(shop)
})

describe('verifyLedger', () => {
  test.each(BREACHES)('finds that $how ($promise)', async ({ promise, outcome, statements }) => {
    const orderId = await order(outcome)
    const before = await faultsOf(promise)
    await runUnguarded(...statements(orderId))
    const after = await faultsOf(promise)
    expect(after.faults, PROMISES[promise]).toBeGreaterThan(before.faults)
  })

  test('finds a used QR request without a live order', async () => {
    await runUnguarded(
      `insert into quotas (merchant_id, trial_left, used) values ('${merchant.merchantId}', 1, 5)`,
    )
    const { examples } = await faultsOf('quota_used')
    expect(examples.join()).toContain(`merchant ${merchant.merchantId}: 5 used`)
  })

  test.each([
    'update received_days set paise = paise + 1',
    'delete from received_days',
    `insert into received_changes (merchant_id, day, account_id, is_upi, paise)
     select merchant_id, day, account_id, is_upi, 1 from received_days`,
  ])('finds a day whose receipts differ from its credits: %s', async (statement) => {
    const { merchantId } = await shop.merchant()
    await shop.db.run(sql`
      insert into credits (merchant_id, credit_id, account_id, mode, amount_paise, received_at, rail, state, created_at)
      select merchant_id, 'c' || n, account_id, mode, n, ${shop.clock.now()}, 'upi', 'unmatched', ${shop.clock.now()}
      from accounts, generate_series(1, 2) n where merchant_id = ${merchantId}`)
    while ((await followReceipts(shop)).more);
    await shop.db.run(sql`
      insert into credits (merchant_id, credit_id, account_id, mode, amount_paise, received_at, rail, state, created_at)
      select merchant_id, 'c3', account_id, mode, 3, ${shop.clock.now()}, 'neft', 'unmatched', ${shop.clock.now()}
      from accounts where merchant_id = ${merchantId}`)
    const named = async () =>
      (await verifyLedger(shop)).promises.some(
        ({ promise, examples }) => promise === 'received_exact' && examples.join().includes(merchantId),
      )
    expect(await named()).toBe(false)
    await runUnguarded(`${statement} where merchant_id = '${merchantId}'`)
    expect(await named()).toBe(true)
  })

  test('finds a plan without an order and a skipped invoice number', async () => {
    const { merchantId } = await shop.merchant()
    await runUnguarded(`insert into plan_purchases (merchant_id, order_id, platform_merchant_id, plan_name, billing_cycle, cycle_days,
      price_paise, qr_requests, created_at) values ('${merchantId}', 'gone', '${merchantId}', 'p', 'monthly', 30, 1, 1, now())`)
    expect((await faultsOf('plan_ordered')).examples).toEqual(['order gone'])
    await runUnguarded(`insert into invoices (merchant_id, order_id, financial_year, number, issued_at, content)
      values ('${merchantId}', 'gone', '26-27', 2, now(), '{}')`)
    await runUnguarded(`insert into invoice_numbers values ('26-27', 2)`)
    expect((await faultsOf('invoices_numbered')).examples).toEqual([
      '26-27: 1 invoices with 1 numbers up to 2',
    ])
  })

  test.each([
    ['money_whole', 'create table broken_1 (price_paise int)'],
    ['money_whole', 'create table broken_2 (price numeric)'],
    ['times_utc', 'create table broken_3 (at timestamp)'],
  ] as const)('%s: %s', async (promise, text) => {
    const before = await faultsOf(promise)
    // By the program itself: only its own tables count.
    await shop.db.run({ name: '', text, values: [] })
    expect((await faultsOf(promise)).faults).toBe(before.faults + 1)
  })

  test.each([
    ['guards_stand', 'alter table evidence disable trigger refuse_change'],
    ['guards_stand', 'drop trigger guard_order on orders'],
    ['guards_stand', 'drop trigger count_received on credits'],
    ['guards_stand', 'alter table orders drop constraint orders_client_txn_id_once'],
    ['guards_stand', 'alter table orders add constraint tried check (version < 1) not valid'],
  ] as const)('%s: %s', async (promise, statement) => {
    const before = await faultsOf(promise)
    await runUnguarded(statement)
    expect((await faultsOf(promise)).faults).toBe(before.faults + 1)
  })

  test('the report is in sentences, with at most ten examples of each fault', async () => {
    const report = await verifyLedger(shop)
    for (const { examples } of report.promises) expect(examples.length).toBeLessThanOrEqual(10)
    expect(report.promises.filter(({ faults }) => faults === 0).map(({ promise }) => promise)).toEqual([])
    const lines = ledgerReportLines(report).join('\n')
    expect(lines).toMatch(/BROKEN {2}Every success has evidence/)
    expect(lines).toMatch(/\d+ faults\. Nothing was changed/)
  })
})

test('the nightly check runs once, never twice at a time, stores its report and logs faults as an error', async () => {
  const jobs = async () => (await shop.db.pool.query("select from jobs where name = 'ledger.check'")).rowCount
  const at = (time: string) => ({ ...shop, clock: { ...shop.clock, now: () => new Date(time) } })
  await requestLedgerCheck(at('2026-12-01T08:00:00+05:30'))
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
  expect(errors).toEqual(['the ledger check found errors'])
  expect((await findLatestReport(shop.db))?.checkedAt).toBe('2026-11-30T21:40:00.000Z')
  await requestLedgerCheck(night)
  expect(await jobs()).toBe(0)

  const later = at('2026-12-02T03:20:00+05:30')
  await shop.db.transaction(async (tx) => {
    const payload = { merchantId: NO_MERCHANT, night: '2026-12-02' }
    await addJob(tx, LEDGER_CHECK_JOB, payload, { key: `${LEDGER_CHECK_JOB} 2026-12-02` })
    await tx.run(sql`update jobs set lease = 'of a busy process', due_at = now() + interval '15 seconds'`)
  })
  await requestLedgerCheck(later)
  expect(await jobs()).toBe(1)
  await shop.db.run(sql`delete from jobs`)
})
