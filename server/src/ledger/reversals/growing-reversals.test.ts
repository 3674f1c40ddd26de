import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addMerchant,
  creditFor,
  type Ledger,
  newUtr,
  openLedger,
  orderForm,
} from '../../../testing/ledger.ts'
import { rowsReadBy } from '../../../testing/rows-read.ts'
import { sql } from '../../platform/database/database.ts'
import { recordCredit } from '../record-credit.ts'
import { createReversalSweep, openReversalCases, recordReversals } from './record-reversals.ts'
import type { ReportedReversal } from './reported-reversal.ts'

const NOISY = 3_000
const LIMIT = 50

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger(1)
})
// The credits of the noisy merchant are written past the ledger.
afterAll(() => ledger.close('credit_evidence', 'credit_history'))

test('each sweep reads a limited number of reversals, and the sweeps together read them all', async () => {
  const { db, clock } = ledger
  const [account, noisy] = [await addMerchant(db, 'live'), await addMerchant(db, 'live')]
  const order = await ledger.create(account, orderForm())
  const utr = newUtr()
  const reported: ReportedReversal = {
    merchantId: account.merchantId,
    accountId: 'acc_1',
    utr,
    source: 'statement',
    sourceKey: utr,
    orderId: null,
    amount: null,
    words: null,
    at: clock.now(),
  }
  const credit = creditFor(ledger, order, { utr })
  await db.transaction(async (tx) => {
    await recordReversals(tx, ledger, [reported])
    await openReversalCases(tx, ledger, [reported], [credit])
  })
  await recordCredit(ledger, credit)
  await createReversalSweep(ledger)()
  clock.advance({ seconds: 1 })
  await db.run(sql`
    insert into credits (merchant_id, credit_id, account_id, mode, amount_paise, received_at, rail, state, created_at)
    select ${noisy.merchantId}, 'c' || n, 'acc_1', ${noisy.mode}, 100, ${clock.now()}, 'upi', 'unmatched', ${clock.now()}
    from generate_series(1, ${NOISY}::int) n`)
  await db.run(sql`
    insert into reversals (merchant_id, credit_id, opened_at)
    select ${noisy.merchantId}, 'c' || n, ${clock.now()} from generate_series(1, ${NOISY}::int) n`)
  await db.run(sql`
    insert into reversal_reports (merchant_id, account_id, source, source_key, occurred_at, reported_at)
    select ${noisy.merchantId}, 'acc_1', 'statement', 'row ' || n, ${clock.now()}, ${clock.now()}
    from generate_series(1, ${NOISY}::int) n`)
  // A person settles the order with the payment that was taken back: only the sweep tells of it.
  await recordCredit(ledger, { ...credit, source: 'manual', sourceKey: 'by hand' })

  const sweep = createReversalSweep(ledger, LIMIT)
  const read = await rowsReadBy(db, ['reversals', 'reversal_reports', 'credits'], sweep)
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(10 * LIMIT)
  for (let n = 0; n <= NOISY / LIMIT; n += 1) await sweep()
  const events = await db.rows(sql`
    select from webhook_events where merchant_id = ${account.merchantId} and event = 'order.payment_reversed'`)
  expect(events).toHaveLength(1)
})
