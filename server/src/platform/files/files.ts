import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorCode } from '../error-code.ts'
import { syncFolder, whenRead, writeSynced } from './synced-file.ts'

export type Chunks = AsyncIterable<Uint8Array>

/**
 * A file store. A name is a path such as `kyc/01J…/01J…`; we generate its ids, never the sender of the file. Content is encrypted before it
 * is written (chunked-encryption.ts), so the store need not be trusted.
 */
export interface Files {
  /**
   * Writes a file completely or not at all: if it throws, or the process dies, nothing of that name can be read. A name is written once.
   */
  write(name: string, content: Chunks): Promise<void>
  /** Reads in chunks; throws while reading when there is no such file. */
  read(name: string): Chunks
  /** Removes a file; a missing file is no error. */
  remove(name: string): Promise<void>
  /** Lists the names of all files below a folder, incomplete ones included, in no order. */
  list(folder: string): AsyncIterable<string>
}

const NAME = /^[\w-]{1,64}(?:\/[\w-]{1,64}){0,5}(?:\.[a-z]{1,8}){0,4}$/
/** The suffix of incomplete files, which no complete name has. */
export const PART = '.part'
const FOLDER_OWNER_ONLY = 0o700

export const isFileName = (name: string): boolean => NAME.test(name)

/** Names come from our own rows; an invalid name is a bug, or an altered row. */
export const assertFileName = (name: string): void => {
  if (!isFileName(name)) throw new RangeError('this is no name of a file of ours')
}

/** Returns `files` in the data folder, or the folder of the setting. */
export const filesFolder = (settings: {
  readonly filesUrl: string | undefined
  readonly dataDir: string
}): string =>
  settings.filesUrl === undefined ? path.join(settings.dataDir, 'files') : fileURLToPath(settings.filesUrl)

/** Stores files in a folder of this machine, or one that all processes have mounted. */
export const createDiskFiles = (folder: string): Files => {
  const pathOf = (name: string): string => {
    assertFileName(name)
    return path.join(folder, ...name.split('/'))
  }
  return {
    async write(name, content) {
      const file = pathOf(name)
      await mkdir(path.dirname(file), { recursive: true, mode: FOLDER_OWNER_ONLY })
      const part = `${file}${PART}`
      // The row that names the file is committed next; a power cut must not leave it without its file.
      await writeSynced(part, content)
      try {
        await rename(part, file)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      await syncFolder(path.dirname(file))
    },
    read: (name) => whenRead(pathOf(name)),
    remove: (name) => rm(pathOf(name), { force: true }),
    list: (name) => walk(pathOf(name), name),
  }
}

async function* walk(file: string, name: string): AsyncGenerator<string> {
  let entries: Awaited<ReturnType<typeof entriesOf>>
  try {
    entries = await entriesOf(file)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  for (const entry of entries) {
    const below = `${name}/${entry.name}`
    // Ignore files that other programs put there.
    if (!isFileName(below)) continue
    if (entry.isDirectory()) yield* walk(path.join(file, entry.name), below)
    else if (entry.isFile()) yield below
  }
}

const entriesOf = (file: string) => readdir(file, { withFileTypes: true })
