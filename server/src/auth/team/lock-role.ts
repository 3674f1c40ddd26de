import { mayCall, type SessionCall, type SessionRole } from '@galla/contract/auth/roles'
import type { SessionCaller } from '../../merchants/caller.ts'
import { lockMerchant } from '../../merchants/merchant-store.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findLiveSession, lockSession } from '../sessions/session-store.ts'

/** Locks the shop and the session, and reads its role again: who ended it, or its rights, in the meantime was first, or waits. */
export const lockRole = async (
  tx: Transaction,
  { merchantId, personId, tokenHash }: SessionCaller,
  now: Date,
): Promise<SessionRole> => {
  await lockMerchant(tx, merchantId)
  await lockSession(tx, personId, tokenHash)
  const session = await findLiveSession(tx, tokenHash, now)
  return session?.merchant_id === merchantId ? session.role : 'guest'
}

/** For a call that makes what ends with the rights of its maker. */
export const assertMayStill = async (
  tx: Transaction,
  caller: SessionCaller,
  call: SessionCall,
  now: Date,
): Promise<void> => {
  if (!mayCall(await lockRole(tx, caller, now), caller.mode, call)) throw new Refusal('forbidden')
}
