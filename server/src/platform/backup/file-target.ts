import { existsSync } from 'node:fs'
import { link, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { isAlive } from '@galla/embedded-postgres/server-process'
import { errorCode } from '../error-code.ts'
import type { Files } from '../files/files.ts'
import { syncFolder, whenRead, writeSynced } from '../files/synced-file.ts'
import { ArchiveError } from './tar.ts'

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
    await writeSynced(part, content)
    try {
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

/** Removes what killed backups left behind; the number in the name is the id of the writing process. */
const removeDeadParts = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const pid = Number(PART.exec(name)?.[1])
    if (Number.isInteger(pid) && !isAlive(pid)) await rm(path.join(folder, name), { force: true })
  }
}
