import { sql, type Transaction } from '../platform/database/database.ts'

/** Rows in one step; what is left comes next time. */
const ADDED_UP_MAX = 10_000

/** Adds up how often a merchant's listed orders changed late, so that few rows tell it; see migration 0042. The sums stay as they are. */
export const addUpLateChanges = (tx: Transaction): Promise<number> =>
  tx.run(sql`
    with next as materialized (
      select merchant_id, mode, transaction_id from late_changes where transaction_id <> '0' limit ${ADDED_UP_MAX}
    ), gone as (
      delete from late_changes where (merchant_id, mode, transaction_id) in (select * from next)
      returning merchant_id, mode, changes
    )
    insert into late_changes as c (merchant_id, mode, transaction_id, changes)
    select merchant_id, mode, '0', sum(changes) from gone group by merchant_id, mode order by merchant_id, mode
    on conflict (merchant_id, mode, transaction_id) do update set changes = c.changes + excluded.changes`)
