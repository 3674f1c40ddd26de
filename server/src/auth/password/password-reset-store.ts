import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts'

/** Saves the merchant's only link; an earlier one becomes void. */
export const saveReset = async (
  db: Queryable,
  reset: { merchantId: string; tokenHash: Uint8Array; createdAt: Date; expiresAt: Date },
): Promise<void> => {
  await db.run(sql`
    insert into password_resets (merchant_id, token_hash, created_at, expires_at)
    values (${reset.merchantId}, ${reset.tokenHash}, ${reset.createdAt}, ${reset.expiresAt})
    on conflict (merchant_id) do update set
      token_hash = excluded.token_hash, created_at = excluded.created_at, expires_at = excluded.expires_at`)
}

/** Finds the merchant of a link; undefined when it was used or has expired. */
export const findReset = (db: Queryable, tokenHash: Uint8Array, now: Date): Promise<string | undefined> =>
  db.maybeValue<string>(
    sql`select merchant_id from password_resets where token_hash = ${tokenHash} and expires_at > ${now}`,
  )

/** Uses the link and returns its merchant. Of two requests at once, the second waits and finds nothing. */
export const consumeReset = (
  tx: Transaction,
  tokenHash: Uint8Array,
  now: Date,
): Promise<string | undefined> =>
  tx.maybeValue<string>(sql`
    delete from password_resets where token_hash = ${tokenHash} and expires_at > ${now} returning merchant_id`)

/** Deletes the link after a change of the address or the password. */
export const deleteReset = async (tx: Transaction, merchantId: string): Promise<void> => {
  await tx.run(sql`delete from password_resets where merchant_id = ${merchantId}`)
}
