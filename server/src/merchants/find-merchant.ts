import type { Queryable } from '../platform/database/database.ts'
import type { Merchant } from './merchant.ts'
import { findPlatformMerchantId, getMerchantById } from './merchant-store.ts'

/** Reads an authenticated merchant, who must exist. */
export const findMerchant = ({ db }: { readonly db: Queryable }, merchantId: string): Promise<Merchant> =>
  getMerchantById(db, merchantId)

/** Returns the operator's own merchant account, created at the first start. */
export const findPlatformMerchant = ({ db }: { readonly db: Queryable }): Promise<string | undefined> =>
  findPlatformMerchantId(db)
