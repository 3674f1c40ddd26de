import type { Mode } from '@galla/contract/orders/order-status'
import type { SessionCaller } from '../../merchants/caller.ts'
import { updateMerchantMode } from '../../merchants/merchant-store.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { updateSessionMode } from './session-store.ts'

/** Switches the mode of this session and, in one's own shop, of the next login; other sessions keep theirs. */
export const switchSessionMode = async (
  tx: Transaction,
  caller: SessionCaller,
  mode: Mode,
): Promise<void> => {
  await updateSessionMode(tx, caller.personId, caller.tokenHash, mode)
  if (caller.merchantId === caller.personId) await updateMerchantMode(tx, caller.merchantId, mode)
}
