import type { Queryable } from '../platform/database/database.ts'
import type { Merchant } from './merchant.ts'
import { platformMerchantId, readMerchant } from './merchant-store.ts'

/** Of somebody who was authenticated: he exists. */
export const findMerchant = ({ db }: { readonly db: Queryable }, merchantId: string): Promise<Merchant> =>
  readMerchant(db, merchantId)

/** The operator's own merchant account, made at the first start. */
export const findPlatformMerchant = ({ db }: { readonly db: Queryable }): Promise<string | undefined> =>
  platformMerchantId(db)
