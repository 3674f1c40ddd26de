import type { NameSource } from '@galla/contract/payment-accounts/accounts'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import type { SuggestedName } from './account.ts'
import type { AccountKey } from './account-source.ts'

/**
 * Records the name that a source reports for the payee of a live account. Only a source that a customer cannot write to may report one.
 * The same name again writes nothing, so that a dismissed name stays dismissed.
 */
export const recordPayeeName = (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
  { source, name }: SuggestedName,
  now: Date,
): Promise<number> =>
  db.run(sql`
    insert into payee_name_suggestions as s (merchant_id, account_id, source, name, reported_at)
    select merchant_id, account_id, ${source}, ${name}, ${now} from accounts
    where merchant_id = ${merchantId} and account_id = ${accountId} and mode = 'live'
    on conflict (merchant_id, account_id, source) do update
      set name = excluded.name, reported_at = excluded.reported_at, dismissed_at = null
      where s.name <> excluded.name and s.reported_at <= excluded.reported_at`)

/** Finds the name that was reported for the UPI ID that customers pay: where the provider makes the QR, that one is the provider's. */
export const findReportedName = async (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
): Promise<SuggestedName | undefined> =>
  db.maybeOne<{ name: string; source: NameSource }>(sql`
    select s.name, s.source from payee_name_suggestions s join accounts a using (merchant_id, account_id)
    where s.merchant_id = ${merchantId} and s.account_id = ${accountId} and s.dismissed_at is null
      and (s.source = 'provider') = a.provider_makes_qr`)

export const dismissReportedName = (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  { source }: SuggestedName,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update payee_name_suggestions set dismissed_at = ${now}
    where merchant_id = ${merchantId} and account_id = ${accountId} and source = ${source}`)

export const updateRegisteredName = (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  name: string,
): Promise<number> =>
  tx.run(sql`
    update accounts set registered_name = ${name} where merchant_id = ${merchantId} and account_id = ${accountId}`)
