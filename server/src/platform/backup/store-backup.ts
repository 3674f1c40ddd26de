import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Chunks, Files } from '../files/files.ts'
import { type AgeKey, decryptAge, encryptAge } from './age-encryption.ts'
import { checkBackup } from './read-backup.ts'
import { archiveOf, type Backup, countRows, type WriteBackupDeps } from './write-backup.ts'

export interface StoredBackup {
  readonly target: Files
  readonly name: string
  readonly passphrase: string
  readonly workFactor?: number | undefined
}

/** Opens a stored backup for reading, decrypted. */
export const readStored = ({ target, name, passphrase }: StoredBackup): Readable =>
  Readable.from(decryptAge(target.read(name), { passphrase }), { objectMode: false })

/** Compresses and encrypts a stream into a file of a target; resolves to its size. */
export const storeStream = async (
  target: Files,
  name: string,
  content: AsyncIterable<Uint8Array>,
  key: AgeKey,
  signal: AbortSignal,
): Promise<number> => {
  let bytes = 0
  async function* counted(chunks: Chunks): AsyncGenerator<Uint8Array> {
    for await (const piece of chunks) {
      bytes += piece.length
      yield piece
    }
  }
  await pipeline(
    Readable.from(content, { objectMode: false }),
    createGzip(),
    (packed: Chunks) => target.write(name, counted(encryptAge(packed, key))),
    { signal },
  )
  return bytes
}

/** Writes an encrypted backup to a target and reads it back completely; one that cannot be read back is removed. */
export const storeBackup = async (
  deps: WriteBackupDeps,
  to: StoredBackup,
  signal: AbortSignal,
): Promise<Backup> => {
  const { target, name, passphrase, workFactor } = to
  const bytes = await storeStream(target, name, archiveOf(deps), { passphrase, workFactor }, signal)
  try {
    const { sums } = await checkBackup(readStored(to).on('error', () => {}))
    signal.throwIfAborted()
    return { bytes, rows: countRows(sums), files: sums.files }
  } catch (error) {
    await target.remove(name)
    throw error
  }
}
