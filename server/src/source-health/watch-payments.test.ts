import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger } from '../../testing/ledger.ts'
import type { CreditSource } from '../ledger/credit.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import type { SignOfLife } from '../payment-accounts/source-health.ts'
import { recordHeartbeat } from '../payment-accounts/source-health-store.ts'
import { sql } from '../platform/database/database.ts'
import { addJob, prepareJobQueue } from '../platform/jobs/job-queue.ts'
import { listSources } from './list-sources.ts'
import { HEARD_MIN } from './missed-payments.ts'
import { updateSource } from './update-source.ts'
import { createSourceWatch, type SourceWatch, type WatchDeps } from './watch-sources.ts'

let ledger: Ledger
let deps: WatchDeps
let watch: SourceWatch
let merchantId: string

beforeAll(async () => {
  ledger = await openLedger()
  await prepareJobQueue(ledger.connectionString)
  deps = { ...ledger, addJob }
})
afterAll(() => ledger.close())
beforeEach(async () => {
  ;({ merchantId } = await addMerchant(ledger.db, 'live'))
  watch = createSourceWatch(deps)
  await watch.run()
})

const hear = (source: 'phone' | 'provider', kind: SignOfLife) =>
  recordHeartbeat(ledger.db, { merchantId, accountId: 'acc_1', source, kind }, ledger.clock.now())
const pay = async (...sources: CreditSource[]) => {
  const utr = newUtr()
  for (const source of sources) {
    const over = { source, utr, reference: null, sourceKey: `${source} ${utr}` }
    await recordCredit(ledger, creditFor(ledger, { merchantId, orderId: '' }, over))
    await hear(source === 'alert' ? 'phone' : 'provider', source === 'alert' ? 'message' : 'answer')
  }
}
/** The phone pings each minute; the sweep looks each 15 seconds. */
const pass = async (seconds: number) => {
  for (let gone = 0; gone < seconds; gone += 15) {
    ledger.clock.advance({ seconds: 15 })
    if (gone % 60 === 0) await hear('phone', 'ping')
    await watch.run()
  }
}
const usualDay = async () => {
  for (let payments = 0; payments < HEARD_MIN; payments += 1) {
    await pay('alert', 'provider')
    await pass(60)
  }
}
const silences = async () =>
  (
    await ledger.db.rows<{ payload: string }>(sql`
      select payload from webhook_events where merchant_id = ${merchantId} and order_id is null order by event_id`)
  ).map(({ payload }) => JSON.parse(payload))

test('a phone that pings and no longer reports payments is silent within five minutes of the second, until it reports again', async () => {
  await usualDay()
  const messageAt = (await listSources(deps, { merchantId })).find(
    ({ source }) => source === 'phone',
  )?.lastMessageAt
  await pay('provider')
  await pass(300)
  expect(await silences()).toEqual([])
  await pay('provider')
  await pass(135)
  expect(await silences()).toEqual([])
  await pass(30)
  expect(await silences()).toMatchObject([
    { event: 'source.silent', source: 'phone', reason: 'payments', lastHeardAt: messageAt },
  ])
  // Its pings go on.
  await pass(300)
  expect(await silences()).toHaveLength(1)
  await pay('alert', 'provider')
  await pass(15)
  expect(await silences()).toMatchObject([
    { event: 'source.silent' },
    { event: 'source.back', reason: 'payments' },
  ])
})

test('the first workers that see it record it once', async () => {
  await usualDay()
  await pay('provider')
  await pay('provider')
  await pass(135)
  ledger.clock.advance({ seconds: 30 })
  const others = Array.from({ length: 3 }, () => createSourceWatch(deps))
  await Promise.all([watch, ...others].map((each) => each.run()))
  expect(await silences()).toHaveLength(1)
})

test('payments that were made while this program did not run are no silence: the phone sends them later', async () => {
  await usualDay()
  await pay('provider')
  await pay('provider')
  ledger.clock.advance({ minutes: 10 })
  watch = createSourceWatch(deps)
  await watch.run()
  await hear('phone', 'ping')
  await pass(400)
  expect(await silences()).toEqual([])
})

test('a source that is no longer used, and the only one of an account, miss nothing', async () => {
  await usualDay()
  await updateSource(deps, { merchantId, client: { address: '203.0.113.7', userAgent: '' } }, 'phone', false)
  await pay('provider')
  await pay('provider')
  for (let gone = 0; gone < 300; gone += 15) {
    ledger.clock.advance({ seconds: 15 })
    await watch.run()
  }
  expect(await silences()).toEqual([])
})
