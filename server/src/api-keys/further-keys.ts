import { type ApiKeyRow, type createApiKey, FURTHER_KEYS_MAX } from '@galla/contract/api-keys/api-keys'
import { mayCall } from '@galla/contract/auth/roles'
import type { SecurityEventKind } from '@galla/contract/auth/security-events'
import { DAY_MS } from '@galla/contract/durations'
import type { BodyOf } from '@galla/contract/endpoint'
import { istDayOf, startOfIstDay } from '@galla/contract/ist'
import type { Mode } from '@galla/contract/orders/order-status'
import { startProviderRefund } from '@galla/contract/reconciliation/refunds'
import {
  type RecordSecurityDeps,
  recordSecurityEvent,
} from '../auth/security-events/record-security-event.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { type CheckPasswordDeps, checkPassword } from '../merchants/check-password.ts'
import { lockMerchant } from '../merchants/merchant-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { isoDates } from '../platform/iso-dates.ts'
import { deleteByAge } from '../platform/jobs/delete-by-age.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'
import { deleteEndedKeys, listMerchantsOfEndedKeys } from './api-key-store.ts'
import {
  countFurtherKeys,
  findKeyRecord,
  isKeyShownOnce,
  type KeyRecord,
  listKeys,
  revokeKey,
  updateKeyAddresses,
  updateShownOnce,
} from './further-key-store.ts'
import { maskedKey } from './key-text.ts'
import { findMainKey, type KeyDeps, makeKey, openKey } from './main-keys.ts'

/** The main key, 20 further ones, and as many ended ones as are useful to see. */
const KEYS_SHOWN_MAX = 50

export const MAIN_KEY = 'Main key'

interface Owner {
  readonly merchantId: string
  readonly mode: Mode
}

const rowFrom = (
  deps: Pick<KeyDeps, 'secrets'>,
  merchantId: string,
  { sealed, refused, ...record }: KeyRecord,
): ApiKeyRow => ({
  ...isoDates(record),
  name: record.isMain ? MAIN_KEY : record.name,
  masked: maskedKey(openKey(deps, merchantId, { id: record.id, sealed })),
  addresses: record.addresses.map((network) =>
    network.replace(/^([\d.]+)\/32$|^([\da-f.]*:[\da-f:.]*)\/128$/i, '$1$2'),
  ),
  refused: refused === null ? null : { ...refused, lastAt: new Date(refused.lastAt).toISOString() },
})

export const showKeys = async (deps: KeyDeps, { merchantId, mode }: Owner): Promise<ApiKeyRow[]> =>
  (await listKeys(deps.db, merchantId, mode, deps.clock.now(), KEYS_SHOWN_MAX)).map((record) =>
    rowFrom(deps, merchantId, record),
  )

const showKey = async (deps: KeyDeps, { merchantId, mode }: Owner, keyId: string): Promise<ApiKeyRow> => {
  const record = await findKeyRecord(deps.db, merchantId, mode, keyId)
  if (record === undefined) throw new Refusal('not_found')
  return rowFrom(deps, merchantId, record)
}

/** No role gets by a key what it may not do itself: send money. */
const assertMayGive = ({ role, mode }: SessionCaller, { scopes }: Pick<ApiKeyRow, 'scopes'>): void => {
  if (
    mode === 'live' &&
    scopes.includes('refunds:create') &&
    !mayCall(role, mode, `POST ${startProviderRefund.path}`)
  )
    throw new Refusal('forbidden')
}

