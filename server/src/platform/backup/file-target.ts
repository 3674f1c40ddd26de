import { createReadStream, existsSync } from 'node:fs'
import { link, open, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { isAlive } from '@galla/embedded-postgres/server-process'
import { errorCode } from '../error-code.ts'
import type { Files } from '../files/files.ts'
import { ArchiveError } from './tar.ts'

const OWNER_ONLY = 0o600
const PART = /\.(\d{1,10})\.galla-part$/

/**
 * One file that the operator named, as the target of a backup. Only its owner can read it, it has its name when it is complete, and an
 * existing file is never overwritten.
 */
export const fileTarget = (file: string): Files => ({
  async write(_name, content) {
    const taken = new ArchiveError(`${file} is there already; choose another name`)
    if (existsSync(file)) throw taken
    const folder = path.dirname(file)
    await removeDeadParts(folder)
    const part = `${file}.${process.pid}.galla-part`
    const handle = await open(part, 'wx', OWNER_ONLY)
    try {
      try {
        for await (const piece of content) await handle.writeFile(piece)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await link(part, file)
    } catch (error) {
      throw errorCode(error) === 'EEXIST' ? taken : error
    } finally {
      await rm(part, { force: true })
    }
    await syncFolder(folder)
  },
  read: () => whenRead(file),
  remove: () => rm(file, { force: true }),
  async *list() {},
})

/** Opens the file when it is read, because an error of a stream without a reader would end the process. */
async function* whenRead(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file)
}

/** Removes what killed backups left behind; the number in the name is the id of the writing process. */
const removeDeadParts = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const pid = Number(PART.exec(name)?.[1])
    if (Number.isInteger(pid) && !isAlive(pid)) await rm(path.join(folder, name), { force: true })
  }
}

/** Windows cannot open a folder, and does not need to. */
const syncFolder = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
