import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Chunks, Files } from '../files/files.ts'
import { decryptAge, encryptAge } from './age-encryption.ts'
import { checkBackup } from './read-backup.ts'
import { archiveOf, type Backup, countRows, type WriteBackupDeps } from './write-backup.ts'

export interface StoredBackup {
  readonly target: Files
  readonly name: string
  readonly passphrase: string
}

/** Opens a stored backup for reading, decrypted. */
export const readStored = ({ target, name, passphrase }: StoredBackup): Readable =>
  Readable.from(decryptAge(target.read(name), { passphrase }), { objectMode: false })

/** Writes an encrypted backup to a target and reads it back completely; one that cannot be read back is removed. */
export const storeBackup = async (
  deps: WriteBackupDeps,
  to: StoredBackup,
  signal: AbortSignal,
): Promise<Backup> => {
  const { target, name, passphrase } = to
  let bytes = 0
  async function* counted(content: Chunks): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      bytes += piece.length
      yield piece
    }
  }
  await pipeline(
    Readable.from(archiveOf(deps)),
    createGzip(),
    (packed: Chunks) => target.write(name, counted(encryptAge(packed, { passphrase }))),
    { signal },
  )
  try {
    const { sums } = await checkBackup(readStored(to).on('error', () => {}))
    signal.throwIfAborted()
    return { bytes, rows: countRows(sums), files: sums.files }
  } catch (error) {
    await target.remove(name)
    throw error
  }
}