/** Creates a further key. Its text is in this response and in no other. */
export const addKey = async (
  deps: KeyDeps,
  owner: SessionCaller,
  { lastDay, addresses = [], ...key }: BodyOf<typeof createApiKey>,
): Promise<ApiKeyRow & { apiKey: string }> => {
  const now = deps.clock.now()
  assertMayGive(owner, key)
  if (lastDay !== null && lastDay < istDayOf(now)) throw invalidField('lastDay', 'Enter today or a later day')
  const expiresAt = lastDay === null ? null : new Date(startOfIstDay(lastDay).getTime() + DAY_MS)
  const { keyId, apiKey } = await deps.db.transaction(async (tx) => {
    await lockMerchant(tx, owner.merchantId)
    if ((await countFurtherKeys(tx, owner.merchantId, owner.mode, now)) >= FURTHER_KEYS_MAX)
      throw new Refusal('too_many_keys')
    await recordKeyEvent(tx, deps, owner, 'api_key_created', key.name)
    const { merchantId, mode } = owner
    return makeKey(deps, tx, { ...key, merchantId, mode, isMain: false, addresses, expiresAt })
  })
  return { ...(await showKey(deps, owner, keyId)), apiKey }
}

/** Revokes a key at once; the main one can only be replaced. */
export const endKey = async (deps: KeyDeps, owner: SessionCaller, keyId: string): Promise<ApiKeyRow> => {
  const before = await showKey(deps, owner, keyId)
  if (before.isMain) throw new Refusal('main_key')
  await deps.db.transaction(async (tx) => {
    if ((await revokeKey(tx, owner.merchantId, owner.mode, keyId, deps.clock.now())) === 1)
      await recordKeyEvent(tx, deps, owner, 'api_key_revoked', before.name)
  })
  return showKey(deps, owner, keyId)
}

export const restrictKey = async (
  deps: KeyDeps,
  owner: SessionCaller,
  keyId: string,
  addresses: readonly string[],
): Promise<ApiKeyRow> => {
  const key = await showKey(deps, owner, keyId)
  assertMayGive(owner, key)
  await deps.db.transaction(async (tx) => {
    await updateKeyAddresses(tx, owner.merchantId, owner.mode, keyId, addresses)
    await recordKeyEvent(tx, deps, owner, 'api_key_restricted', key.name)
  })
  return showKey(deps, owner, keyId)
}

/** Hiding keys needs nothing; showing them needs the password, or the setting would protect nothing. */
export const setShownOnce = async (
  deps: CheckPasswordDeps,
  { merchantId, personId }: SessionCaller,
  shownOnce: boolean,
  password: string | undefined,
): Promise<boolean> => {
  if (!shownOnce && (await isKeyShownOnce(deps.db, merchantId)))
    await checkPassword(deps, personId, 'password', password)
  await updateShownOnce(deps.db, merchantId, shownOnce)
  return shownOnce
}

export const isShownOnce = ({ db }: Pick<KeyDeps, 'db'>, merchantId: string): Promise<boolean> =>
  isKeyShownOnce(db, merchantId)

export const revealMainKey = async (
  deps: KeyDeps & CheckPasswordDeps,
  caller: SessionCaller,
  password: string,
): Promise<string> => {
  const { merchantId, personId, mode } = caller
  await checkPassword(deps, personId, 'password', password)
  await deps.db.transaction((tx) => recordKeyEvent(tx, deps, caller, 'api_key_revealed', MAIN_KEY))
  return (await findMainKey(deps, merchantId, mode)).apiKey
}

export const recordKeyEvent = (
  tx: Transaction,
  deps: RecordSecurityDeps,
  { merchantId, mode, client }: SessionCaller,
  kind: Extract<SecurityEventKind, `api_key_${string}`>,
  name: string,
): Promise<void> =>
  recordSecurityEvent(tx, deps, { merchantId, client, kind, subject: `${name} (${mode} mode)` })

/** Longer than the log of its calls. */
const ENDED_DAYS = 90

/** Deletes keys that were revoked or replaced long ago: nothing refers to them any more. */
export const deleteOldKeys = (deps: Pick<Platform, 'db' | 'clock'>) =>
  deleteByAge(deps, ENDED_DAYS, { listMerchants: listMerchantsOfEndedKeys, deleteRows: deleteEndedKeys })
