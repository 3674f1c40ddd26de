import { PREVIOUS_KEY_SECONDS } from '@galla/contract/api-keys/api-keys'
import { MAIN_KEY_SCOPES } from '@galla/contract/api-keys/key-scopes'
import type { Mode } from '@galla/contract/orders/order-status'
import { lockMerchant } from '../merchants/merchant-store.ts'
import { hmacSha256, openText, type Secrets, seal } from '../platform/crypto/crypto.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import {
  findPreviousKeyExpiry,
  getMainKey,
  insertApiKey,
  type NewApiKey,
  retireMainKey,
} from './api-key-store.ts'
import { keyTextFrom } from './key-text.ts'

export type KeyDeps = Pick<Platform, 'db' | 'clock' | 'ids' | 'secrets'>

export interface MainKey {
  /** The complete text; shown to the merchant only, and never logged. */
  readonly apiKey: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

const KEY_BYTES = 32

/** Returns the hash that finds a key. It is keyed with the data key, so that keys cannot be tried against a stolen table. */
export const keyHashOf = (secrets: Secrets, keyText: string): Buffer =>
  hmacSha256(secrets.subkey('api key lookup'), keyText)

const copyKey = (secrets: Secrets): Uint8Array => secrets.subkey('api key copy')
const associatedDataOf = (merchantId: string, keyId: string): string =>
  `api_keys.key_sealed/${merchantId}/${keyId}`

export const makeMainKey = async (
  { clock, ids, secrets }: Omit<KeyDeps, 'db'>,
  tx: Transaction,
  merchantId: string,
  mode: Mode,
  addresses: readonly string[] = [],
): Promise<MainKey> => {
  const main = {
    merchantId,
    mode,
    scopes: MAIN_KEY_SCOPES,
    isMain: true,
    name: 'Main key',
    addresses,
    expiresAt: null,
  }
  const { apiKey, createdAt } = await makeKey({ clock, ids, secrets }, tx, main)
  return { apiKey, createdAt, lastUsedAt: null }
}

/** Creates a key of any kind and returns its text. */
export const makeKey = async (
  { clock, ids, secrets }: Omit<KeyDeps, 'db'>,
  tx: Transaction,
  key: Omit<NewApiKey, 'keyId' | 'keyHash' | 'keySealed' | 'createdAt'>,
): Promise<{ keyId: string; apiKey: string; createdAt: Date }> => {
  const createdAt = clock.now()
  const apiKey = keyTextFrom(key.mode, ids.bytes(KEY_BYTES))
  const keyId = `key_${ids.ulid(createdAt)}`
  await insertApiKey(tx, {
    ...key,
    keyId,
    keyHash: keyHashOf(secrets, apiKey),
    keySealed: seal(copyKey(secrets), apiKey, associatedDataOf(key.merchantId, keyId)),
    createdAt,
  })
  return { keyId, apiKey, createdAt }
}

/** Decrypts the text of a stored key. */
export const openKey = (
  { secrets }: Pick<KeyDeps, 'secrets'>,
  merchantId: string,
  { id, sealed }: { readonly id: string; readonly sealed: Buffer },
): string => openText(copyKey(secrets), sealed, associatedDataOf(merchantId, id))

export const findMainKey = async (
  { db, secrets }: Pick<KeyDeps, 'db' | 'secrets'>,
  merchantId: string,
  mode: Mode,
): Promise<MainKey> => {
  const row = await getMainKey(db, merchantId, mode)
  return {
    apiKey: openKey({ secrets }, merchantId, row),
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
  }
}

/** Returns until when the replaced key still works. */
export const overlapOfMainKey = (
  { db, clock }: Pick<KeyDeps, 'db' | 'clock'>,
  merchantId: string,
  mode: Mode,
): Promise<Date | null> => findPreviousKeyExpiry(db, merchantId, mode, clock.now())

/**
 * Creates a new main key. The replaced key works for PREVIOUS_KEY_SECONDS more, so that servers can be updated, or stops at once when it
 * has leaked. An earlier replaced key stops in any case, so two work at most. The allowed networks stay.
 */
export const rotateMainKey = (
  deps: KeyDeps,
  merchantId: string,
  mode: Mode,
  stopOldNow: boolean,
  alsoDo: (tx: Transaction) => Promise<unknown> = async () => {},
): Promise<MainKey> =>
  deps.db.transaction(async (tx) => {
    await lockMerchant(tx, merchantId)
    const now = deps.clock.now()
    const until = stopOldNow ? now : new Date(now.getTime() + PREVIOUS_KEY_SECONDS * 1000)
    const { addresses } = await getMainKey(tx, merchantId, mode)
    await retireMainKey(tx, { merchantId, mode }, now, until)
    await alsoDo(tx)
    return makeMainKey(deps, tx, merchantId, mode, addresses)
  })
