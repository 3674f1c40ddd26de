import pg from 'pg'
import { errorCode } from '../error-code.ts'
import { isDatabaseSilent } from './database-errors.ts'

const PROBLEMS: Readonly<Record<string, string>> = {
  '28P01': 'The database rejects the password. Correct it in DATABASE_URL.',
  '28000': 'The database rejects this role. Correct DATABASE_URL, or allow the role in pg_hba.conf.',
  '3D000': 'The database in DATABASE_URL does not exist. Create it, or correct the name.',
  '53100': 'The disk of the database is full (DATA_DIR, or that of DATABASE_URL). Free some space on it.',
  '53300': 'The database has no free connection. Raise max_connections, or stop other programs.',
  ECONNREFUSED: 'Nothing listens at the host and port of DATABASE_URL. Start PostgreSQL, or correct them.',
  ENOTFOUND: 'The host in DATABASE_URL is not in the DNS. Correct it.',
  EAI_AGAIN: 'The name servers do not respond. Check the network and /etc/resolv.conf.',
  ENOENT: 'The socket in DATABASE_URL does not exist. Start PostgreSQL, or correct the path.',
}
export const NO_RESPONSE =
  'The database does not respond. Check the host and port in DATABASE_URL, the firewall and the certificate.'

const isFromConnecting = (error: Error): boolean =>
  error instanceof AggregateError ||
  ('syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo'))

/** Describes why a program cannot use its database, where an operator can mend it; undefined for every other error. */
export const findConnectProblem = (error: unknown): string | undefined => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return undefined
  if (cause instanceof pg.DatabaseError) return PROBLEMS[errorCode(cause)]
  if (isFromConnecting(cause)) return PROBLEMS[errorCode(cause)] ?? NO_RESPONSE
  return isDatabaseSilent(cause) || /CERT|SIGNATURE/.test(errorCode(cause)) ? NO_RESPONSE : undefined
}
