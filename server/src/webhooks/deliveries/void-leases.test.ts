import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../platform/database/database.ts'
import { type Bench, openBench } from '../endpoints/webhook-harness.ts'
import { sweepLeases } from './lease-store.ts'

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
    insert into webhook_leases (merchant_id, mode, event_id, worker_id, until)
    select merchant_id, mode, event_id, (${WORKERS}::text[])[1 + substring(event_id from 4)::int % 3],
           ${now}::timestamptz + interval '1 minute'
    from webhook_undelivered`)
  await countWhoAsks()
  const held = await sweepLeases(bench.db, now)
  expect(held).toHaveLength(DELIVERIES / 3)
  const { asked } = await bench.db.one<{ asked: bigint }>(sql`select last_value as asked from asked`)
  expect(asked).toBe(BigInt(WORKERS.length))
  expect(
    await bench.db.rows(sql`select worker_id as worker, count(*)::int from webhook_leases group by 1`),
  ).toEqual([{ worker: 'alive', count: held.length }])
})
