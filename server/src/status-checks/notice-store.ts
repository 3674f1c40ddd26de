import type { VerificationSource } from '@galla/contract/payment-accounts/verification'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { sql, type Transaction } from '../platform/database/database.ts'

/** Records a notification. False where it was recorded before; of two at once the second waits for the outcome of the first. */
export const keepNotice = async (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  notice: { readonly source: VerificationSource; readonly eventId: string; readonly said: string },
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into provider_notices (merchant_id, account_id, source, event_id, received_at, said)
    values (${merchantId}, ${accountId}, ${notice.source}, ${notice.eventId}, ${now}, ${notice.said})
    on conflict do nothing`)) === 1
