import type { VerificationSource } from '@galla/contract/verification'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { sql, type Transaction } from '../platform/database/database.ts'

/** False where exactly this was told before; of two at once the second waits for what becomes of the first. */
export const keepNotice = async (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  told: { readonly source: VerificationSource; readonly eventId: string; readonly said: string },
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into provider_notices (merchant_id, account_id, source, event_id, received_at, said)
    values (${merchantId}, ${accountId}, ${told.source}, ${told.eventId}, ${now}, ${told.said})
    on conflict do nothing`)) === 1
