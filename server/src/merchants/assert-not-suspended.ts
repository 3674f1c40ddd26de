import type { Queryable } from '../platform/database/database.ts'
import { Refusal } from '../platform/refusal.ts'
import { isSuspended } from './suspension-store.ts'

/** Refuses new orders, accounts and plans for a suspended merchant, who can still see everything. */
export const assertNotSuspended = async (db: Queryable, merchantId: string): Promise<void> => {
  if (await isSuspended(db, merchantId)) throw new Refusal('suspended')
}
