import { Socket } from 'node:net'
import type pg from 'pg'

/** A connection is open, log-in included, within this time or not at all. */
export const CONNECT_TIMEOUT_MS = 3_000
/** While a program starts, or does one thing and ends, it may wait for a busy server. */
export const FIRST_CONNECT_TIMEOUT_MS = 20_000
/** The kernel asks a connection that is quiet whether it is still there; ten unanswered seconds later it is closed. */
const KEEP_ALIVE_AFTER_MS = 10_000
/**
 * The server does the same with us, in place of its two hours: a process whose machine lost its power or its network gives up
 * its locks within half a minute. Servers ignore it on Unix sockets.
 */
const SERVER_OPTIONS = [
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=3',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=20000',
  // All of our statements are short. Where a server compiles those that it takes for long, that takes longer than they do.
  'jit=off',
]

/** What every connection of ours to the database has in common. */
export const connectionConfig = (
  connectionString: string,
  applicationName: string,
  connectTimeoutMs = CONNECT_TIMEOUT_MS,
): pg.ClientConfig & { readonly connectionTimeoutMillis: number } => ({
  connectionString,
  application_name: applicationName,
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  options: SERVER_OPTIONS.map((option) => `-c ${option}`).join(' '),
})

/** The database did not answer in time. Whether it did what it was asked to do is not known. */
export class SilentDatabaseError extends Error {
  override name = 'SilentDatabaseError'
  readonly code = 'ECONNRESET'

  constructor() {
    super('the database has fallen silent')
  }
}

/** The sockets of one process to its database, so that all of them can be dropped when one has shown that it leads nowhere. */
export interface DatabaseSockets {
  /** What the driver's `stream` option asks for. */
  readonly open: () => Socket
  /** Fails whatever is under way. What is asked next gets a new connection. */
  dropAll(): void
}

export const createDatabaseSockets = (): DatabaseSockets => {
  const sockets = new Set<Socket>()
  return {
    open() {
      const socket = new Socket()
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      return socket
    },
    dropAll() {
      for (const socket of [...sockets]) socket.destroy(new SilentDatabaseError())
    },
  }
}
