import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, type Ledger, newUtr, openLedger } from '../../testing/ledger.ts'
import { startRefund } from '../ledger/refunds/change-refunds.ts'
import { sql } from '../platform/database/database.ts'
import { ignoreCredit } from '../reconciliation/reconcile.ts'
import { followReceipts } from './follow-receipts.ts'
import { readTurnover } from './read-turnover.ts'
import { addAccountOfKind, receive } from './turnover-harness.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const sumsOf = async (merchantId: string) => {
  const { month, year } = await readTurnover(ledger, { merchantId })
  return [month?.received, year.received]
}

/** The sums of before and after the sweep, which have to be the same. */
const sumsAlways = async (merchantId: string) => {
  const before = await sumsOf(merchantId)
  while ((await followReceipts(ledger, { limit: 3 })).more);
  expect(await sumsOf(merchantId)).toEqual(before)
  return before
}

test('readTurnover starts the month and the financial year at midnight in India', async () => {
  const merchantId = await addAccountOfKind(ledger, 'small_merchant')
  const at = (time: string) => ({ receivedAt: new Date(time) })
  await receive(ledger, merchantId, 1, at('2026-03-31T18:29:59.999Z'))
  await receive(ledger, merchantId, 10, at('2026-03-31T18:30:00.000Z'))
  await receive(ledger, merchantId, 100, at('2026-10-31T18:29:59.999Z'))
  await receive(ledger, merchantId, 1000, at('2026-10-31T18:30:00.000Z'))
  expect(await sumsAlways(merchantId)).toEqual([1000, 1110])
  const { month, year } = await readTurnover(ledger, { merchantId })
  expect([month?.from, year.from]).toEqual(['2026-11-01', '2026-04-01'])
})

test('a payment counts once, however many sources report it', async () => {
  const merchantId = await addAccountOfKind(ledger, 'small_merchant')
  const utr = newUtr()
  await Promise.all(
    ['row 1', 'row 2', 'row 3'].map((sourceKey) => receive(ledger, merchantId, 0.01, { utr, sourceKey })),
  )
  expect(await sumsAlways(merchantId)).toEqual([0.01, 0.01])
})

test('other rails count for the year and not for the UPI month', async () => {
  const merchantId = await addAccountOfKind(ledger, 'small_merchant')
  await receive(ledger, merchantId, 1, { rail: 'upi' })
  await receive(ledger, merchantId, 10, { rail: 'unknown' })
  await receive(ledger, merchantId, 100, { rail: 'neft' })
  await receive(ledger, merchantId, 1000, { rail: 'imps' })
  expect(await sumsAlways(merchantId)).toEqual([11, 1111])
})

test('a credit that the merchant ignores no longer counts, one that was refunded does', async () => {
  const merchantId = await addAccountOfKind(ledger, 'small_merchant')
  const ignored = await receive(ledger, merchantId, 1)
  const refunded = await receive(ledger, merchantId, 10)
  await followReceipts(ledger)
  await ignoreCredit(ledger, { merchantId, mode: 'live' }, ignored, undefined)
  await startRefund(ledger, { merchantId, mode: 'live' }, refunded, { utr: newUtr() })
  expect(await sumsAlways(merchantId)).toEqual([10, 10])
})

test('the month is of the connected account, the year of all live accounts of this merchant', async () => {
  const { db, clock } = ledger
  const merchantId = await addAccountOfKind(ledger, 'small_merchant')
  const other = await addAccountOfKind(ledger, 'small_merchant')
  await receive(ledger, merchantId, 1)
  await receive(ledger, other, 50_000)
  await db.run(sql`update accounts set is_current = false where merchant_id = ${merchantId}`)
  await db.run(sql`
    insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, kind, is_current, created_at)
    values (${merchantId}, 'acc_2', 'live', 'other', 'Sharma Tea', ${`${merchantId}.2@examplebank`}, 'small_merchant', true,
      ${clock.now()}),
    (${merchantId}, 'acc_test', 'test', 'simulator', 'Sharma Tea', ${`${merchantId}@gallatest`}, 'small_merchant', true,
      ${clock.now()})`)
  await receive(ledger, merchantId, 10, { accountId: 'acc_2' })
  await receive(ledger, merchantId, 900, { accountId: 'acc_test' })
  expect(await sumsAlways(merchantId)).toEqual([10, 11])
})

test('readTurnover has no month without a live account or for kinds without a monthly limit', async () => {
  const { merchantId } = await addMerchant(ledger.db, 'test')
  await receive(ledger, merchantId, 900)
  expect(await sumsAlways(merchantId)).toEqual([undefined, 0])
  for (const kind of ['personal', 'verified_merchant'] as const) {
    const with900 = await addAccountOfKind(ledger, kind)
    await receive(ledger, with900, 900)
    expect(await sumsAlways(with900)).toEqual([undefined, 900])
  }
})

test('concurrent sweeps and new credits count each credit once', async () => {
  const merchantId = await addAccountOfKind(ledger, 'small_merchant')
  await Promise.all(
    Array.from({ length: 40 }, (_each, n) =>
      n % 4 === 0 ? followReceipts(ledger, { limit: 5 }) : receive(ledger, merchantId, 1),
    ),
  )
  expect(await sumsAlways(merchantId)).toEqual([30, 30])
})
