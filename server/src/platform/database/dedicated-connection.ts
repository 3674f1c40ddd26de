import { Client } from 'pg'
import { type Clock, systemClock, type Timer } from '../clock.ts'
import {
  CONNECT_TIMEOUT_MS,
  connectionConfig,
  createDatabaseSockets,
  FIRST_CONNECT_TIMEOUT_MS,
  SilentDatabaseError,
} from './database-connection.ts'
import { isReadOnly, READ_ONLY_QUERY } from './read-only.ts'

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

/** The database replies but is read-only: it is a standby, or became one. */
class ReadOnlyDatabaseError extends Error {
  override name = 'ReadOnlyDatabaseError'
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
    void client.end().catch(() => {})
    // Waiting for a silent server to close the connection would never end.
    sockets.dropAll()
  }

  const lost = (client: Client, error: unknown): void => {
    if (current !== client || closed) return
    discard(client)
    deps.onLost(error)
    if (error instanceof SilentDatabaseError || error instanceof ReadOnlyDatabaseError) deps.onUnusable?.()
    reopenLater()
  }

  /** Heartbeats are counted, not timed: a process that was itself stopped for a while misses only one. */
  const beat = (client: Client): Timer => {
    let unanswered = 0
    return systemClock.every(heartbeat.everyMs, () => {
      if (unanswered >= heartbeat.missedMax) lost(client, new SilentDatabaseError())
      else if (unanswered === 0)
        assertWritable(client).then(
          () => {
            unanswered = 0
          },
          (error) => lost(client, error),
        )
      unanswered += 1
    })
  }

  const open = async (connectTimeoutMs: number): Promise<void> => {
    const client = new Client({
      ...connectionConfig(deps.connectionString, deps.applicationName, connectTimeoutMs),
      stream: sockets.open,
    })
    client.on('error', (error) => lost(client, error))
    client.on('end', () => lost(client, undefined))
    current = client
    const limit = systemClock.after(connectTimeoutMs + PREPARE_MS_MAX, () => sockets.dropAll())
    try {
      await client.connect()
      await deps.prepare(client)
    } finally {
      limit.stop()
    }
    if (current === client) beats = beat(client)
  }

  const reopenLater = (): void => {
    reopening = clock.after(REOPEN_MS, () => {
      if (closed || current !== undefined) return
      open(CONNECT_TIMEOUT_MS).catch((error) => {
        const failed = current
        if (failed !== undefined) lost(failed, error)
      })
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
      const last = current
      beats?.stop()
      const ended = last.end().catch(() => {})
      const cut = systemClock.after(heartbeat.everyMs * heartbeat.missedMax, () => sockets.dropAll())
      await ended
      cut.stop()
    },
  }
}

const assertWritable = async (client: Client): Promise<void> => {
  if (isReadOnly((await client.query(READ_ONLY_QUERY.text)).rows))
    throw new ReadOnlyDatabaseError('the database takes no writes')
}
