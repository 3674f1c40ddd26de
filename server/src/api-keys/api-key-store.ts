import type { KeyScope } from '@galla/contract/api-keys/key-scopes'
import type { Mode } from '@galla/contract/orders/order-status'
import type { KeyRefusal } from '../merchants/caller.ts'
import { part, type Queryable, type SqlPart, sql, type Transaction } from '../platform/database/database.ts'

export interface NewApiKey {
  readonly merchantId: string
  readonly keyId: string
  readonly mode: Mode
  readonly scopes: readonly KeyScope[]
  readonly isMain: boolean
  readonly name: string
  /** The networks that may use it. Empty: any address. */
  readonly addresses: readonly string[]
  readonly keyHash: Uint8Array
  readonly keySealed: Uint8Array
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

export const insertApiKey = async (tx: Transaction, key: NewApiKey): Promise<void> => {
  await tx.run(sql`
    insert into api_keys (merchant_id, key_id, mode, scopes, is_main, name, addresses, key_hash, key_sealed, created_at, expires_at)
    values (${key.merchantId}, ${key.keyId}, ${key.mode}, ${key.scopes}, ${key.isMain}, ${key.name},
            nullif(${key.addresses}::cidr[], '{}'), ${key.keyHash}, ${key.keySealed}, ${key.createdAt},
            ${key.expiresAt})`)
}

export interface MainKeyRow {
  readonly id: string
  /** The networks that may use it. Empty: any address. */
  readonly addresses: readonly string[]
  readonly sealed: Buffer
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

export const getMainKey = (db: Queryable, merchantId: string, mode: Mode): Promise<MainKeyRow> =>
  db.one(sql`
    select key_id as id, coalesce(addresses, '{}')::text[] as addresses, key_sealed as sealed, created_at as "createdAt",
      last_used_at as "lastUsedAt"
    from api_keys
    where merchant_id = ${merchantId} and mode = ${mode} and is_main and revoked_at is null`)

/** Retires the main key: it works until `until`, and the key that it replaced stops now. */
export const retireMainKey = async (
  tx: Transaction,
  { merchantId, mode }: { readonly merchantId: string; readonly mode: Mode },
  now: Date,
  until: Date,
): Promise<void> => {
  await tx.run(sql`
    update api_keys
    set revoked_at = case when not is_main or ${until}::timestamptz <= ${now}::timestamptz then ${now}::timestamptz end,
        expires_at = case when is_main then ${until}::timestamptz else expires_at end,
        name = case when is_main then 'Previous main key' else name end, is_main = false, was_main = true
    where merchant_id = ${merchantId} and mode = ${mode} and revoked_at is null and (is_main or was_main)`)
}

/** Returns until when the previous key works; null if it no longer works. */
export const findPreviousKeyExpiry = async (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  now: Date,
): Promise<Date | null> => {
  const previous = await db.maybeValue<Date>(sql`
    select expires_at from api_keys
    where merchant_id = ${merchantId} and mode = ${mode} and was_main and revoked_at is null and expires_at > ${now}
    order by expires_at desc limit 1`)
  return previous ?? null
}

export interface KeyRow {
  readonly merchantId: string
  readonly mode: Mode
  readonly scopes: readonly KeyScope[]
  readonly isSuspended: boolean
  readonly isAddressAllowed: boolean
  /** Revoked or expired. */
  readonly isEnded: boolean
}

/** The hash of a key in a request, and the caller's IP address, null if unknown. */
export interface LookedUpKey {
  readonly keyHash: Uint8Array
  readonly address: string | null
}

export const findKey = (
  db: Queryable,
  { keyHash, address }: LookedUpKey,
  now: Date,
): Promise<KeyRow | undefined> =>
  db.maybeOne(sql`
    select k.merchant_id as "merchantId", k.mode, k.scopes, m.suspended_at is not null as "isSuspended",
      k.addresses is null or coalesce(${address}::inet <<= any(k.addresses), false) as "isAddressAllowed",
      k.revoked_at is not null or coalesce(k.expires_at <= ${now}, false) as "isEnded"
    from api_keys k join merchants m using (merchant_id)
    where k.key_hash = ${keyHash}`)

export interface KeyUse {
  readonly keyHash: Uint8Array
  readonly at: Date
}

/**
 * Updates the last use of many keys at once, after the fact. Rows that are locked at the moment are skipped; unknown keys change nothing.
 */
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

export interface RefusedKeyUse {
  readonly keyHash: Uint8Array
  readonly count: number
  readonly at: Date
  readonly why: KeyRefusal
  readonly from: string | null
}

/** Records many refusals at once, after the fact. Unknown keys change nothing. */
export const recordKeyRefusals = async (db: Queryable, refused: readonly RefusedKeyUse[]): Promise<void> => {
  await db.run(sql`
    update api_keys k
    set refused_count = k.refused_count + r.count, refused_at = r.at, refused_why = r.why, refused_from = r.address
    from (
      select k.merchant_id, k.key_id, r.count, r.at, r.why, r.address
      from unnest(${refused.map(({ keyHash }) => keyHash)}::bytea[], ${refused.map(({ count }) => count)}::bigint[],
                  ${refused.map(({ at }) => at)}::timestamptz[], ${refused.map(({ why }) => why)}::text[],
                  ${refused.map(({ from }) => from)}::text[]) as r (key_hash, count, at, why, address)
      join api_keys k using (key_hash)
      order by k.merchant_id, k.key_id
      for update of k
    ) r
    where k.merchant_id = r.merchant_id and k.key_id = r.key_id`)
}

/** Revoked or expired before a time. */
const endedKey = (before: Date): SqlPart => part`
  least(revoked_at, expires_at) < ${before} and (revoked_at is not null or expires_at is not null) and not is_main`

export const listMerchantsOfEndedKeys = (db: Queryable, before: Date, max: number): Promise<string[]> =>
  db.values<string>(sql`select distinct merchant_id from api_keys where ${endedKey(before)} limit ${max}`)

/** In order, so that each copy of the table deletes the same rows. */
export const deleteEndedKeys = (
  db: Queryable,
  merchantId: string,
  before: Date,
  max: number,
): Promise<number> =>
  db.run(sql`
    delete from api_keys where merchant_id = ${merchantId} and key_id in (
      select key_id from api_keys where merchant_id = ${merchantId} and ${endedKey(before)} order by key_id limit ${max})`)
