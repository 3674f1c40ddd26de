import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type { Chunks } from './files.ts'

const OWNER_ONLY = 0o600

/** Writes a new file to the disk, and removes what it wrote if it fails. If the process dies, an incomplete file stays. */
export const writeSynced = async (file: string, content: Chunks): Promise<void> => {
  const handle = await open(file, 'wx', OWNER_ONLY)
  try {
    try {
      for await (const piece of content) await handle.writeFile(piece)
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

/** A file name survives a power cut once its folder is synced. Windows cannot open a folder, and does not need to. */
export const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Opens the file when it is read, because an error of a stream without a reader would end the process. */
export async function* whenRead(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file)
}
