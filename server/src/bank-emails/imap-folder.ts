import { isIP } from 'node:net'
import { MAILBOX_PORT, type MailboxProblem } from '@galla/contract/bank-emails/bank-emails'
import type { ImapFlow } from 'imapflow'
import { realDeadline } from '../platform/clock.ts'
import { errorCode } from '../platform/error-code.ts'
import { AddressError, resolveVettedAddresses } from '../platform/http-client/vetted-address.ts'
import type { MailboxLogin } from './mailbox.ts'
import { EMAIL_BYTES_MAX } from './read-email.ts'

/** Why a mailbox cannot be read. */
export class MailboxError extends Error {
  override name = 'MailboxError'
  readonly problem: MailboxProblem

  constructor(problem: MailboxProblem, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

export interface ImapSettings {
  /** Allows private addresses; false in production. */
  readonly allowPrivate: boolean
  /** False in tests only. */
  readonly tls: boolean
}

export interface OpenFolder {
  readonly client: ImapFlow
  readonly uidValidity: bigint
  readonly uidNext: number
}

const CONNECT_MS = 15_000
const SOCKET_MS = 60_000
/** Servers end an IDLE after half an hour, and many networks drop an idle connection after five minutes. */
const IDLE_MS_MAX = 4 * 60_000
const LINE_BYTES_MAX = 1024 * 1024
const LITERAL_BYTES_MAX = EMAIL_BYTES_MAX + 1024
const RESPONSE_BYTES_MAX = 2 * 1024 * 1024
const RESPONSE_TOKENS_MAX = 50_000

/**
 * Logs in at a vetted address, and opens the folder read-only (EXAMINE). The merchant chooses the server, so it is not trusted: everything that
 * it sends has a limit.
 */
export const openFolder = async (login: MailboxLogin, settings: ImapSettings): Promise<OpenFolder> => {
  const { allowPrivate, tls } = settings
  if (!allowPrivate && login.port !== MAILBOX_PORT) throw new MailboxError('connect_failed')
  const { signal, stop } = realDeadline(CONNECT_MS)
  const [address] = await resolveVettedAddresses(login.host, { allowPrivate, signal })
    .catch((error: unknown) => {
      throw error instanceof AddressError ? new MailboxError(error.code, error) : error
    })
    .finally(stop)
  // Imported for the first mailbox only, so that the program starts faster.
  const { ImapFlow: Client } = await import('imapflow')
  const client = new Client({
    host: address?.address ?? '',
    ...(isIP(login.host) === 0 ? { servername: login.host } : {}),
    port: login.port,
    secure: tls,
    ...(tls ? {} : { doSTARTTLS: false }),
    auth: { user: login.username, pass: login.password },
    clientInfo: { name: 'Galla' },
    logger: false,
    disableCompression: true,
    disableAutoIdle: true,
    maxIdleTime: IDLE_MS_MAX,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SOCKET_MS,
    maxLineLength: LINE_BYTES_MAX,
    maxLiteralSize: LITERAL_BYTES_MAX,
    maxResponseSize: RESPONSE_BYTES_MAX,
    maxResponseTokens: RESPONSE_TOKENS_MAX,
  })
  // Without a listener, a later error would end the process. The next command reports it.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { uidValidity, uidNext, exists } = await client.mailboxOpen(login.folder, { readOnly: true })
    return { client, uidValidity, uidNext: uidNext >= 1 ? uidNext : await uidAfterNewest(client, exists) }
  } catch (error) {
    client.close()
    throw new MailboxError(problemOf(error, true), error)
  }
}

/** Returns the next UID for servers that do not report it. */
const uidAfterNewest = async (client: ImapFlow, exists: number): Promise<number> => {
  const newest = exists === 0 ? false : await client.fetchOne('*', { uid: true })
  return newest === false ? 1 : newest.uid + 1
}

interface ImapError {
  readonly authenticationFailed?: boolean
  readonly mailboxMissing?: boolean
  readonly responseStatus?: string
  readonly serverResponseCode?: string
  readonly tlsFailed?: boolean
}

/** Response codes of refusals that pass without a change of the login or the folder (RFC 5530, section 3). */
const TEMPORARY_REFUSALS = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG'])

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
