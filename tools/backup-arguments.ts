import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type BackupSettings, PASSPHRASE_CHARS_MIN } from '../server/src/platform/backup/backup-settings.ts'
import { ArchiveError } from '../server/src/platform/backup/tar.ts'

/** Both take a file and a file with the passphrase: on the command line everyone on the machine could read it. */
const USAGE =
  'Usage: backup|restore FILE [--passphrase-file FILE], or restore --to TIME|latest [BASE BACKUP]; without FILE, set BACKUP_URL and BACKUP_PASSPHRASE.'

/** Reads the arguments. Without a file the target is BACKUP_URL. */
export const readCommand = (
  args: readonly string[],
): { file: string | undefined; passphrase: string | undefined; to: Date | 'latest' | undefined } => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { 'passphrase-file': { type: 'string' }, to: { type: 'string' } },
    allowPositionals: true,
    strict: false,
  })
  const [file, ...more] = positionals
  const place = values['passphrase-file']
  const isUnknown = Object.keys(values).some((name) => name !== 'passphrase-file' && name !== 'to')
  if (isUnknown || more.length > 0 || typeof place === 'boolean') throw new ArchiveError(USAGE)
  return {
    to: readTime(values.to),
    file,
    passphrase: place === undefined ? undefined : readPassphrase(place),
  }
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d)$/

const readTime = (text: string | boolean | undefined): Date | 'latest' | undefined => {
  if (text === undefined || text === 'latest') return text
  const time = typeof text === 'string' && TIME.test(text) ? new Date(text) : undefined
  if (time === undefined || Number.isNaN(time.getTime()))
    throw new ArchiveError(
      '--to must be a time with a time zone, such as 2026-11-23T10:15:00+05:30, or latest',
    )
  return time
}

const readPassphrase = (place: string): string => {
  const passphrase = readFileSync(place, 'utf8').replace(/\r?\n$/, '')
  if (passphrase.length < PASSPHRASE_CHARS_MIN)
    throw new ArchiveError(`The passphrase needs at least ${PASSPHRASE_CHARS_MIN} characters`)
  return passphrase
}

export const getBackupSettings = (backup: BackupSettings | undefined): BackupSettings => {
  if (backup === undefined) throw new ArchiveError(`BACKUP_URL is not set. ${USAGE}`)
  return backup
}

export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`
