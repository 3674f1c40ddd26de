import pg from 'pg'
import { errorCode } from '../error-code.ts'
import { Refusal } from '../refusal.ts'
import { SilentDatabaseError } from './database-connection.ts'
import { ReadOnlyDatabaseError } from './database-servers.ts'

/** Returns the SQLSTATE of a PostgreSQL error (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

/** True for serialization_failure and deadlock_detected: nothing happened, and a retry may succeed. */
export const isRetryable = (error: unknown): boolean => {
  const state = sqlState(error)
  return state === '40001' || state === '40P01'
}

/** True for a data error or a violated constraint: every attempt fails. */
export const isPermanentFailure = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '')

/** Citus reports the constraint of a shard, in the message only; its name ends with the number of the shard. */
const NUMBER_OF_PART = /_\d{6,}$/

const violated = (state: string, error: unknown): string | undefined => {
  if (!(error instanceof pg.DatabaseError) || error.code !== state) return undefined
  const name = error.constraint ?? /constraint "([^"]+)"/.exec(error.message)?.[1]
  return name?.replace(NUMBER_OF_PART, '')
}

/** Returns the name of the unique constraint that refused the row, if it was one. */
export const violatedUnique = (error: unknown): string | undefined => violated('23505', error)

/** Returns the name of the check that refused the row, if it was one. */
export const violatedCheck = (error: unknown): string | undefined => violated('23514', error)

/** The database is read-only: a standby, or a primary that became one. The connection leads to the wrong server. */
const READ_ONLY_STATE = '25006'
/** The message of the driver's time limit. The server's own limit is shorter, so it should have ended the statement before. */
const NO_ANSWER_MESSAGE = 'Query read timeout'

/** The states of a database that is away or short of connections, time or memory: the caller may try again soon. */
const BUSY_STATES = [
  /^08/, // connection lost
  /^53/, // insufficient resources, too many connections
  /^57P/, // shutting down, crashed, starting up
  /^57014$/, // statement time-out
  /^55P03$/, // lock not available in time
  /^25P0[34]$/, // transaction idle or running for too long
  /^25006$/, // read-only: the leader has become a standby
]
const BUSY_SYSTEM_CODES = new Set([
  'EADDRNOTAVAIL',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'ENOTCONN',
  'EAI_AGAIN',
  // The socket was closed before the statement was written.
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  // The server's certificate is not trusted.
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
/** Messages of the driver for errors without a code. */
const BUSY_MESSAGES = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  NO_ANSWER_MESSAGE,
  'There was an error establishing an SSL connection',
  'The server does not support SSL connections',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end',
]
const RETRY_AFTER_SECONDS = 1

/** The server goes down, whatever the state says: a disk that refuses the files of its log is 42501. */
const isServerFailing = ({ severity }: pg.DatabaseError): boolean => severity === 'PANIC'

const isBusy = (error: Error): boolean => {
  if (error instanceof ReadOnlyDatabaseError) return true
  const code = errorCode(error)
  return error instanceof pg.DatabaseError
    ? BUSY_STATES.some((state) => state.test(code)) || isServerFailing(error) || isOtherServerAway(error)
    : BUSY_SYSTEM_CODES.has(code) || BUSY_MESSAGES.some((start) => error.message.startsWith(start))
}

const causeOf = (error: unknown): unknown => (error instanceof Refusal ? error.cause : error)

const AWAY_STATE = /^(08|57P0|58030)/
const AWAY_MESSAGES = [
  'server closed the connection',
  'connection not open',
  'postmaster was shut down',
  // The other server went away during a transaction.
  'failure on connection marked as essential',
  // The connection was lost during the commit, whose outcome is unknown.
  'could not commit transaction for shard',
]

/**
 * True if this server reports that another server of a distributed database is unavailable: the one with the merchant's rows. The
 * connection stays usable, and the rows of other merchants can be read and written.
 */
export const isOtherServerAway = (error: unknown): boolean => {
  const cause = causeOf(error)
  if (!(cause instanceof pg.DatabaseError) || cause.severity !== 'ERROR') return false
  return AWAY_STATE.test(errorCode(cause)) || AWAY_MESSAGES.some((start) => cause.message.startsWith(start))
}

/** True when no response came within any limit of the server. Whether the statement was executed is unknown. */
export const isUnanswered = (error: unknown): boolean => {
  const cause = causeOf(error)
  return cause instanceof Error && cause.message === NO_ANSWER_MESSAGE
}

const SILENCE_MESSAGES = [
  NO_ANSWER_MESSAGE,
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
]

/** True when no response came for seconds: the next caller would wait as long. */
export const isDatabaseSilent = (error: unknown): boolean => {
  const cause = causeOf(error)
  return (
    cause instanceof SilentDatabaseError ||
    (cause instanceof Error && SILENCE_MESSAGES.some((start) => cause.message.startsWith(start)))
  )
}

/** True when no server takes writes: the primary is gone, and no standby was promoted yet. */
export const wasReadOnly = (error: unknown): boolean => {
  const cause = causeOf(error)
  return cause instanceof ReadOnlyDatabaseError || sqlState(cause) === READ_ONLY_STATE
}

/** True when the connection is useless for the next statement: it is closed, silent, or leads to a standby. */
export const isConnectionLost = (error: unknown): boolean => {
  const cause = causeOf(error)
  if (!(cause instanceof Error) || isOtherServerAway(cause)) return false
  const state = sqlState(cause)
  return state === undefined ? isBusy(cause) : state === READ_ONLY_STATE || /^(08|57P)/.test(state)
}

const NEVER_SENT_MESSAGES = [
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
]

/**
 * True when the database is briefly away and nothing was executed: there was no connection, the server ended the session first (57P01; a
 * commit in progress is not interrupted by it), or it takes no writes, which rolls the transaction back.
 */
export const wasNotExecuted = (error: unknown): boolean => {
  const cause = causeOf(error)
  if (!(cause instanceof Error) || isOtherServerAway(cause)) return false
  const state = sqlState(cause)
  if (state !== undefined) return ['57P01', '57P03', READ_ONLY_STATE].includes(state)
  const code = 'code' in cause ? cause.code : undefined
  if (code === 'ECONNREFUSED' || code === 'ENOENT' || cause instanceof ReadOnlyDatabaseError) return true
  return NEVER_SENT_MESSAGES.some((start) => cause.message.startsWith(start))
}

/**
 * True when the system refused to send the statement because the server had closed the connection. This is certain on one machine only:
 * across a network, and with TLS, the same error can follow a lost response.
 */
export const wasWriteRefused = (error: unknown): boolean => {
  const cause = causeOf(error)
  return (
    cause instanceof Error &&
    'code' in cause &&
    cause.code === 'EPIPE' &&
    'syscall' in cause &&
    cause.syscall === 'write'
  )
}

/** True when the server went away during a statement. Whether it was executed is unknown. */
export const wasCutOff = (error: unknown): boolean => {
  const cause = causeOf(error)
  if (!(cause instanceof Error) || cause.message.startsWith('Cannot use a pool')) return false
  return isConnectionLost(cause) && !isDatabaseSilent(cause) && sqlState(cause) !== READ_ONLY_STATE
}

export const databaseRefusal = (error: unknown): Refusal | undefined => {
  if (!(error instanceof Error) || error instanceof Refusal) return undefined
  return isBusy(error)
    ? new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error })
    : undefined
}
