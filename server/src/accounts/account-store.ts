import type { Mode } from '@galla/contract/order-status'
import { type Queryable, sql, type Transaction } from '../platform/database.ts'

export interface NewAccount {
  readonly merchantId: string
  readonly accountId: string
  readonly mode: Mode
  readonly provider: 'simulator' | 'paytm' | 'phonepe' | 'googlepay' | 'bharatpe' | 'other'
  readonly merchantName: string
  readonly upiId: string
  readonly createdAt: Date
}

/** Becomes the account of new orders; there is none before it. */
export const insertFirstAccount = async (tx: Transaction, account: NewAccount): Promise<void> => {
  await tx.run(sql`
    insert into accounts (merchant_id, account_id, mode, provider, merchant_name, upi_id, is_current, created_at)
    values (${account.merchantId}, ${account.accountId}, ${account.mode}, ${account.provider}, ${account.merchantName},
            ${account.upiId}, true, ${account.createdAt})`)
}

export const hasCurrentAccount = async (db: Queryable, merchantId: string, mode: Mode): Promise<boolean> =>
  (
    await db.one<{ found: boolean }>(sql`
      select exists (
        select from accounts where merchant_id = ${merchantId} and mode = ${mode} and is_current) as found`)
  ).found
