import { sql, type Transaction } from '../../platform/database/database.ts'

/** Locks the merchant's quota until the transaction ends. Creates it with the free trial if there is none. */
export const lockQuota = async (
  tx: Transaction,
  merchantId: string,
  trialQrRequests: number,
): Promise<void> => {
  await tx.run(sql`
    insert into quotas (merchant_id, trial_left) values (${merchantId}, ${trialQrRequests})
    on conflict (merchant_id) do nothing`)
  await tx.run(sql`select from quotas where merchant_id = ${merchantId} for update`)
}
