import pg from 'pg'
import { Refusal } from './refusal.ts'

/** The five-character code of an error of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
export const sqlState = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.code : undefined

/** serialization_failure and deadlock_detected: nothing happened, and the same again may succeed. */
export const isRetryable = (error: unknown): boolean => {
  const state = sqlState(error)
  return state === '40001' || state === '40P01'
}

/** The name of the unique constraint that refused the row, if it was one. */
export const violatedUnique = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError && error.code === '23505' ? error.constraint : undefined

/** No connection, no time, no memory: the database is there again in a moment, so the caller is told to come again. */
const BUSY_STATES = new Set([
  '53000',
  '53100',
  '53200',
  '53300',
  '53400', // insufficient resources, too many connections
  '55P03', // lock not available in time
  '57014', // statement time-out
  '57P01',
  '57P02',
  '57P03',
  '57P05', // shutting down, crashed, starting up
  '25P03', // idle in transaction time-out
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
])
const BUSY_SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** The driver has no codes for these. */
const BUSY_MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end',
]
const RETRY_AFTER_SECONDS = 1

export const databaseRefusal = (error: unknown): Refusal | undefined => {
  if (!(error instanceof Error) || error instanceof Refusal) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const busy =
    error instanceof pg.DatabaseError
      ? BUSY_STATES.has(code)
      : BUSY_SYSTEM_CODES.has(code) || BUSY_MESSAGES.some((start) => error.message.startsWith(start))
  return busy
    ? new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error })
    : undefined
}
