import { randomBytes } from 'node:crypto'
import { chmod, link, open, readFile, rename, stat, unlink } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../error-code.ts'
import { syncFolder } from '../files/synced-file.ts'

const KEY_BYTES = 32
const FILE = 'app.key'
const NEXT_FILE = `${FILE}.next`
const OWNER_ONLY = 0o600

/** An error that the operator has to fix; the message names the file and what is wrong with it. */
export class AppKeyError extends Error {
  override name = 'AppKeyError'
}

export interface AppKeyLocation {
  readonly appKey: Uint8Array | undefined
  readonly dataDir: string
}

/**
 * Returns the key that encrypts secrets at rest: the setting, or the file `app.key` in the data folder, created at the first start. Two
 * first starts at once get the same key: the file appears complete or not at all, and the second start reads it.
 */
export const loadAppKey = async (settings: AppKeyLocation): Promise<Uint8Array> => {
  return (await findAppKey(settings)) ?? (await makeKey(path.join(settings.dataDir, FILE)))
}

/** Returns the existing key, and creates none. */
export const findAppKey = async (settings: AppKeyLocation): Promise<Uint8Array | undefined> =>
  settings.appKey ?? (await readKey(path.join(settings.dataDir, FILE)))

/** Saves a known key as `app.key`. If there is one already, it is kept and returned. */
export const saveAppKey = (settings: AppKeyLocation, appKey: Uint8Array): Promise<Uint8Array> =>
  makeKey(path.join(settings.dataDir, FILE), appKey)

/** Returns the key that will replace `app.key`, and creates it if there is none. An interrupted rotation continues with the same key. */
export const prepareNextKey = async ({ dataDir }: Pick<AppKeyLocation, 'dataDir'>): Promise<Uint8Array> => {
  const file = path.join(dataDir, NEXT_FILE)
  return (await readKey(file)) ?? (await makeKey(file))
}

/** Keeps the current key under another name, because older backups need it, and returns that name. */
export const archiveAppKey = async (
  { dataDir }: Pick<AppKeyLocation, 'dataDir'>,
  mark: string,
): Promise<string> => {
  const kept = path.join(dataDir, `${FILE}.old-${mark.slice(0, 8)}`)
  try {
    await link(path.join(dataDir, FILE), kept)
  } catch (error) {
    if (!isThere(error)) throw error
  }
  return kept
}

/** Replaces `app.key` by the prepared key, in one step that survives a power cut. */
export const activateNextKey = async ({ dataDir }: Pick<AppKeyLocation, 'dataDir'>): Promise<void> => {
  await rename(path.join(dataDir, NEXT_FILE), path.join(dataDir, FILE))
  await syncFolder(dataDir)
}

const readKey = async (file: string): Promise<Uint8Array | undefined> => {
  let text: string
  try {
    text = (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new AppKeyError(`${file} does not hold a key; put the right one back`)
  // A copied file may be readable by others. Restrict it, because only this key protects the secrets in a backup.
  const { mode } = await stat(file)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) await chmod(file, OWNER_ONLY)
  return Buffer.from(text, 'hex')
}

const makeKey = async (file: string, key: Uint8Array = randomBytes(KEY_BYTES)): Promise<Uint8Array> => {
  const draft = `${file}.${randomBytes(8).toString('hex')}`
  const handle = await open(draft, 'wx', OWNER_ONLY)
  try {
    await handle.writeFile(`${Buffer.from(key).toString('hex')}\n`)
    // If a power cut destroyed the key, the secrets that it encrypted would be lost.
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    await link(draft, file)
  } catch (error) {
    if (!isThere(error)) throw error
  } finally {
    await unlink(draft)
  }
  await syncFolder(path.dirname(file))
  const made = await readKey(file)
  if (made === undefined) throw new AppKeyError(`${file} vanished while it was being made`)
  return made
}

const isMissing = (error: unknown): boolean => errorCode(error) === 'ENOENT'

const isThere = (error: unknown): boolean => errorCode(error) === 'EEXIST'
