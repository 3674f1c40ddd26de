import { type Database, sql } from '../src/platform/database/database.ts'
import { ulidFrom } from '../src/platform/ids.ts'

/** A statement of the tests may not take longer than one of the program. */
const ORDERS_A_STATEMENT = 10_000

/** Orders of one instant, `first` to `last`, written at once: for tests that need more than anyone would create one by one. */
export const addManyOrders = async (
  db: Database,
  merchantId: string,
  orders: { readonly at: Date; readonly first: number; readonly last: number; readonly accountId?: string },
): Promise<void> => {
  const time = ulidFrom(orders.at, new Uint8Array(10)).slice(0, 10)
  for (let first = orders.first; first <= orders.last; first += ORDERS_A_STATEMENT) {
    const last = Math.min(orders.last, first + ORDERS_A_STATEMENT - 1)
    await db.run(sql`
    insert into orders (merchant_id, order_id, mode, account_id, client_txn_id, request_hash, amount_paise, payable_paise,
      purpose, customer_name, customer_email, customer_mobile, redirect_url, created_at, window_seconds, expires_at)
    select ${merchantId}, ${time}::text || lpad(n::text, 16, '0'), 'test', ${orders.accountId ?? 'acc_1'}, 'MANY-' || n,
      'x', 100 + n, 100 + n, 'Masala tea and samosa', 'Asha Rao ' || n, 'asha' || n || '@example.com', '9876543210',
      'https://shop.example/done',
      ${orders.at}::timestamptz, 300, ${orders.at}::timestamptz + interval '300 seconds'
    from generate_series(${first}::int, ${last}::int) n`)
  }
  // As autovacuum does after a while. Before that, the planner takes the table for a small one.
  await db.run(sql`analyze orders`)
}
