import type { MailboxProblem } from '@galla/contract/bank-emails/bank-emails'
import { HOUR_MS, SECOND_MS } from '@galla/contract/durations'

/** The server, user and folder of a mailbox. */
export interface MailboxLogin {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
  readonly folder: string
}

/** How far a folder was read. */
export interface MailboxPosition {
  readonly uidValidity: bigint
  readonly lastUid: number
}

const RETRY_MS_MIN = 5 * SECOND_MS
const RETRY_MS_MAX = 15 * 60 * SECOND_MS
/** It took time from all others. */
const TOO_MUCH_RETRY_MS_MIN = 60 * SECOND_MS
const TOO_MUCH_RETRY_MS_MAX = HOUR_MS
/** Providers lock mailboxes after wrong passwords. */
const REFUSED_RETRY_MS_MIN = HOUR_MS
const REFUSED_RETRY_MS_MAX = 24 * HOUR_MS
const NEEDS_THE_MERCHANT: ReadonlySet<MailboxProblem> = new Set([
  'wrong_password',
  'no_folder',
  'private_address',
])

const limitsOf = (problem: MailboxProblem): readonly [number, number] => {
  if (problem === 'too_much') return [TOO_MUCH_RETRY_MS_MIN, TOO_MUCH_RETRY_MS_MAX]
  return NEEDS_THE_MERCHANT.has(problem)
    ? [REFUSED_RETRY_MS_MIN, REFUSED_RETRY_MS_MAX]
    : [RETRY_MS_MIN, RETRY_MS_MAX]
}

/** How long to wait after the nth failure in a row: doubled each time, and longer if only the merchant can solve the problem. */
export const retryDelayMs = (failures: number, problem: MailboxProblem): number => {
  const [min, max] = limitsOf(problem)
  return Math.min(max, min * 2 ** Math.min(failures - 1, 20))
}
