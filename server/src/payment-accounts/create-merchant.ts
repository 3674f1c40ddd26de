import { MODES } from '@galla/contract/orders/order-status'
import { type KeyDeps, makeMainKey } from '../api-keys/main-keys.ts'
import { isEmailReserved } from '../auth/email-change/email-restore-store.ts'
import { findHosting } from '../merchants/hosting-store.ts'
import { insertMerchant, type NewMerchant } from '../merchants/merchant-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'

export const emailTaken = (): Refusal =>
  new Refusal('email_taken', {
    errors: [{ field: 'email', msg: 'An account with this email already exists' }],
  })

/**
 * Creates the merchant and a main key for each mode; false when the email is taken, or there is already a platform merchant. An address
 * that another account can still restore is taken.
 */
export const createMerchant = async (
  deps: Omit<KeyDeps, 'db'>,
  tx: Transaction,
  merchant: NewMerchant,
): Promise<boolean> => {
  const isMetered = merchant.role !== 'owner' || (await findHosting(tx)) !== 'own_shop'
  if (!(await insertMerchant(tx, { ...merchant, isMetered }))) return false
  // Checked after the insert, which waited for a transaction that was just giving up the address.
  if (await isEmailReserved(tx, merchant.email, merchant.merchantId, merchant.createdAt)) throw emailTaken()
  for (const mode of MODES) await makeMainKey(deps, tx, merchant.merchantId, mode)
  return true
}
