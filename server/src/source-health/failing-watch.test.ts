import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderForm } from '../../testing/ledger.ts'
import { recordListening } from '../platform/http/listening-store.ts'
import { openWatchBench, type WatchBench } from './watch-harness.ts'
import { createSourceWatch } from './watch-sources.ts'

let bench: WatchBench

beforeAll(async () => {
  bench = await openWatchBench()
})
afterAll(() => bench.close())

test("a source whose silence cannot be recorded does not hide the silence of another merchant's source", async () => {
  const { ledger, deps } = bench
  const { db, clock } = ledger
  const shops = [await bench.shop(), await bench.shop()]
  // The order in which they are judged.
  const [first, second] = shops.toSorted((a, b) => a.merchantId.localeCompare(b.merchantId))
  if (first === undefined || second === undefined) throw new Error('two shops')
  const addJob: typeof deps.addJob = async (tx, name, payload) => {
    if (payload.merchantId === first.merchantId) throw new Error('refused')
    await deps.addJob(tx, name, payload)
  }
  const watch = createSourceWatch({ ...deps, addJob })
  for (const { merchantId, hear } of [first, second]) {
    await ledger.create({ merchantId, mode: 'live' }, orderForm())
    await hear('phone', 'ping')
  }
  const errors: unknown[] = []
  for (let round = 0; round < 18; round += 1) {
    clock.advance({ seconds: 15 })
    await recordListening(db, clock.now())
    await watch.run().catch((error: unknown) => errors.push(error))
  }
  expect((await second.events()).map(({ event }) => event)).toEqual(['source.silent'])
  expect(await first.events()).toEqual([])
  expect(errors[0]).toBeInstanceOf(AggregateError)
})
