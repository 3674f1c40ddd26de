import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

export interface FloodJob {
  readonly flood: FloodName
  readonly origin: string
  readonly smtpPort: number
  readonly durationMs: number
  /** The session of the merchant who floods. */
  readonly headers: Readonly<Record<string, string>>
  /** Sessions of accomplices, each with a mailbox to connect. */
  readonly accomplices: readonly Readonly<Record<string, string>>[]
  readonly alertPath: string
  readonly paidOrderId: string
  readonly counterId: string
  readonly counterToken: string
  readonly linkCode: string
}

/** What is flooded, and how. */
export const FLOODS = {
  lists: 'lists of orders, links and claims, statistics and sessions: 100 lanes of one session',
  searches: 'searches and whole lists: 40 lanes of one session, 20,000 orders and claims',
  hashes: 'registrations and forgotten passwords: 30 lanes, each call from another address',
  alerts: '60 messages of 3,900 letters a request: 10 lanes of one alert address',
  alert: 'messages of 3,900 letters: 30 lanes of one alert address',
  receipts: 'receipts as PDF: 40 lanes, each call from another address',
  standees: 'standees: 12 lanes of one session',
  strangers: 'idle strangers at the mail receiver: 100 connections from ten addresses',
  commands: 'MAIL and RSET without an end: 5 connections to the mail receiver',
  exists: 'EXISTS without an end from the mail servers of 5 merchants',
  vanished: 'VANISHED of all numbers, 50 for each IDLE, from the mail servers of 5 merchants',
  forms: 'forms of a reusable link: 40 lanes, each call from another address',
  counters: 'wrong PINs of a counter and new links for it: 20 lanes, each call from another address',
  letters: 'logins of new browsers and changes of the payee, each with a letter: 20 lanes',
} as const
export type FloodName = keyof typeof FLOODS

const FLOOD_PROCESS = fileURLToPath(new URL('./flood-process.ts', import.meta.url))
const SLACK_MS = 60_000

/** Floods in a process of its own, so that those who measure do not wait for it; `meanwhile` starts with the flood. Returns the replies. */
export const runFlood = async (job: FloodJob, meanwhile: () => Promise<void>): Promise<string> => {
  const child = spawn(process.execPath, [FLOOD_PROCESS], {
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: job.durationMs + SLACK_MS,
  })
  child.stderr.pipe(process.stderr)
  child.stdin.end(JSON.stringify(job))
  const ended = once(child, 'close')
  const replies = text(child.stdout)
  await Promise.race([once(createInterface(child.stderr), 'line'), ended])
  await meanwhile()
  const [code] = await ended
  if (code !== 0) throw new Error(`the flood process ended with ${code}`)
  return replies
}
