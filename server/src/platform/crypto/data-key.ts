import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { type Database, openDatabase, type Queryable, sql, type Transaction } from '../database/database.ts'
import { AppKeyError, type AppKeyLocation, findAppKey, loadAppKey } from './app-key.ts'
import { hmacSha256, open, seal, secretsFrom, UnsealError } from './crypto.ts'

const KEY_BYTES = 32
/** Nothing else notices here that the database fell silent. */
const STATEMENT_TIMEOUT_MS = 5_000

/** A copy of the data key, encrypted with one app key. */
interface WrappedKey {
  readonly is_next: boolean
  readonly key_mark: string
  readonly wrapped: Buffer
}

export interface DataKey {
  readonly dataKey: Uint8Array
  readonly appKey: Uint8Array
  /** True after a rotation that has not removed the old app key yet, if this app key is the new one. */
  readonly isNext: boolean
}

/**
 * Returns the data key, decrypted with the app key. The first start creates both. A missing app key, or that of another database, is
 * refused: values encrypted with it could never be read together with the existing ones.
 */
export const openDataKey = async (
  connectionString: string,
  settings: AppKeyLocation,
): Promise<Uint8Array> => {
  const db = openDatabase(connectionString, {
    applicationName: 'galla data key',
    max: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  })
  try {
    return (await findDataKey(db, settings)).dataKey
  } finally {
    await db.close()
  }
}

export const findDataKey = async (db: Database, settings: AppKeyLocation): Promise<DataKey> =>
  (await readDataKey(db, settings)) ??
  db.transaction(async (tx) => {
    await tx.run(sql`lock table wrapped_data_keys in exclusive mode`)
    return (await readDataKey(tx, settings)) ?? makeDataKey(tx, settings)
  })

/** Returns undefined when the database has no data key yet. */
export const readDataKey = async (db: Queryable, settings: AppKeyLocation): Promise<DataKey | undefined> => {
  const copies = await db.rows<WrappedKey>(sql`select is_next, key_mark, wrapped from wrapped_data_keys`)
  if (copies.length === 0) return undefined
  const appKey = await findAppKey(settings)
  if (appKey === undefined) throw missing(settings)
  const mark = keyMarkOf(appKey)
  const copy = copies.find(({ key_mark }) => key_mark === mark)
  if (copy === undefined) throw foreign(settings)
  return {
    appKey,
    dataKey: open(wrappingKey(appKey), copy.wrapped, associatedDataOf(mark)),
    isNext: copy.is_next,
  }
}

const makeDataKey = async (tx: Transaction, settings: AppKeyLocation): Promise<DataKey> => {
  const isUsed = (await tx.rows(sql`select from merchants limit 1`)).length > 0
  const found = await findAppKey(settings)
  if (isUsed && found === undefined) throw missing(settings)
  const appKey = found ?? (await loadAppKey(settings))
  // Before data keys existed, the app key itself was used as one. What it encrypted must stay readable.
  if (isUsed) await refuseForeign(tx, settings, appKey)
  const dataKey = isUsed ? appKey : new Uint8Array(randomBytes(KEY_BYTES))
  await putWrappedKey(tx, appKey, dataKey, false)
  return { appKey, dataKey, isNext: false }
}

/** Every merchant has an encrypted API key; the newest one shows whether this app key encrypted it. */
const refuseForeign = async (
  tx: Transaction,
  settings: AppKeyLocation,
  appKey: Uint8Array,
): Promise<void> => {
  const sample = await tx.maybeOne<{ associated_data: string; key_sealed: Buffer }>(sql`
    select 'api_keys.key_sealed/' || merchant_id || '/' || key_id as associated_data, key_sealed
    from api_keys order by created_at desc, key_id desc limit 1`)
  if (sample === undefined) return
  try {
    open(secretsFrom(appKey).subkey('api key copy'), sample.key_sealed, sample.associated_data)
  } catch (error) {
    if (error instanceof UnsealError) throw foreign(settings)
    throw error
  }
}

/** Running it again writes the same copy; a next key that was never used is replaced. */
export const putWrappedKey = async (
  db: Queryable,
  appKey: Uint8Array,
  dataKey: Uint8Array,
  isNext: boolean,
): Promise<void> => {
  const mark = keyMarkOf(appKey)
  const wrapped = seal(wrappingKey(appKey), dataKey, associatedDataOf(mark))
  await db.run(sql`
    insert into wrapped_data_keys (is_next, key_mark, wrapped) values (${isNext}, ${mark}, ${wrapped})
    on conflict (is_next) do update set key_mark = excluded.key_mark, wrapped = excluded.wrapped`)
}

/** Makes the next app key the only one. Does nothing when there is no next one. */
export const keepNextKeyOnly = (db: Database): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.run(sql`
      delete from wrapped_data_keys where not is_next and exists (select from wrapped_data_keys where is_next)`)
    await tx.run(sql`update wrapped_data_keys set is_next = false where is_next`)
  })

/** Identifies an app key, and reveals nothing else about it. */
export const keyMarkOf = (appKey: Uint8Array): string =>
  hmacSha256(secretsFrom(appKey).subkey('backup'), 'mark').toString('hex')

const wrappingKey = (appKey: Uint8Array): Uint8Array => secretsFrom(appKey).subkey('data key')
const associatedDataOf = (mark: string): string => `wrapped_data_keys.wrapped/${mark}`

const nameOf = ({ appKey, dataDir }: AppKeyLocation): string =>
  appKey === undefined ? path.join(dataDir, 'app.key') : 'APP_KEY'

const missing = (settings: AppKeyLocation): AppKeyError =>
  new AppKeyError(
    `${nameOf(settings)} is missing, and without it the secrets in the database cannot be read; put it back, or set APP_KEY`,
  )

const foreign = (settings: AppKeyLocation): AppKeyError =>
  new AppKeyError(
    `${nameOf(settings)} is not the key of this database; put the right one back (after npm run galla -- rotate-app-key: the new one)`,
  )
