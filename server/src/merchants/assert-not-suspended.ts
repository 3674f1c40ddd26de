import type { Queryable } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { isSuspended } from './suspension-store.ts'

/** A suspended merchant sees everything and begins nothing: new orders, accounts and plans are refused. */
export const assertNotSuspended = async (db: Queryable, merchantId: string): Promise<void> => {
  if (await isSuspended(db, merchantId)) throw new Refusal('suspended')
}
