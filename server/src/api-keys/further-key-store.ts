import type { ApiKeyRow } from '@galla/contract/api-keys/api-keys'
import type { Mode } from '@galla/contract/orders/order-status'
import { fixed, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import type { WithDates } from '../platform/iso-dates.ts'

type Dates = 'createdAt' | 'lastUsedAt' | 'expiresAt' | 'revokedAt'
export interface KeyRecord extends WithDates<Omit<ApiKeyRow, 'masked'>, Dates> {
  readonly sealed: Buffer
}

const KEY = fixed`
  key_id as id, name, scopes, is_main as "isMain", coalesce(addresses, '{}')::text[] as addresses, key_sealed as sealed,
  created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt", revoked_at as "revokedAt",
  case when refused_at is not null then json_build_object('count', refused_count, 'lastAt', to_json(refused_at),
    'why', refused_why, 'address', coalesce(refused_from, '')) end as refused`

/** Lists the keys of a mode: the main one, then the active ones, then the ended ones, each newest first. */
export const listKeys = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  now: Date,
  max: number,
): Promise<KeyRecord[]> =>
  db.rows(sql`
    select ${KEY} from api_keys where merchant_id = ${merchantId} and mode = ${mode}
    order by is_main desc, revoked_at is not null or coalesce(expires_at <= ${now}, false), key_id desc limit ${max}`)

export const findKeyRecord = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  keyId: string,
): Promise<KeyRecord | undefined> =>
  db.maybeOne(sql`
    select ${KEY} from api_keys where merchant_id = ${merchantId} and mode = ${mode} and key_id = ${keyId}`)

export const countFurtherKeys = (
  tx: Transaction,
  merchantId: string,
  mode: Mode,
  now: Date,
): Promise<number> =>
  tx.value<number>(sql`
    select count(*)::int as working from api_keys
    where merchant_id = ${merchantId} and mode = ${mode} and not is_main and not was_main and revoked_at is null
      and (expires_at is null or expires_at > ${now})`)

export const revokeKey = (db: Queryable, merchantId: string, mode: Mode, keyId: string, now: Date) =>
  db.run(sql`
    update api_keys set revoked_at = ${now}
    where merchant_id = ${merchantId} and mode = ${mode} and key_id = ${keyId} and revoked_at is null and not is_main`)

export const updateKeyAddresses = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  keyId: string,
  addresses: readonly string[],
) =>
  db.run(sql`
    update api_keys set addresses = nullif(${addresses}::cidr[], '{}')
    where merchant_id = ${merchantId} and mode = ${mode} and key_id = ${keyId}`)

export const isKeyShownOnce = (db: Queryable, merchantId: string): Promise<boolean> =>
  db.value<boolean>(sql`
    select key_shown_once from merchants where merchant_id = ${merchantId}`)

export const updateShownOnce = (db: Queryable, merchantId: string, shownOnce: boolean) =>
  db.run(sql`update merchants set key_shown_once = ${shownOnce} where merchant_id = ${merchantId}`)
