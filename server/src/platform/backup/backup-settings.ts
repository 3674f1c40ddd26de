import { DAY_MS, HOUR_MS } from '@galla/contract/durations'
import { z } from 'zod'
import { FILE_STORE_READER, wholeNumber } from '../setting-readers.ts'

/** Scheduled backups. */
export interface BackupSettings {
  /** A folder or an S3-compatible store, of this installation alone. */
  readonly url: string
  readonly passphrase: string
  readonly everyMs: number
  /** The newest backups, older ones are deleted. */
  readonly keep: number
  /** Undefined: no restore drills. */
  readonly drillEveryMs: number | undefined
  /** What one guess of the passphrase costs. No setting changes it: only tests choose a low one. */
  readonly workFactor?: number
}

export const PASSPHRASE_CHARS_MIN = 12
const PASSPHRASE_CHARS_MAX = 1_000
const EVERY_HOURS = 24
const KEEP = 14
const DRILL_DAYS = 30

export const BACKUP_READERS = {
  BACKUP_URL: FILE_STORE_READER,
  BACKUP_PASSPHRASE: [
    z.string().min(PASSPHRASE_CHARS_MIN).max(PASSPHRASE_CHARS_MAX),
    `a passphrase of ${PASSPHRASE_CHARS_MIN} to ${PASSPHRASE_CHARS_MAX} characters`,
  ],
  BACKUP_EVERY_HOURS: [wholeNumber(1, 168), 'hours, 1 to 168'],
  BACKUP_KEEP: [wholeNumber(1, 1_000), 'a whole number, 1 to 1000'],
  DRILL_EVERY_DAYS: [wholeNumber(0, 366), 'days, 1 to 366, or 0 for never'],
} as const

type Values = {
  readonly [N in keyof typeof BACKUP_READERS]: z.output<(typeof BACKUP_READERS)[N][0]> | undefined
}

/** An unencrypted backup on someone else's disk is never what the operator meant. */
export const backupProblem = ({ BACKUP_URL, BACKUP_PASSPHRASE }: Values): string | undefined =>
  BACKUP_URL !== undefined && BACKUP_PASSPHRASE === undefined
    ? 'BACKUP_PASSPHRASE must be set with BACKUP_URL. It encrypts every backup'
    : undefined

export const backupSettings = (values: Values): BackupSettings | undefined => {
  const { BACKUP_URL: url, BACKUP_PASSPHRASE: passphrase } = values
  if (url === undefined || passphrase === undefined) return undefined
  const drillDays = values.DRILL_EVERY_DAYS ?? DRILL_DAYS
  return {
    url,
    passphrase,
    everyMs: (values.BACKUP_EVERY_HOURS ?? EVERY_HOURS) * HOUR_MS,
    keep: values.BACKUP_KEEP ?? KEEP,
    drillEveryMs: drillDays === 0 ? undefined : drillDays * DAY_MS,
  }
}
