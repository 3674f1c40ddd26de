import { Socket } from 'node:net'
import type pg from 'pg'

/** The time limit for opening a connection, login included. */
export const CONNECT_TIMEOUT_MS = 3_000
/** The limit at the start of a program, and in one-off programs, which may wait for a busy server. */
export const FIRST_CONNECT_TIMEOUT_MS = 20_000
/** The kernel probes an idle connection after this time, and closes it after ten more seconds without a reply. */
const KEEP_ALIVE_AFTER_MS = 5_000
/**
 * Makes the server probe its clients too, instead of only after two hours: if the machine of a process loses power or its network, the
 * server releases the locks of that process within 10 s. Servers ignore this on Unix sockets.
 */
const SERVER_OPTIONS = [
  'tcp_keepalives_idle=4',
  'tcp_keepalives_interval=2',
  'tcp_keepalives_count=3',
  'tcp_user_timeout=10000',
  // Compiling our short statements (JIT) takes longer than running them.
  'jit=off',
]

/** Builds the configuration that every connection to the database shares. */
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

/** The database did not reply in time. Whether the statement was executed is unknown. */
export class SilentDatabaseError extends Error {
  override name = 'SilentDatabaseError'
  readonly code = 'ECONNRESET'

  constructor() {
    super('the database has fallen silent')
  }
}

/** The sockets of one process to its database, so that all can be dropped when one turns out to be dead. */
export interface DatabaseSockets {
  /** Creates a socket for the driver's `stream` option. */
  readonly open: () => Socket
  /** Fails everything in progress. The next statement gets a new connection. */
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
