import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../../platform/error-code.ts'
import { readDiskSpace } from '../../platform/files/disk-space.ts'
import { openFiles } from '../../platform/files/open-files.ts'
import type { Settings } from '../../platform/settings.ts'
import { CheckProblem, NotChecked } from './run-checks.ts'

const GIGABYTE = 2 ** 30
const FREE_BYTES_MIN = GIGABYTE
/** Windows of payment close by the clock. */
const CLOCK_MS_MAX = 2_000

/** The nearest folder that exists: before the first start there is no data folder. */
const existingFolder = async (folder: string): Promise<string> => {
  try {
    await access(folder, constants.F_OK)
    return folder
  } catch (error) {
    const parent = path.dirname(folder)
    if (errorCode(error) !== 'ENOENT' || parent === folder) throw error
    return existingFolder(parent)
  }
}

export const checkDisk = async (dataDir: string): Promise<string> => {
  const folder = await existingFolder(dataDir)
  await access(folder, constants.W_OK).catch(() => {
    throw new CheckProblem(
      `This user cannot write to ${folder}. Run the command as the user of the service, or correct the owner.`,
    )
  })
  const { freeBytes, totalBytes } = await readDiskSpace(folder)
  const space = `${gigabytes(freeBytes)} of ${gigabytes(totalBytes)} GB free in ${folder}`
  if (freeBytes >= FREE_BYTES_MIN) return space
  throw new CheckProblem(
    `Only ${space}. Free some space or enlarge the disk. A full disk stops all payments.`,
  )
}

const gigabytes = (bytes: number): string => (bytes / GIGABYTE).toFixed(1)

export const checkFiles = async (settings: Pick<Settings, 'filesUrl' | 'dataDir'>): Promise<string> => {
  await openFiles(settings, {
    warn: () => {
      throw new CheckProblem('The store in FILES_URL does not respond. Check its host, and the firewall.')
    },
  })
  return settings.filesUrl === undefined ? 'in the data folder' : 'FILES_URL works'
}

/** How far each clock is from this machine's; null where there is none to compare with. */
export interface ClockOffsets {
  readonly databaseMs: number | null
  readonly internetMs: number | null
}

export const checkClock = ({ databaseMs, internetMs }: ClockOffsets): string => {
  const found = [
    { whose: "the database's", ms: databaseMs },
    { whose: "a payment provider's", ms: internetMs },
  ].flatMap(({ whose, ms }) => (ms === null ? [] : [{ whose, ms }]))
  const far = found.find(({ ms }) => Math.abs(ms) > CLOCK_MS_MAX)
  if (far !== undefined)
    throw new CheckProblem(
      `This machine's clock is ${(Math.abs(far.ms) / 1000).toFixed(0)} s ${far.ms < 0 ? 'ahead of' : 'behind'} ${far.whose}. Synchronise both with NTP: timedatectl set-ntp true`,
    )
  if (found.length === 0) throw new NotChecked('there is no other clock to compare')
  return `agrees with ${found.map(({ whose }) => whose).join(' and ')}`
}
