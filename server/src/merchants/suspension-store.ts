import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'

export interface SuspensionRow {
  readonly role: 'owner' | 'operator' | 'guest'
  readonly name: string
  readonly suspendedAt: Date | null
  readonly suspendedReason: string | null
}

/** Locks the row, so that a second change sees the first one. */
export const lockSuspension = (tx: Transaction, merchantId: string): Promise<SuspensionRow | undefined> =>
  tx.maybeOne(sql`
    select role, name, suspended_at as "suspendedAt", suspended_reason as "suspendedReason" from merchants where merchant_id = ${merchantId} for no key update`)

export const updateSuspension = async (
  tx: Transaction,
  merchantId: string,
  at: Date | null,
  reason: string | null,
): Promise<void> => {
  await tx.run(sql`
    update merchants set suspended_at = ${at}, suspended_reason = ${reason} where merchant_id = ${merchantId}`)
}

export const isSuspended = (db: Queryable, merchantId: string): Promise<boolean> =>
  db.value<boolean>(sql`
    select suspended_at is not null as suspended from merchants where merchant_id = ${merchantId}`)
