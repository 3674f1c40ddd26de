import type { Transaction } from '../platform/database/database.ts'
import { lockMerchant } from './merchant-store.ts'

/** Whoever changes what a merchant has only one of waits here, until this transaction ends, for whoever is doing it. */
export const holdMerchant = (tx: Transaction, merchantId: string): Promise<void> =>
  lockMerchant(tx, merchantId)
