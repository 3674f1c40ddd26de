import type { SessionCaller } from '../../merchants/caller.ts'
import type { Platform } from '../../platform/feature.ts'
import { REMEMBER_SECONDS } from './session-expiry.ts'
import { updateSessionRemember } from './session-store.ts'

/** Lets a session last thirty days from its login, used or not. */
export const rememberSession = (
  { db }: Pick<Platform, 'db'>,
  { merchantId, tokenHash }: SessionCaller,
): Promise<void> => updateSessionRemember(db, merchantId, tokenHash, REMEMBER_SECONDS)
