import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { creditFor, type Ledger, newUtr } from '../../testing/ledger.ts'
import type { CreditSource } from '../ledger/credit.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { listSources, updateSource } from './manage-sources.ts'
import { HEARD_MIN } from './missed-payments.ts'
import { openWatchBench, type WatchBench, type WatchedShop } from './watch-harness.ts'
import { createSourceWatch, type WatchDeps } from './watch-sources.ts'

let bench: WatchBench
let ledger: Ledger
let deps: WatchDeps
let shop: WatchedShop
let merchantId: string

beforeAll(async () => {
  bench = await openWatchBench()
  ;({ ledger, deps } = bench)
})
afterAll(() => bench.close())
beforeEach(async () => {
  shop = await bench.shop()
  ;({ merchantId } = shop)
})

const pay = async (...sources: CreditSource[]) => {
  const utr = newUtr()
  for (const source of sources) {
    const over = { source, utr, reference: null, sourceKey: `${source} ${utr}` }
    await recordCredit(ledger, creditFor(ledger, { merchantId, orderId: '' }, over))
    await shop.hear(source === 'alert' ? 'phone' : 'provider', source === 'alert' ? 'message' : 'answer')
  }
}
const pass = (seconds: number) => shop.pass(seconds, { pings: true })
const usualDay = async () => {
  for (let payments = 0; payments < HEARD_MIN; payments += 1) {
    await pay('alert', 'provider')
    await pass(60)
  }
}
test('a phone that pings but misses payments is silent within five minutes of the second, until it reports again', async () => {
  await usualDay()
  const messageAt = (await listSources(deps, { merchantId })).find(
    ({ source }) => source === 'phone',
  )?.lastMessageAt
  await pay('provider')
  await pass(300)
  expect(await shop.events()).toEqual([])
  await pay('provider')
  await pass(135)
  expect(await shop.events()).toEqual([])
  await pass(30)
  expect(await shop.events()).toMatchObject([
    { event: 'source.silent', source: 'phone', reason: 'payments', lastHeardAt: messageAt },
  ])
  // Its pings go on.
  await pass(300)
  expect(await shop.events()).toHaveLength(1)
  await pay('alert', 'provider')
  await pass(15)
  expect(await shop.events()).toMatchObject([
    { event: 'source.silent' },
    { event: 'source.back', reason: 'payments' },
  ])
})

test('concurrent workers record a silence once', async () => {
  await usualDay()
  await pay('provider')
  await pay('provider')
  await pass(135)
  ledger.clock.advance({ seconds: 30 })
  const others = Array.from({ length: 3 }, () => createSourceWatch(deps))
  await Promise.all([shop, ...others].map((each) => each.run()))
  expect(await shop.events()).toHaveLength(1)
})

test('payments that were made while the program did not run do not make a phone silent, because it sends them later', async () => {
  await usualDay()
  await pay('provider')
  await pay('provider')
  ledger.clock.advance({ minutes: 10 })
  await shop.restart()
  await shop.hear('phone', 'ping')
  await pass(400)
  expect(await shop.events()).toEqual([])
})

test('payments that were made while no web process ran do not make a phone silent', async () => {
  await usualDay()
  await pay('provider')
  await pay('provider')
  await shop.pass(600, { pings: false, isServed: false })
  expect(await shop.events()).toEqual([])
  await pass(400)
  expect(await shop.events()).toEqual([])
})

test('a source that is no longer used, and the only source of an account, are not judged by missed payments', async () => {
  await usualDay()
  await updateSource(deps, { merchantId, client: { address: '203.0.113.7', userAgent: '' } }, 'phone', false)
  await pay('provider')
  await pay('provider')
  await shop.pass(300, { pings: false })
  expect(await shop.events()).toEqual([])
})
