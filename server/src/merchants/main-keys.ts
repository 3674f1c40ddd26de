import type { Mode } from '@galla/contract/order-status'
import type { Clock } from '../platform/clock.ts'
import { hmacSha256, openText, type Secrets, seal } from '../platform/crypto.ts'
import type { Database, Transaction } from '../platform/database.ts'
import type { Ids } from '../platform/ids.ts'
import { insertApiKey, readMainKey, revokeMainKey } from './api-key-store.ts'
import { keyTextFrom } from './key-text.ts'
import { lockMerchant } from './merchant-store.ts'

export interface KeyDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
}

export interface MainKey {
  /** Complete; shown to the merchant alone, and never logged. */
  readonly apiKey: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

const KEY_BYTES = 32

/** What a key is found by. Without the app key nobody can try keys against a stolen table. */
export const keyHashOf = (secrets: Secrets, keyText: string): Buffer =>
  hmacSha256(secrets.subkey('api key lookup'), keyText)

const copyKey = (secrets: Secrets): Uint8Array => secrets.subkey('api key copy')
const placeOf = (merchantId: string, keyId: string): string => `api_keys.key_sealed/${merchantId}/${keyId}`

export const makeMainKey = async (
  { clock, ids, secrets }: Omit<KeyDeps, 'db'>,
  tx: Transaction,
  merchantId: string,
  mode: Mode,
): Promise<MainKey> => {
  const createdAt = clock.now()
  const apiKey = keyTextFrom(mode, ids.bytes(KEY_BYTES))
  const keyId = `key_${ids.ulid(createdAt)}`
  await insertApiKey(tx, {
    merchantId,
    keyId,
    mode,
    scope: 'full',
    isMain: true,
    keyHash: keyHashOf(secrets, apiKey),
    keySealed: seal(copyKey(secrets), apiKey, placeOf(merchantId, keyId)),
    createdAt,
  })
  return { apiKey, createdAt, lastUsedAt: null }
}

export const findMainKey = async (
  { db, secrets }: Pick<KeyDeps, 'db' | 'secrets'>,
  merchantId: string,
  mode: Mode,
): Promise<MainKey> => {
  const row = await readMainKey(db, merchantId, mode)
  return {
    apiKey: openText(copyKey(secrets), row.key_sealed, placeOf(merchantId, row.key_id)),
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }
}

/** The old key stops at once. Two at the same time: the second replaces the first one's. */
export const rotateMainKey = (deps: KeyDeps, merchantId: string, mode: Mode): Promise<MainKey> =>
  deps.db.transaction(async (tx) => {
    await lockMerchant(tx, merchantId)
    await revokeMainKey(tx, merchantId, mode, deps.clock.now())
    return makeMainKey(deps, tx, merchantId, mode)
  })
