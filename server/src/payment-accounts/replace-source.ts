import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import type { AccountKey, AccountSource, Verification } from './account-source.ts'
import { copyReplacedCredentials, findVerification, saveSource } from './account-source-store.ts'
import { deleteHeartbeat } from './source-health-store.ts'

/** Saves the credentials of an account's provider. Others that it had before are kept for the QRs that they made. */
export const replaceSource = async (
  tx: Transaction,
  { clock, secrets }: Pick<Platform, 'clock' | 'secrets'>,
  key: AccountKey,
  verification: Verification,
): Promise<AccountSource> => {
  const now = clock.now()
  const before = await findVerification(tx, secrets, key)
  if (before !== undefined && !isDeepStrictEqual(before, verification))
    await copyReplacedCredentials(tx, key, now)
  await deleteHeartbeat(tx, key, 'provider')
  return saveSource(tx, secrets, key, verification, now)
}
