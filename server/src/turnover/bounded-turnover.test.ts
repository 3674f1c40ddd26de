import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ledger, openLedger } from '../../testing/ledger.ts'
import { rowsReadBy } from '../../testing/rows-read.ts'
import { sql } from '../platform/database/database.ts'
import { followReceipts } from './follow-receipts.ts'
import { readTurnover } from './read-turnover.ts'
import { addAccountOfKind } from './turnover-harness.ts'

const CREDITS = 6_000
const DAYS = 200
/** Merchants with a sum of each day. With few rows the planner would read them all. */
const OTHERS = 300

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger(1)
})
// These credits are written past the ledger.
afterAll(() => ledger.close('credit_evidence', 'credit_history'))

const addCredits = (merchantId: string) =>
  ledger.db.run(sql`
    insert into credits (merchant_id, credit_id, account_id, mode, amount_paise, received_at, rail, state, created_at)
    select ${merchantId}, 'c' || n, 'acc_1', 'live', 100, timestamptz '2026-04-02T00:00:00Z' + (n % ${DAYS}::int) * interval '1 day',
      'upi', 'unmatched', ${ledger.clock.now()}
    from generate_series(1, ${CREDITS}::int) n`)

test('readTurnover reads one row per day, however many credits there are', async () => {
  const { db } = ledger
  const merchantId = await addAccountOfKind(ledger, 'small_merchant')
  await addCredits(merchantId)
  await addCredits(await addAccountOfKind(ledger, 'personal'))
  await followReceipts(ledger)
  await db.run(sql`
    insert into received_days (merchant_id, day, account_id, is_upi, paise)
    select 'other ' || m, date '2026-04-01' + d, 'acc_1', true, 100
    from generate_series(1, ${OTHERS}::int) m, generate_series(1, ${DAYS}::int) d`)
  await db.run(sql`vacuum analyze received_days, received_changes`)
  const read = await rowsReadBy(db, ['credits', 'received_days', 'received_changes'], async () => {
    const { year } = await readTurnover(ledger, { merchantId })
    expect(year.received).toBe(CREDITS)
  })
  // No credits stand behind these, which the check at the end would find.
  await db.run(sql`delete from received_days where merchant_id like 'other %'`)
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(3 * DAYS)
})
