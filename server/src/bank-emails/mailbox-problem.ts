import type { MailboxProblem } from '@galla/contract/bank-emails/bank-emails'
import { errorCode } from '../platform/error-code.ts'

/** Why a mailbox cannot be read. */
export class MailboxError extends Error {
  override name = 'MailboxError'
  readonly problem: MailboxProblem
  /** The server is busy: no message is to blame. */
  readonly isBusy: boolean

  constructor(
    problem: MailboxProblem,
    options: { readonly cause?: unknown; readonly isBusy?: boolean } = {},
  ) {
    super(problem, { cause: options.cause })
    this.problem = problem
    this.isBusy = options.isBusy ?? false
  }
}

/** The process that reads mailboxes ended because of another mailbox. */
export class ReaderRestartedError extends Error {
  override name = 'ReaderRestartedError'
}

interface ImapError {
  readonly authenticationFailed?: boolean
  readonly mailboxMissing?: boolean
  readonly responseStatus?: string
  readonly serverResponseCode?: string
  readonly tlsFailed?: boolean
  readonly code?: unknown
}

/** Response codes of refusals that pass without a change of the login or the folder (RFC 5530, section 3). */
const TEMPORARY_REFUSALS = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG'])
const BUSY_CODES: ReadonlySet<unknown> = new Set(['OVERQUOTA', 'LIMIT', 'UNAVAILABLE', 'INUSE', 'ETHROTTLE'])

/** The problem to show to the merchant for a failure of the connection or the server. */
export const problemOf = (error: unknown, isOpening = false): MailboxProblem => {
  if (error instanceof MailboxError) return error.problem
  const imapError = error as ImapError
  const code = errorCode(error)
  if (TEMPORARY_REFUSALS.has(imapError.serverResponseCode ?? '')) return 'unavailable'
  if (imapError.authenticationFailed === true && imapError.responseStatus !== 'BAD') return 'wrong_password'
  if (imapError.mailboxMissing === true || (isOpening && imapError.responseStatus === 'NO'))
    return 'no_folder'
  if (imapError.tlsFailed === true || /CERT|SSL|TLS|ISSUER|SELF_SIGNED|UNABLE_TO/.test(code))
    return 'tls_failed'
  if (/TIMEOUT|ETIMEDOUT/i.test(code)) return 'timed_out'
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES/.test(code)) return 'connect_failed'
  if (/ECONNRESET|EPIPE|NoConnection|Closed|StateLogout/.test(code)) return 'connection_lost'
  return 'unusable'
}

/** Whether the server only has no time now. */
export const isBusyError = (error: unknown): boolean => {
  const { serverResponseCode, code } = error as ImapError
  return BUSY_CODES.has(serverResponseCode) || BUSY_CODES.has(code)
}
