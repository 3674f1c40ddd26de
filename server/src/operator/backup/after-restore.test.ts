import { expect, test } from 'vitest'
import { addMerchant, openLedger } from '../../../testing/ledger.ts'
import { sql } from '../../platform/database/database.ts'
import { fixesAfterRestore } from './backup-store.ts'

test('the next invoice number of each financial year follows the last restored invoice', async () => {
  const ledger = await openLedger()
  const { db } = ledger
  try {
    const { merchantId } = await addMerchant(db)
    await db.run(sql`
      insert into plan_purchases (merchant_id, order_id, platform_merchant_id, plan_name, billing_cycle, cycle_days, price_paise,
        qr_requests, created_at)
      select ${merchantId}, 'order_' || n, ${merchantId}, 'p', 'monthly', 30, 1, 1, now() from generate_series(1, 4) n`)
    await db.run(sql`
      insert into invoices (merchant_id, order_id, financial_year, number, issued_at, content)
      values (${merchantId}, 'order_1', '25-26', 7, now(), '{}'), (${merchantId}, 'order_2', '26-27', 1, now(), '{}'),
        (${merchantId}, 'order_3', '26-27', 2, now(), '{}'), (${merchantId}, 'order_4', '27-28', 1, now(), '{}')`)
    await db.run(sql`insert into invoice_numbers values ('26-27', 1), ('27-28', 1), ('28-29', 3)`)
    for (const { statement } of fixesAfterRestore()) await db.run(statement)
    expect(
      await db.rows(sql`select financial_year as year, last_number as last from invoice_numbers order by 1`),
    ).toEqual([
      { year: '25-26', last: 7 },
      { year: '26-27', last: 2 },
      { year: '27-28', last: 1 },
      { year: '28-29', last: 3 },
    ])
  } finally {
    await ledger.close('plan_ordered', 'invoices_numbered')
  }
})
