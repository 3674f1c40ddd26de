import { MODES } from '@galla/contract/order-status'
import type { Transaction } from '../platform/database.ts'
import { type KeyDeps, makeMainKey } from './main-keys.ts'
import { insertMerchant, type NewMerchant } from './merchant-store.ts'

/** The merchant and a main key for each mode; false when the e-mail is taken, or the platform merchant is there already. */
export const createMerchant = async (
  deps: Omit<KeyDeps, 'db'>,
  tx: Transaction,
  merchant: NewMerchant,
): Promise<boolean> => {
  if (!(await insertMerchant(tx, merchant))) return false
  for (const mode of MODES) await makeMainKey(deps, tx, merchant.merchantId, mode)
  return true
}
