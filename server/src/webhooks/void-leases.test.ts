import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../platform/database.ts'
import { freeVoidLeases } from './delivery-store.ts'
import { type Bench, openBench } from './webhook-harness.ts'

const WORKERS = ['alive', 'gone', 'gone_too']
const DELIVERIES = 30

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

/** Says who lives, and counts how often it was asked; as stable as the one of the platform, so the planner may do what it may there. */
const countWhoAsks = async (): Promise<void> => {
  await bench.db.run(sql`create sequence asked`)
  await bench.db.run(sql`
    create or replace function galla_worker_alive(worker text) returns boolean language plpgsql stable strict as $$
    begin
      perform nextval('asked');
      return worker = 'alive';
    end $$`)
}

test('whether a worker lives is asked once for each worker, however much it holds, and what the dead held is freed', async () => {
  await bench.many(Array.from({ length: DELIVERIES }, () => 'https://shop.example/hook'))
  const now = bench.clock.now()
  await bench.db.run(sql`
    update webhook_deliveries
    set leased_by = (${WORKERS}::text[])[1 + substring(delivery_id from 4)::int % 3],
        leased_until = ${now}::timestamptz + interval '1 minute'`)
  await countWhoAsks()
  expect(await freeVoidLeases(bench.db, now)).toBe((DELIVERIES * 2) / 3)
  const { asked } = await bench.db.one<{ asked: bigint }>(sql`select last_value as asked from asked`)
  expect(asked).toBe(BigInt(WORKERS.length))
  expect(
    await bench.db.rows(
      sql`select distinct leased_by as worker from webhook_deliveries where leased_by is not null`,
    ),
  ).toEqual([{ worker: 'alive' }])
})
