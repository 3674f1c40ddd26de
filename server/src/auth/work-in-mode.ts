import type { Mode } from '@galla/contract/order-status'
import type { Transaction } from '../platform/database.ts'
import type { SessionCaller } from './caller.ts'
import { rememberMode } from './merchant-store.ts'
import { setSessionMode } from './session-store.ts'

/** This session changes its mode, others keep theirs; the next login begins in it. */
export const workInMode = async (tx: Transaction, caller: SessionCaller, mode: Mode): Promise<void> => {
  await setSessionMode(tx, caller.merchantId, caller.tokenHash, mode)
  await rememberMode(tx, caller.merchantId, mode)
}
