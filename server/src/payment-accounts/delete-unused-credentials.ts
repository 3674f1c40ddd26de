import type { Platform } from '../platform/feature.ts'
import { deleteReplacedCredentials, listUnusedCredentials } from './account-source-store.ts'

const BATCH = 100

/** Deletes replaced credentials that no order needs any more. Nothing makes them needed again: new QRs are made with the connected ones. */
export const deleteUnusedCredentials = async ({
  db,
}: Pick<Platform, 'db'>): Promise<{ readonly more: boolean }> => {
  const unused = await listUnusedCredentials(db, BATCH)
  for (const key of unused) await deleteReplacedCredentials(db, key)
  return { more: unused.length === BATCH }
}
