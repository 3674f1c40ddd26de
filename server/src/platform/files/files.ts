import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export type Chunks = AsyncIterable<Uint8Array>

/**
 * Where files lie. A name is a path of plain words, `kyc/01J…/01J…`; ids in it are made by us, never by who sent the file. What is
 * written is encrypted before (sealed-pieces.ts), so a store need not be trusted with what it holds.
 */
export interface Files {
  /** Whole or not at all: when it throws, or the process dies, nothing of that name can be read. A name is written once. */
  write(name: string, content: Chunks): Promise<void>
  /** In pieces; throws while it is read when there is no such file. */
  read(name: string): Chunks
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>
  /** The names of all files below a folder, also of those that were only begun; in no order. */
  list(folder: string): AsyncIterable<string>
}

const NAME = /^[\w-]{1,64}(?:\/[\w-]{1,64}){0,5}(?:\.part)?$/
/** Only begun: the ending that no name of ours has. */
const PART = '.part'
const OWNER_ONLY = 0o600
const FOLDER_OWNER_ONLY = 0o700

export const isFileName = (name: string): boolean => NAME.test(name)

/** Names come from our own rows; one that does not look like it is a bug, or a row that somebody altered. */
export const assertFileName = (name: string): void => {
  if (!isFileName(name)) throw new RangeError('this is no name of a file of ours')
}

/** In `files` of the data folder, or in the folder that the setting names. */
export const filesFolder = (settings: {
  readonly filesUrl: string | undefined
  readonly dataDir: string
}): string =>
  settings.filesUrl === undefined ? path.join(settings.dataDir, 'files') : fileURLToPath(settings.filesUrl)

/** A folder of this machine, or one that all processes have mounted. */
export const createDiskFiles = (folder: string): Files => {
  const placeOf = (name: string): string => {
    assertFileName(name)
    return path.join(folder, ...name.split('/'))
  }
  return {
    async write(name, content) {
      const place = placeOf(name)
      await mkdir(path.dirname(place), { recursive: true, mode: FOLDER_OWNER_ONLY })
      const part = `${place}${PART}`
      const handle = await open(part, 'wx', OWNER_ONLY)
      try {
        try {
          for await (const piece of content) await handle.writeFile(piece)
          // The row that names the file is committed next; a power cut must not leave it without its file.
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(part, place)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      await syncFolder(path.dirname(place))
    },
    read: (name) => createReadStream(placeOf(name)),
    remove: (name) => rm(placeOf(name), { force: true }),
    list: (name) => walk(placeOf(name), name),
  }
}

async function* walk(place: string, name: string): AsyncGenerator<string> {
  let entries: Awaited<ReturnType<typeof entriesOf>>
  try {
    entries = await entriesOf(place)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw error
  }
  for (const entry of entries) {
    const below = `${name}/${entry.name}`
    // What somebody else has put there is not ours to name.
    if (!isFileName(below)) continue
    if (entry.isDirectory()) yield* walk(path.join(place, entry.name), below)
    else if (entry.isFile()) yield below
  }
}

const entriesOf = (place: string) => readdir(place, { withFileTypes: true })

/** A name is on the disk once its folder is. Windows cannot open a folder, and needs not. */
const syncFolder = async (place: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(place, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
