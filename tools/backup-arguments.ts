import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type BackupSettings, PASSPHRASE_CHARS_MIN } from '../server/src/platform/backup/backup-settings.ts'
import { ArchiveError } from '../server/src/platform/backup/tar.ts'

/** Both take a file and a file with the passphrase: on the command line everyone on the machine could read it. */
const USAGE =
  'Usage: backup|restore FILE [--passphrase-file FILE]; without FILE, set BACKUP_URL and BACKUP_PASSPHRASE.'

/** Reads the arguments. Without a file the target is BACKUP_URL. */
export const readCommand = (
  args: readonly string[],
): { file: string | undefined; passphrase: string | undefined } => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { 'passphrase-file': { type: 'string' } },
    allowPositionals: true,
    strict: false,
  })
  const [file, ...more] = positionals
  const place = values['passphrase-file']
  const isUnknown = Object.keys(values).some((name) => name !== 'passphrase-file')
  if (isUnknown || more.length > 0 || typeof place === 'boolean') throw new ArchiveError(USAGE)
  return { file, passphrase: place === undefined ? undefined : readPassphrase(place) }
}

const readPassphrase = (place: string): string => {
  const passphrase = readFileSync(place, 'utf8').replace(/\r?\n$/, '')
  if (passphrase.length < PASSPHRASE_CHARS_MIN)
    throw new ArchiveError(`The passphrase needs at least ${PASSPHRASE_CHARS_MIN} characters`)
  return passphrase
}

/** Every backup is encrypted: the passphrase of the command, or that of the scheduled ones. */
export const getPassphrase = (given: string | undefined, backup: BackupSettings | undefined): string => {
  const passphrase = given ?? backup?.passphrase
  if (passphrase === undefined)
    throw new ArchiveError(
      'A backup is encrypted. Pass its passphrase with --passphrase-file FILE, or set BACKUP_URL and BACKUP_PASSPHRASE.',
    )
  return passphrase
}

export const getBackupSettings = (backup: BackupSettings | undefined): BackupSettings => {
  if (backup === undefined) throw new ArchiveError(`BACKUP_URL is not set. ${USAGE}`)
  return backup
}

export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`
