import { HOUR_MS } from '@galla/contract/durations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { healthOf } from '../server/src/payment-accounts/account-source.ts'
import { findSource } from '../server/src/payment-accounts/account-source-store.ts'
import { manualClock } from '../server/src/platform/clock.ts'
import { secretsFrom } from '../server/src/platform/crypto/crypto.ts'
import { createPasswords } from '../server/src/platform/crypto/password.ts'
import { type Database, openDatabase, sql } from '../server/src/platform/database/database.ts'
import { createTestDatabase, type TestDatabase } from '../server/testing/database.ts'
import { describeShop } from './seed/seed-counts.ts'
import { orderTimes } from './seed/seed-days.ts'
import { randomFrom } from './seed/seed-random.ts'
import { type SeedDeps, type Seeded, seedShop } from './seed/seed-shop.ts'
import { storyUntil } from './seed/seed-story.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const ORDERS = 500
const IST_MS = 5.5 * HOUR_MS

let database: TestDatabase
let db: Database
let deps: SeedDeps
let seeded: Seeded

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.connectionString)
  const secrets = secretsFrom(new Uint8Array(32).fill(9))
  deps = { db, clock: manualClock(NOW), secrets, passwords: createPasswords(), progress: () => {} }
  seeded = await seedShop(deps, ORDERS)
})

afterAll(async () => {
  await db?.close()
  await database?.drop()
})

const count = (where: ReturnType<typeof sql>): Promise<number> => db.value<number>(where)

test('the seed creates as many orders as were requested, of every state, and prints them', async () => {
  const { counts } = seeded
  expect(seeded.made).toBe(true)
  expect(counts.orders).toBe(ORDERS)
  expect(await count(sql`select count(*)::int as n from orders`)).toBe(ORDERS)
  for (const [status, n] of Object.entries(counts.byStatus)) {
    expect(n).toBeGreaterThan(0)
    expect(await count(sql`select count(*)::int as n from orders where status = ${status}`)).toBe(n)
  }
  const { matched, duplicate, unmatched, amount_mismatch: mismatch } = counts.credits
  expect(matched).toBe(counts.byStatus.success)
  for (const some of [duplicate, unmatched, mismatch, counts.paidLate, counts.retried])
    expect(some).toBeGreaterThan(0)
  expect(describeShop(counts).join('\n')).toContain(`${ORDERS} orders`)
})

test("the seed's ledger is correct: one credit of its amount for each success, and a history for each change", async () => {
  const broken = await db.rows(sql`
    select o.order_id from orders o
    left join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id
    where (o.status = 'success') <> (c.state is not distinct from 'matched')
       or (o.status = 'success' and (c.amount_paise <> o.payable_paise or c.order_id <> o.order_id))
       or o.version <> 1 + (select count(*) from order_history h where h.order_id = o.order_id)
       or (select count(*) from webhook_events e where e.order_id = o.order_id)
          <> (select count(*) from order_history h where h.order_id = o.order_id and (h.event in ('paid', 'declined')
              or h.event = 'expired' and not exists (
                select from order_history d where d.order_id = h.order_id and d.event = 'declined' and d.version = h.version - 1)))`)
  expect(broken).toEqual([])
  const unsent = await db.rows(sql`
    select credit_id from credits c
    where not exists (select from evidence e where e.credit_id = c.credit_id and e.amount_paise = c.amount_paise)
       or not exists (select from credit_history h where h.credit_id = c.credit_id and h.state = c.state)`)
  expect(unsent).toEqual([])
})

test('the seed leaves nothing in the future, nothing due and nothing to send', async () => {
  const late = sql`
    select (select count(*) from orders where created_at > ${NOW} or paid_at > ${NOW} or due_at <= ${NOW})::int
      + (select count(*) from order_history where at > ${NOW})::int
      + (select count(*) from credits where received_at > ${NOW} or created_at > ${NOW})::int
      + (select count(*) from webhook_attempts where at > ${NOW})::int as n`
  expect(await count(late)).toBe(0)
  const open = sql`
    select (select count(*) from webhook_undelivered where due_at is not null)::int as n`
  expect(await count(open)).toBe(0)
  const url = sql`select count(*)::int as n from webhook_endpoints where url like 'https://%.example/%'`
  expect(await count(url)).toBe(1)
})

