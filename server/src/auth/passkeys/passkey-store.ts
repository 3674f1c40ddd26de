import { PASSKEYS_MAX } from '@galla/contract/auth/passkeys'
import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts'

export interface PasskeyRow {
  readonly passkeyId: string
  readonly credentialId: Buffer
  readonly publicKey: Buffer
  readonly counter: number
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

const MAX = PASSKEYS_MAX + 1

/** Lists the oldest first. */
export const listPasskeyRows = (db: Queryable, merchantId: string): Promise<PasskeyRow[]> =>
  db.rows(sql`
    select passkey_id as "passkeyId", credential_id as "credentialId", public_key as "publicKey", counter::float8 as counter, name,
      created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where merchant_id = ${merchantId} order by passkey_id limit ${MAX}`)

/** Returns false when the account has this credential already. */
export const insertPasskey = async (
  tx: Transaction,
  merchantId: string,
  { passkeyId, credentialId, publicKey, counter, name, createdAt }: Omit<PasskeyRow, 'lastUsedAt'>,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into passkeys (merchant_id, passkey_id, credential_id, public_key, counter, name, created_at)
    values (${merchantId}, ${passkeyId}, ${credentialId}, ${publicKey}, ${counter}, ${name}, ${createdAt})
    on conflict do nothing`)) === 1

/** Moves its counter; false when it was removed in the meantime, or a signature with this counter or a later one was seen. */
export const updatePasskeyUse = async (
  tx: Transaction,
  merchantId: string,
  passkeyId: string,
  counter: number,
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    update passkeys set counter = ${counter}, last_used_at = ${now}
    where merchant_id = ${merchantId} and passkey_id = ${passkeyId}
      and (counter < ${counter} or (counter = 0 and ${counter} = 0))`)) === 1

/** Its sessions end with it. Returns its name; undefined when there is none. */
export const deletePasskey = (
  tx: Transaction,
  merchantId: string,
  passkeyId: string,
): Promise<string | undefined> =>
  tx.maybeValue<string>(sql`
    delete from passkeys where merchant_id = ${merchantId} and passkey_id = ${passkeyId} returning name`)

/** Deletes those that were added since a time; returns their names. */
export const deletePasskeysAddedSince = (
  tx: Transaction,
  merchantId: string,
  since: Date,
): Promise<string[]> =>
  tx.values<string>(sql`
    delete from passkeys where merchant_id = ${merchantId} and created_at >= ${since} returning name`)

export const insertChallenge = async (
  db: Queryable,
  challengeHash: Uint8Array,
  personId: string | null,
  expiresAt: Date,
): Promise<void> => {
  await db.run(sql`
    insert into passkey_challenges (challenge_hash, person_id, expires_at)
    values (${challengeHash}, ${personId}, ${expiresAt})`)
}

/** Uses a challenge up; of two answers to it, the second finds none. A login's is of nobody. */
export const consumeChallenge = async (
  db: Queryable,
  challengeHash: Uint8Array,
  personId: string | null,
  now: Date,
): Promise<boolean> =>
  (await db.run(sql`
    delete from passkey_challenges
    where challenge_hash = ${challengeHash} and person_id is not distinct from ${personId}::text and expires_at > ${now}`)) ===
  1
