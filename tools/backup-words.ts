import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ArchiveError } from '../server/src/platform/backup/tar.ts'

const PASSPHRASE_CHARS_MIN = 12
/** Both of them name one file, and perhaps another that holds the passphrase: on the command line everybody could read it. */
export const USAGE = 'npm run backup|restore -- FILE [--passphrase-file FILE]'

export const readCommand = (args: readonly string[]): { file: string; passphrase: string | undefined } => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { 'passphrase-file': { type: 'string' } },
    allowPositionals: true,
    strict: false,
  })
  const [file, ...more] = positionals
  const place = values['passphrase-file']
  if (file === undefined || more.length > 0 || typeof place === 'boolean') throw new ArchiveError(USAGE)
  return { file: resolve(file), passphrase: place === undefined ? undefined : readPassphrase(place) }
}

const readPassphrase = (place: string): string => {
  const passphrase = readFileSync(place, 'utf8').replace(/\r?\n$/, '')
  if (passphrase.length < PASSPHRASE_CHARS_MIN)
    throw new ArchiveError(`The passphrase needs at least ${PASSPHRASE_CHARS_MIN} characters`)
  return passphrase
}

export const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? one : many}`
