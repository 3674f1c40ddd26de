import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMerchant, creditFor, type Ledger, newUtr, openLedger } from '../../testing/ledger.ts'
import { recordCredit } from '../ledger/record-credit.ts'
import { sql } from '../platform/database/database.ts'
import { createReversalSweep, recordReversals } from './reversals.ts'

let ledger: Ledger
beforeAll(async () => {
  ledger = await openLedger()
})
afterAll(() => ledger.close())

const report = ({ merchantId }: { readonly merchantId: string }, utr: string) =>
  ledger.db.transaction((tx) =>
    recordReversals(
      tx,
      ledger,
      [
        {
          ...{ merchantId, accountId: 'acc_1', utr },
          ...{ source: 'statement', sourceKey: utr, orderId: null, amount: null, words: null },
          at: ledger.clock.now(),
        },
      ],
      [],
    ),
  )

test('many reports that find no payment keep nobody else’s case closed', async () => {
  const account = await addMerchant(ledger.db, 'live')
  const noisy = await addMerchant(ledger.db, 'live')
  const utr = newUtr()
  await report(account, utr)
  for (let n = 0; n < 12; n += 1) await report(noisy, newUtr())
  await recordCredit(ledger, creditFor(ledger, { ...account, orderId: '' }, { reference: null, utr }))
  const sweep = createReversalSweep(ledger, 3)
  for (let n = 0; n < 5; n += 1) await sweep()
  const cases = await ledger.db.rows(sql`
    select credit_id from reversals where merchant_id = ${account.merchantId}`)
  expect(cases).toHaveLength(1)
})