test('the live account of the seed has no orders, and the login starts in test mode', async () => {
  const rows = await db.rows(sql`
    select a.mode, a.upi_id like '%@examplebank' as unknown_bank, m.mode as works_in,
      (select count(*)::int from orders o where o.account_id = a.account_id) as orders
    from accounts a join merchants m using (merchant_id) where a.is_current and a.mode = 'live'`)
  expect(rows).toEqual([{ mode: 'live', unknown_bank: true, works_in: 'test', orders: 0 }])
})

test('the live account of the seed is connected to a simulated provider, and its health is good', async () => {
  const { merchant_id: merchantId, account_id: accountId } = await db.one<{
    merchant_id: string
    account_id: string
  }>(sql`select merchant_id, account_id from accounts where is_current and mode = 'live'`)
  const source = await findSource(db, { merchantId, accountId })
  expect(source).toMatchObject({ source: 'paytm-v3', calls: 1n, failures: 0, lastWorkedAt: NOW })
  expect(source && healthOf(source, NOW)).toMatchObject({
    state: 'working',
    detail: 'Paytm answers for this merchant ID',
  })
})

test('a second seed prints the login again and adds nothing; it does not print a changed password', async () => {
  const again = await seedShop(deps, 2 * ORDERS)
  expect(again).toEqual({ ...seeded, made: false })
  await db.run(
    sql`update merchants set password_hash = ${await deps.passwords.hashPassword('another one', 'seed')}`,
  )
  expect((await seedShop(deps)).password).toBeUndefined()
})

test('with any random choices, an order that was retried ends after its last window', () => {
  const endings = Array.from({ length: 20 }, (_, seed) => storyUntil(randomFrom(seed), NOW, ORDERS).orders)
    .flat()
    .flatMap(({ steps, windowSeconds }) => {
      const afterMs = (wanted: string) => steps.find(({ kind }) => kind === wanted)?.afterMs
      const [retriedMs, overMs] = [afterMs('retried'), afterMs('retryingOver')]
      return retriedMs === undefined || overMs === undefined
        ? []
        : [{ overMs, windowOverMs: retriedMs + windowSeconds * 1000 }]
    })
  expect(endings.length).toBeGreaterThan(20)
  expect(endings.filter(({ overMs, windowOverMs }) => overMs < windowOverMs)).toEqual([])
})

test('the seed creates the same orders for the same day, with busy noons and evenings, quiet nights and growth', () => {
  expect(storyUntil(randomFrom(1), NOW, 50)).toEqual(storyUntil(randomFrom(1), NOW, 50))
  const times = orderTimes(randomFrom(1), NOW, 20_000)
  const inHour = (hour: number) =>
    times.filter((at) => new Date(at.getTime() + IST_MS).getUTCHours() === hour).length
  expect(times).toHaveLength(20_000)
  expect(Math.max(...[13, 19].map(inHour))).toBe(Math.max(...Array.from({ length: 24 }, (_, h) => inHour(h))))
  expect(inHour(3) * 20).toBeLessThan(inHour(13))
  const [first, last] = [times[0], times.at(-1)]
  expect(last?.getTime()).toBeLessThanOrEqual(NOW.getTime())
  expect(NOW.getTime() - (first?.getTime() ?? 0)).toBeGreaterThan(89 * 24 * HOUR_MS)
  const middle = NOW.getTime() - 45 * 24 * HOUR_MS
  const before = times.filter((at) => at.getTime() < middle).length
  expect(before * 1.2).toBeLessThan(times.length - before)
})
