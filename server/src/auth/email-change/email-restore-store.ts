import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts'

export interface EmailRestore {
  readonly merchantId: string
  readonly restoreId: string
  readonly oldEmail: string
  readonly changedAt: Date
  readonly expiresAt: Date
}

export const insertEmailRestore = async (tx: Transaction, restore: EmailRestore): Promise<void> => {
  await tx.run(sql`
    insert into email_restores (merchant_id, restore_id, old_email, changed_at, expires_at)
    values (${restore.merchantId}, ${restore.restoreId}, ${restore.oldEmail}, ${restore.changedAt}, ${restore.expiresAt})`)
}

/** Sets the link's token; undefined when the restore was used or has expired. */
export const updateEmailRestoreToken = (
  db: Queryable,
  key: { readonly merchantId: string; readonly restoreId: string },
  tokenHash: Uint8Array,
  now: Date,
): Promise<EmailRestore | undefined> =>
  db.maybeOne(sql`
    update email_restores set token_hash = ${tokenHash}
    where merchant_id = ${key.merchantId} and restore_id = ${key.restoreId} and expires_at > ${now}
    returning merchant_id as "merchantId", restore_id as "restoreId", old_email as "oldEmail",
      changed_at as "changedAt", expires_at as "expiresAt"`)

export const findEmailRestoreByToken = (
  db: Queryable,
  tokenHash: Uint8Array,
  now: Date,
): Promise<EmailRestore | undefined> =>
  db.maybeOne(sql`
    select merchant_id as "merchantId", restore_id as "restoreId", old_email as "oldEmail",
      changed_at as "changedAt", expires_at as "expiresAt"
    from email_restores where token_hash = ${tokenHash} and expires_at > ${now}`)

/**
 * Uses a restore link, and deletes those of every later change: an attacker may have set their addresses. False when it was used before.
 */
export const consumeEmailRestore = async (
  tx: Transaction,
  { merchantId, restoreId }: Pick<EmailRestore, 'merchantId' | 'restoreId'>,
): Promise<boolean> => {
  const taken = await tx.rows<{ restore_id: string }>(sql`
    delete from email_restores r using email_restores used
    where used.merchant_id = ${merchantId} and used.restore_id = ${restoreId}
      and r.merchant_id = ${merchantId} and (r.restore_id = used.restore_id or r.changed_at >= used.changed_at)
    returning r.restore_id`)
  return taken.some(({ restore_id }) => restore_id === restoreId)
}

/** True while another account can restore this address, which no one else can take then. */
export const isEmailReserved = (
  db: Queryable,
  email: string,
  merchantId: string,
  now: Date,
): Promise<boolean> =>
  db.value<boolean>(sql`
    select exists (
      select 1 from email_restores
      where old_email = ${email} and merchant_id <> ${merchantId} and expires_at > ${now}) as found`)
