import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts'

/** Saves a link's token, and deletes the oldest ones beyond `max`. */
export const insertSetupToken = async (
  tx: Transaction,
  token: { tokenHash: Uint8Array; createdAt: Date; expiresAt: Date },
  max: number,
): Promise<void> => {
  await tx.run(sql`
    insert into setup_tokens (token_hash, created_at, expires_at)
    values (${token.tokenHash}, ${token.createdAt}, ${token.expiresAt})`)
  await tx.run(sql`
    delete from setup_tokens where token_hash in (
      select token_hash from setup_tokens order by created_at desc, token_hash offset ${max}::int)`)
}

export const isSetupToken = async (db: Queryable, tokenHash: Uint8Array, now: Date): Promise<boolean> =>
  (await db.maybeOne(
    sql`select from setup_tokens where token_hash = ${tokenHash} and expires_at > ${now}`,
  )) !== undefined

/** Uses a token. Of two requests at once, the second waits and finds it used. */
export const consumeSetupToken = async (
  tx: Transaction,
  tokenHash: Uint8Array,
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`delete from setup_tokens where token_hash = ${tokenHash} and expires_at > ${now}`)) === 1

/** Voids every link. */
export const deleteSetupTokens = async (tx: Transaction): Promise<void> => {
  await tx.run(sql`delete from setup_tokens`)
}
