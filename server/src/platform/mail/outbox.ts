import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../error-code.ts'
import type { Platform } from '../feature.ts'
import { firstUlidAt } from '../ids.ts'
import type { Settings } from '../settings.ts'
import { outboxOf } from './mail.ts'

export interface OutboxEmail {
  readonly id: string
  readonly at: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

const EMAILS_MAX = 20
const BYTES_MAX = 64 * 1024
const FILE = /^([0-9A-HJKMNP-TV-Z]{26})\.eml$/
const FILE_OR_PART = /^([0-9A-HJKMNP-TV-Z]{26})\.eml(\.part)?$/
const KEPT_MS = 30 * 86_400_000

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })

/** Deletes emails that nobody fetched in 30 days, and what a crash left of one. */
export const deleteOldLetters = async ({
  clock,
  settings,
}: Pick<Platform, 'clock'> & { readonly settings: Pick<Settings, 'dataDir'> }): Promise<{
  readonly more: false
}> => {
  const folder = outboxOf(settings.dataDir)
  const firstKept = firstUlidAt(new Date(clock.now().getTime() - KEPT_MS))
  for (const name of await namesIn(folder)) {
    const id = FILE_OR_PART.exec(name)?.[1]
    if (id !== undefined && id < firstKept) await rm(join(folder, name), { force: true })
  }
  return { more: false }
}

/** Lists the newest emails of the outbox, newest first. Parses only what the mailer writes, not any email. */
export const readOutbox = async (dataDir: string): Promise<OutboxEmail[]> => {
  const folder = outboxOf(dataDir)
  const names = await namesIn(folder)
  // The names are ULIDs, so they sort by time.
  const newest = names
    .filter((name) => FILE.test(name))
    .sort()
    .reverse()
    .slice(0, EMAILS_MAX)
  return Promise.all(
    newest.map(async (name) => {
      const message = (await readFile(join(folder, name))).subarray(0, BYTES_MAX).toString('utf8')
      return { id: FILE.exec(name)?.[1] ?? name, ...parseEmail(message) }
    }),
  )
}

/** Parses a message that is plain text, or whose first part is plain text. */
export const parseEmail = (message: string): Omit<OutboxEmail, 'id'> => {
  const { headers, body } = split(message)
  const boundary = /boundary="?([^";]+)"?/i.exec(headers('content-type'))?.[1]
  const first = boundary === undefined ? undefined : body.split(`--${boundary}`)[1]
  const part = first === undefined ? { headers, body } : split(first.replace(/^\r?\n/, ''))
  return {
    at: new Date(headers('date')).toISOString(),
    to: decodedHeader(headers('to')),
    subject: decodedHeader(headers('subject')),
    text: decoded(part.body, part.headers('content-transfer-encoding')).replaceAll('\r\n', '\n').trim(),
  }
}

const split = (message: string): { headers: (name: string) => string; body: string } => {
  const end = /\r?\n\r?\n/.exec(message)
  const head = message.slice(0, end?.index ?? message.length).replace(/\r?\n[ \t]+/g, ' ')
  const lines = new Map(
    head.split(/\r?\n/).map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return {
    headers: (name) => lines.get(name) ?? '',
    body: end === null ? '' : message.slice(end.index + end[0].length),
  }
}

const decoded = (body: string, encoding: string): string => {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64').toString('utf8')
    case 'quoted-printable':
      return unquoted(body.replace(/=\r?\n/g, ''))
    default:
      return body
  }
}

/** Decodes quoted-printable text. The encoded text is ASCII, so each character is one byte. */
const unquoted = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** Decodes `=?UTF-8?B?...?=` and `=?UTF-8?Q?...?=` (RFC 2047). A space between two encoded words does not count. */
const decodedHeader = (header: string): string =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : unquoted(text.replaceAll('_', ' ')),
    )
