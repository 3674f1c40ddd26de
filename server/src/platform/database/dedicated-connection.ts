import type { Client } from 'pg'
import { type Clock, systemClock, type Timer } from '../clock.ts'
import {
  CONNECT_TIMEOUT_MS,
  connectionConfig,
  createDatabaseSockets,
  type DatabaseSockets,
  FIRST_CONNECT_TIMEOUT_MS,
  SilentDatabaseError,
} from './database-connection.ts'
import { databaseRefusal } from './database-errors.ts'
import { assertWritable, clientFor, ReadOnlyDatabaseError } from './database-servers.ts'

/** How soon a silent database is noticed: after `missedMax` heartbeats without a reply. */
export interface Heartbeat {
  readonly everyMs: number
  readonly missedMax: number
}

/** Notices silence within 3.5 s, so that waiting requests are refused within 5 s. */
export const HEARTBEAT: Heartbeat = { everyMs: 500, missedMax: 6 }

export interface DedicatedConnectionDeps {
  readonly connectionString: string
  readonly applicationName: string
  readonly clock: Clock
  /** Runs each time the connection is opened: LISTEN, or taking a lock. */
  readonly prepare: (client: Client) => Promise<void>
  /** Called when the connection broke or could not be opened; it is opened again automatically. */
  readonly onLost: (error: unknown) => void
  /** Called when the database is silent or read-only: other connections to it are useless too. */
  readonly onUnusable?: () => void
  readonly heartbeat?: Heartbeat
}

export interface DedicatedConnection {
  close(): Promise<void>
}

const REOPEN_MS = 1_000
/** For use after it is connected. */
const PREPARE_MS_MAX = 2_000

const isUnusable = (error: unknown): boolean =>
  error instanceof SilentDatabaseError || error instanceof ReadOnlyDatabaseError

const createClient = (
  { connectionString, applicationName }: DedicatedConnectionDeps,
  sockets: DatabaseSockets,
  connectTimeoutMs: number,
): Client =>
  new (clientFor(connectionString))({
    ...connectionConfig(connectionString, applicationName, connectTimeoutMs),
    stream: sockets.open,
  })

interface Timeout {
  readonly ms: number
  /** Drops the socket, which ends the wait. */
  readonly onTimeout: () => void
}

const connect = async (
  client: Client,
  prepare: DedicatedConnectionDeps['prepare'],
  timeout: Timeout,
): Promise<void> => {
  const limit = systemClock.after(timeout.ms, timeout.onTimeout)
  try {
    await client.connect()
    await prepare(client)
  } finally {
    limit.stop()
  }
}

const end = async (client: Client, timeout: Timeout): Promise<void> => {
  const ended = client.end().catch(() => {})
  const cut = systemClock.after(timeout.ms, timeout.onTimeout)
  await ended
  cut.stop()
}

const endAtOnce = (client: Client, sockets: DatabaseSockets): void => {
  void client.end().catch(() => {})
  // Waiting for a silent server to close the connection would never end.
  sockets.dropAll()
}

/** Heartbeats are counted, not timed: a process that was itself stopped for a while misses only one. */
const startHeartbeat = (
  client: Client,
  { everyMs, missedMax }: Heartbeat,
  onLost: (error: unknown) => void,
): Timer => {
  let unanswered = 0
  return systemClock.every(everyMs, () => {
    if (unanswered >= missedMax) onLost(new SilentDatabaseError())
    else if (unanswered === 0)
      assertWritable(client).then(() => {
        unanswered = 0
      }, onLost)
    unanswered += 1
  })
}

/**
 * Opens a connection that lives as long as the process, for what a pool cannot do. A heartbeat checks it twice a second: otherwise the
 * kernel would notice a silent network or server only after 16 minutes.
 */
export const openDedicatedConnection = async (
  deps: DedicatedConnectionDeps,
): Promise<DedicatedConnection> => {
  const { clock, heartbeat = HEARTBEAT } = deps
  const sockets = createDatabaseSockets()
  let current: Client | undefined
  let beats: Timer | undefined
  let reopening: Timer | undefined
  let closed = false

  const discard = (client: Client): void => {
    beats?.stop()
    current = undefined
    endAtOnce(client, sockets)
  }

  const lost = (client: Client, error: unknown): void => {
    if (current !== client || closed) return
    discard(client)
    deps.onLost(databaseRefusal(error) ?? error)
    if (isUnusable(error)) deps.onUnusable?.()
    reopening = clock.after(REOPEN_MS, reopen)
  }

  const open = async (connectTimeoutMs: number): Promise<void> => {
    const client = createClient(deps, sockets, connectTimeoutMs)
    client.on('error', (error) => lost(client, error))
    client.on('end', () => lost(client, new Error('Connection terminated by the server')))
    current = client
    await connect(client, deps.prepare, { ms: connectTimeoutMs + PREPARE_MS_MAX, onTimeout: sockets.dropAll })
    if (current === client) beats = startHeartbeat(client, heartbeat, (error) => lost(client, error))
  }

  const reopen = (): void => {
    if (closed || current !== undefined) return
    open(CONNECT_TIMEOUT_MS).catch((error) => {
      if (current !== undefined) lost(current, error)
    })
  }

  try {
    await open(FIRST_CONNECT_TIMEOUT_MS)
  } catch (error) {
    closed = true
    if (current !== undefined) discard(current)
    throw error
  }
  return {
    async close() {
      closed = true
      reopening?.stop()
      if (current === undefined) return
      beats?.stop()
      await end(current, { ms: heartbeat.everyMs * heartbeat.missedMax, onTimeout: sockets.dropAll })
    },
  }
}
