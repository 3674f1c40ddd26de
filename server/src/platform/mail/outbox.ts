import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { decodeWords } from 'postal-mime'
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

/** Lists the newest emails of the outbox, newest first. */
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
      const message = (await readFile(join(folder, name))).subarray(0, BYTES_MAX)
      const { date = '', headers, subject = '', text = '' } = await PostalMime.parse(message)
      return {
        id: FILE.exec(name)?.[1] ?? name,
        at: new Date(date).toISOString(),
        to: decodeWords(headers.find(({ key }) => key === 'to')?.value ?? ''),
        subject,
        text: text.trim(),
      }
    }),
  )
}
