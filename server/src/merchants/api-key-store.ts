import type { Mode } from '@galla/contract/order-status'
import { type Queryable, sql, type Transaction } from '../platform/database.ts'
import type { KeyScope } from './caller.ts'

export interface NewApiKey {
  readonly merchantId: string
  readonly keyId: string
  readonly mode: Mode
  readonly scope: KeyScope
  readonly isMain: boolean
  readonly keyHash: Uint8Array
  readonly keySealed: Uint8Array
  readonly createdAt: Date
}

export const insertApiKey = async (tx: Transaction, key: NewApiKey): Promise<void> => {
  await tx.run(sql`
    insert into api_keys (merchant_id, key_id, mode, scope, is_main, key_hash, key_sealed, created_at)
    values (${key.merchantId}, ${key.keyId}, ${key.mode}, ${key.scope}, ${key.isMain}, ${key.keyHash},
            ${key.keySealed}, ${key.createdAt})`)
}

export interface MainKeyRow {
  key_id: string
  key_sealed: Buffer
  created_at: Date
  last_used_at: Date | null
}

export const readMainKey = (db: Queryable, merchantId: string, mode: Mode): Promise<MainKeyRow> =>
  db.one(sql`
    select key_id, key_sealed, created_at, last_used_at from api_keys
    where merchant_id = ${merchantId} and mode = ${mode} and is_main and revoked_at is null`)

export const revokeMainKey = async (
  tx: Transaction,
  merchantId: string,
  mode: Mode,
  now: Date,
): Promise<void> => {
  await tx.run(sql`
    update api_keys set revoked_at = ${now}
    where merchant_id = ${merchantId} and mode = ${mode} and is_main and revoked_at is null`)
}

export interface KeyRow {
  key_hash: Buffer
  key_id: string
  merchant_id: string
  mode: Mode
  scope: KeyScope
  suspended: boolean
}

/** Many look-ups in one round trip; what is unknown or revoked is missing from the answer. */
export const findKeys = (db: Queryable, keyHashes: readonly Uint8Array[]): Promise<KeyRow[]> =>
  db.rows(sql`
    select k.key_hash, k.key_id, k.merchant_id, k.mode, k.scope, m.suspended_at is not null as suspended
    from api_keys k join merchants m using (merchant_id)
    where k.key_hash = any(${keyHashes}::bytea[]) and k.revoked_at is null`)

export interface KeyUse {
  readonly keyHash: Uint8Array
  readonly at: Date
}

/** Late and together. A key that somebody is changing at the moment is not waited for; what is no key changes nothing. */
export const recordKeyUses = async (db: Queryable, uses: readonly KeyUse[]): Promise<void> => {
  await db.run(sql`
    update api_keys k set last_used_at = u.at
    from (
      select k.merchant_id, k.key_id, u.at
      from unnest(${uses.map((use) => use.keyHash)}::bytea[], ${uses.map((use) => use.at)}::timestamptz[])
        as u (key_hash, at)
      join api_keys k using (key_hash)
      where k.revoked_at is null
      for update of k skip locked
    ) u
    where k.merchant_id = u.merchant_id and k.key_id = u.key_id
      and (k.last_used_at is null or k.last_used_at < u.at)`)
}
