import { paise } from '@galla/upi/rupees'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, type Ledger, newUtr, openLedger } from '../../testing/ledger.ts'
import { rowsReadBy } from '../../testing/rows-read.ts'
import { sql } from '../platform/database/database.ts'
import type { ReportedCredit } from './credit.ts'
import { recordCredits } from './record-credit.ts'

const BATCH = 200
const BATCHES = 10
/** Entries of indexes and rows; where each report reads the credits of its account, thousands. */
const READ_FOR_A_REPORT_MAX = 20

let ledger: Ledger
beforeAll(async () => {
  // One connection, which keeps the plans that it makes while the tables are small.
  ledger = await openLedger(1)
  for (const off of [
    sql`alter table credits set (autovacuum_enabled = false)`,
    sql`alter table evidence set (autovacuum_enabled = false)`,
  ])
    await ledger.db.run(off)
})
afterAll(() => ledger.close())

test('a batch of a first statement reads no other credits, even before the tables are analysed', async () => {
  const { merchantId } = await addMerchant(ledger.db)
  const receivedAt = ledger.clock.now()
  const batch = (): ReportedCredit[] =>
    Array.from({ length: BATCH }, (_, n) => ({
      merchantId,
      accountId: 'acc_1',
      source: 'statement',
      sourceKey: `row ${n} of ${newUtr()}`,
      utr: newUtr(),
      amount: paise(100n + BigInt(n)),
      rail: 'upi',
      receivedAt,
      reference: null,
      payerUpiId: null,
      payerName: null,
    }))
  const record = (reports: ReportedCredit[]) =>
    ledger.db.transaction((tx) => recordCredits(tx, ledger, reports))
  const first = batch()
  await record(first)
  for (let n = 2; n <= BATCHES; n += 1) await record(batch())
  const tables = ['credits', 'evidence']
  for (const reports of [batch(), first])
    expect(await rowsReadBy(ledger.db, tables, () => record(reports))).toBeLessThan(
      READ_FOR_A_REPORT_MAX * BATCH,
    )
})
