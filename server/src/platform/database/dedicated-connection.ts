import { Client } from 'pg'
import { type Clock, systemClock, type Timer } from '../clock.ts'
import {
  CONNECT_TIMEOUT_MS,
  connectionConfig,
  createDatabaseSockets,
  FIRST_CONNECT_TIMEOUT_MS,
  SilentDatabaseError,
} from './database-connection.ts'

/** How soon a silent database is noticed: after `missedMax` beats without an answer. */
export interface Heartbeat {
  readonly everyMs: number
  readonly missedMax: number
}

/** Noticed within 3.5 s, so that requests under way are refused within 5 s. */
export const HEARTBEAT: Heartbeat = { everyMs: 500, missedMax: 6 }

export interface DedicatedConnectionDeps {
  readonly connectionString: string
  readonly applicationName: string
  readonly clock: Clock
  /** What the connection is for, done each time it is opened: LISTEN, a lock. */
  readonly prepare: (client: Client) => Promise<void>
  /** It broke, or could not be opened; it is opened again by itself. */
  readonly onLost: (error: unknown) => void
  /** The database is silent, or takes no writes: other connections to it lead nowhere either. */
  readonly onUnusable?: () => void
  readonly heartbeat?: Heartbeat
}

export interface DedicatedConnection {
  close(): Promise<void>
}

const REOPEN_MS = 1_000
/** For what it is opened for, after it is connected. */
const PREPARE_MS_MAX = 2_000

/** The database answers, and takes no writes: it is a standby, or became one. */
class ReadOnlyDatabaseError extends Error {
  override name = 'ReadOnlyDatabaseError'
}

/**
 * A connection of its own that is there as long as the process, for what a pool cannot hold. It is asked for a sign of life twice a
 * second: a network or a server that falls silent without closing anything would otherwise be noticed by the kernel after 16 minutes.
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
    // A goodbye into silence would never end.
    sockets.dropAll()
  }

  const lost = (client: Client, error: unknown): void => {
    if (current !== client || closed) return
    discard(client)
    deps.onLost(error)
    if (error instanceof SilentDatabaseError || error instanceof ReadOnlyDatabaseError) deps.onUnusable?.()
    reopenLater()
  }

  /** Beats are counted, not timed: a process that was itself stopped for a while misses one. */
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
  const { rows } = await client.query<{ read_only: string }>(
    `select current_setting('transaction_read_only') as read_only`,
  )
  if (rows[0]?.read_only !== 'off') throw new ReadOnlyDatabaseError('the database takes no writes')
}
