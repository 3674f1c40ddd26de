import type { VerificationSource } from '@galla/contract/payment-accounts/verification'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { part, sql, type Transaction } from '../platform/database/database.ts'
import { rowsByAge } from '../platform/jobs/delete-by-age.ts'

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

export const oldNotifications = rowsByAge(
  part`provider_notifications`,
  part`account_id, source, event_id`,
  (before) => part`t.received_at < ${before}`,
)
