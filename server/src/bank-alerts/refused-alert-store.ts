import type { AlertRefusal } from '@galla/contract/bank-alerts/alerts'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { type Queryable, sql } from '../platform/database/database.ts'

export interface RefusedAlert extends AccountKey {
  readonly reason: AlertRefusal
}

/** Counts a refused message or e-mail in its hour. */
export const recordRefusedAlert = async (
  db: Queryable,
  { merchantId, accountId, reason }: RefusedAlert,
  now: Date,
): Promise<void> => {
  await db.run(sql`
    insert into refused_alerts as r (merchant_id, account_id, hour, reason, messages, last_at)
    values (${merchantId}, ${accountId}, date_trunc('hour', ${now}::timestamptz), ${reason}, 1, ${now})
    on conflict (merchant_id, account_id, hour, reason) do update
      set messages = r.messages + 1, last_at = greatest(r.last_at, excluded.last_at)`)
}

/** Lists what was refused at an account's address since `from`. */
export const listRefusedAlerts = (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
  from: Date,
): Promise<{ reason: AlertRefusal; messages: number; last: Date }[]> =>
  db.rows(sql`
    select reason, sum(messages)::int as messages, max(last_at) as last from refused_alerts
    where merchant_id = ${merchantId} and account_id = ${accountId} and last_at >= ${from}
    group by reason order by reason`)

/** Merchants with counts of hours before `before`. */
export const listMerchantsOfRefusedAlerts = (db: Queryable, before: Date, limit: number): Promise<string[]> =>
  db.values<string>(sql`
    select distinct merchant_id from refused_alerts where hour < ${before} limit ${limit}`)

export const deleteRefusedAlerts = (db: Queryable, merchantId: string, before: Date): Promise<number> =>
  db.run(sql`delete from refused_alerts where merchant_id = ${merchantId} and hour < ${before}`)
