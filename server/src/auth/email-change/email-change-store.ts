import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts'

export interface PendingEmail {
  readonly changeId: string
  readonly merchantId: string
  readonly newEmail: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Saves the merchant's only pending change; the link of an earlier one becomes void. */
export const saveEmailChange = async (tx: Transaction, change: PendingEmail): Promise<void> => {
  await tx.run(sql`
    insert into email_changes (merchant_id, change_id, new_email, created_at, expires_at)
    values (${change.merchantId}, ${change.changeId}, ${change.newEmail}, ${change.createdAt}, ${change.expiresAt})
    on conflict (merchant_id) do update set
      change_id = excluded.change_id, new_email = excluded.new_email, token_hash = null,
      created_at = excluded.created_at, expires_at = excluded.expires_at`)
}

export const findEmailChange = (
  db: Queryable,
  merchantId: string,
  now: Date,
): Promise<PendingEmail | undefined> =>
  db.maybeOne(sql`
    select change_id as "changeId", merchant_id as "merchantId", new_email as "newEmail",
      created_at as "createdAt", expires_at as "expiresAt"
    from email_changes where merchant_id = ${merchantId} and expires_at > ${now}`)

/** Returns false when the change was cancelled, replaced or confirmed in the meantime. */
export const updateEmailChangeToken = async (
  db: Queryable,
  changeId: string,
  tokenHash: Uint8Array,
): Promise<boolean> =>
  (await db.run(sql`update email_changes set token_hash = ${tokenHash} where change_id = ${changeId}`)) === 1

export const findEmailChangeByToken = (
  db: Queryable,
  tokenHash: Uint8Array,
  now: Date,
): Promise<PendingEmail | undefined> =>
  db.maybeOne(sql`
    select change_id as "changeId", merchant_id as "merchantId", new_email as "newEmail",
      created_at as "createdAt", expires_at as "expiresAt"
    from email_changes where token_hash = ${tokenHash} and expires_at > ${now}`)

/** Deletes the change; of two confirmations at once, the second finds nothing. */
export const consumeEmailChange = async (tx: Transaction, changeId: string): Promise<boolean> =>
  (await tx.run(sql`delete from email_changes where change_id = ${changeId}`)) === 1

/** Returns true when there was one. */
export const deleteEmailChange = async (tx: Transaction, merchantId: string): Promise<boolean> =>
  (await tx.run(sql`delete from email_changes where merchant_id = ${merchantId}`)) === 1
