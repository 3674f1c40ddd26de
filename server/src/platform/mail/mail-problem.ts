import { errorCode } from '../error-code.ts'
import { smtpReply } from './smtp-reply.ts'

const SENTENCES: Readonly<Record<string, string>> = {
  EDNS: 'The host name in SMTP_URL is not in the DNS. Correct it.',
  ECONNECTION: 'The mail server cannot be reached. Check the host and port in SMTP_URL, and the firewall.',
  ECONNREFUSED: 'Nothing listens at the host and port of SMTP_URL. Correct them, or start the mail server.',
  ETIMEDOUT: 'The mail server does not respond. Check the host and port in SMTP_URL, and the firewall.',
  ETLS: 'The connection cannot be encrypted. Use smtps://, a server with STARTTLS and a valid certificate, or see SMTP_TLS.',
  EAUTH: 'The mail server rejects the login. Correct the user and password in SMTP_URL.',
  EENVELOPE:
    'The mail server rejects the sender or the recipient. Set MAIL_FROM to an address that it may send from.',
}
const UNKNOWN = 'The e-mail could not be sent. See the log of the mail server.'

/** Says what to do about an error of the mailer, with the words of a server that refused; never with a value of the settings. */
export const mailProblem = (error: unknown): string => {
  const reply = smtpReply(error)
  const known = SENTENCES[errorCode(error)]
  if (reply !== undefined)
    return `The mail server refuses: "${reply}".${known === undefined ? ' Ask who runs it.' : ` ${known}`}`
  // The library reports a refused connection as ESOCKET; only its message has the cause.
  const message = error instanceof Error ? error.message : ''
  const code = /ECONNREFUSED|ETIMEDOUT/.exec(message)?.[0] ?? errorCode(error)
  if (code === 'ESOCKET' && /certificate|SSL|TLS/i.test(message)) return SENTENCES.ETLS ?? UNKNOWN
  if (code === 'ESOCKET') return SENTENCES.ECONNECTION ?? UNKNOWN
  return SENTENCES[code] ?? UNKNOWN
}

/** The codes of errors that occur before a message is sent. */
const BEFORE_MESSAGE = new Set(['EDNS', 'EAUTH', 'EENVELOPE', 'ETLS'])

/**
 * Whether a message has certainly not left: the server refused it or was never reached, or the outbox could not be written. After a
 * cut or a time-out it is unknown.
 */
export const hasNotLeft = (error: unknown): boolean => {
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown }
  const message = error instanceof Error ? error.message : ''
  return (
    command === undefined ||
    typeof responseCode === 'number' ||
    BEFORE_MESSAGE.has(errorCode(error)) ||
    /ECONNREFUSED|Connection timeout|Greeting never received/.test(message)
  )
}

const SERVER_CODES = new Set(['EDNS', 'EAUTH', 'ETLS', 'ECONNECTION', 'ESOCKET', 'ETIMEDOUT'])

/** Whether the connection to the mail server or the login failed, so that other messages would fail too. */
export const isServerProblem = (error: unknown): boolean => SERVER_CODES.has(errorCode(error))
