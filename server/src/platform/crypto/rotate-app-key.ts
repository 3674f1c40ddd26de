import type { Database } from '../database/database.ts'
import { AppKeyError, activateNextKey, archiveAppKey, prepareNextKey } from './app-key.ts'
import { findDataKey, keepNextKeyOnly, keyMarkOf, putWrappedKey } from './data-key.ts'

export interface RotationDeps {
  readonly db: Database
  readonly settings: {
    readonly appKey: Uint8Array | undefined
    readonly newAppKey: Uint8Array | undefined
    readonly dataDir: string
  }
}

/** The key of the advisory lock that lets one rotation run at a time. */
const ROTATION_LOCK = 7_364_002

/** Refuses the next step when the connection that holds the lock is lost, because another rotation may run then. */
type AssertLocked = () => Promise<void>

const SEALED_BY_THE_FIRST_KEY =
  'This database was made before it had a data key, so its secrets stay encrypted with its first app key: keep that key as secret as before.'

/**
 * Replaces the app key. Each step happens completely or not at all, and after each step the app key that a start finds opens the data: the
 * rotation may stop anywhere, and continues when it is run again. Yields a message for each step.
 */
export async function* rotateAppKey(deps: RotationDeps): AsyncGenerator<string> {
  // The connection holds the lock, so a killed process releases it.
  const client = await deps.db.pool.connect()
  // Without a listener, a connection that breaks between two steps would end the process; the next assertLocked reports it.
  client.on('error', () => undefined)
  const assertLocked: AssertLocked = async () => {
    await client.query('select 1').catch(() => {
      throw new AppKeyError('The connection to the database was lost. Run this again: it goes on from here.')
    })
  }
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [ROTATION_LOCK])
    if (rows[0]?.locked !== true) throw new AppKeyError('Another rotation of the app key is running.')
    if (deps.settings.appKey === undefined) yield* rotateKeyFile(deps, assertLocked)
    else yield* rotateKeySetting(deps, deps.settings.appKey, assertLocked)
  } finally {
    // A broken connection has released it already.
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined)
    client.release(true)
  }
}

async function* rotateKeyFile(
  { db, settings }: RotationDeps,
  assertLocked: AssertLocked,
): AsyncGenerator<string> {
  const { appKey, dataKey, isNext } = await findDataKey(db, settings)
  if (!isNext) {
    const next = await prepareNextKey(settings)
    yield 'Created a new key.'
    await assertLocked()
    await putWrappedKey(db, next, dataKey, true)
    yield 'The old key and the new key both decrypt the data.'
    await assertLocked()
    const kept = await archiveAppKey(settings, keyMarkOf(appKey))
    yield `Existing backups need the old key. It is now ${kept}. Move it to where you keep them, or delete both.`
    await assertLocked()
    await activateNextKey(settings)
    yield 'app.key is the new key. Replace your copy of the old key with it.'
  }
  await assertLocked()
  await keepNextKeyOnly(db)
  yield 'The old key no longer decrypts the data. You do not need to restart Galla.'
  if (isSame(appKey, dataKey)) yield SEALED_BY_THE_FIRST_KEY
}

/** The setting comes from outside each process, so this takes two runs: before the processes change to the new key, and after. */
async function* rotateKeySetting(
  { db, settings }: RotationDeps,
  appKey: Uint8Array,
  assertLocked: AssertLocked,
): AsyncGenerator<string> {
  const { dataKey, isNext } = await findDataKey(db, settings)
  const { newAppKey } = settings
  if (isNext) {
    await assertLocked()
    await keepNextKeyOnly(db)
    yield 'The old key no longer decrypts the data. Existing backups still need it.'
    return
  }
  if (newAppKey === undefined || isSame(newAppKey, appKey))
    throw new AppKeyError(
      'APP_KEY is the key in use. Set NEW_APP_KEY to the one that shall replace it: openssl rand -hex 32 makes one.',
    )
  await assertLocked()
  await putWrappedKey(db, newAppKey, dataKey, true)
  yield 'The old key and the new key both decrypt the data. Set APP_KEY to the new key for every process, restart them one after the other, and run this command again with it.'
  if (isSame(appKey, dataKey)) yield SEALED_BY_THE_FIRST_KEY
}

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.from(one).equals(other)
