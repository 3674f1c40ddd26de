import type { VerificationSource } from '@galla/contract/payment-accounts/verification'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'

/** Records a notification. False where it was recorded before; of two at once the second waits for the outcome of the first. */
export const recordNotification = async (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  notification: { readonly source: VerificationSource; readonly eventId: string; readonly message: string },
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into provider_notifications (merchant_id, account_id, source, event_id, received_at, message)
    values (${merchantId}, ${accountId}, ${notification.source}, ${notification.eventId}, ${now}, ${notification.message})
    on conflict do nothing`)) === 1

export const listMerchantsOfOldNotifications = (
  db: Queryable,
  before: Date,
  max: number,
): Promise<string[]> =>
  db.values<string>(sql`
    select distinct merchant_id from provider_notifications where received_at < ${before} limit ${max}`)

export const deleteOldNotifications = (
  db: Queryable,
  merchantId: string,
  before: Date,
  max: number,
): Promise<number> =>
  db.run(sql`
    delete from provider_notifications where merchant_id = ${merchantId} and (account_id, source, event_id) in (
      select account_id, source, event_id from provider_notifications
      where merchant_id = ${merchantId} and received_at < ${before} limit ${max})`)
