import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { type Heartbeat, openDedicatedConnection } from '../database/dedicated-connection.ts'
import { sql } from '../database/sql.ts'

/** Notifies every process of the ids of changed things (an order was paid), soon after the commit that changed them. */
export interface ChangeFeed {
  /** Call it outside any transaction. This process learns of it at once; for the others, changes of a moment share one notification. */
  announce(id: string): void
  onChange(listener: (ids: readonly string[]) => void): void
  /** Changes may have been lost: the connection that carries them broke and is back. */
  onReset(listener: () => void): void
  stop(): Promise<void>
}

export interface ChangeFeedDeps {
  readonly db: Database
  readonly connectionString: string
  readonly clock: Clock
  /** Lower case letters and underscores; one feed of a database has one name. */
  readonly channel: string
  readonly onError?: (error: unknown) => void
  readonly heartbeat?: Heartbeat
}

/** Changes within this time share one notification. */
const COALESCE_MS = 10
/** PostgreSQL refuses a payload of 8,000 bytes. */
const PAYLOAD_BYTES_MAX = 7_900
/** Beyond this the listeners are asked to read everything again, which is cheaper. */
const WAITING_MAX = 20_000
/** An empty payload means that everything may have changed. */
const EVERYTHING = ''

const payloadsOf = (ids: Iterable<string>): string[] => {
  const payloads: string[] = []
  let current = ''
  for (const id of ids) {
    const next = current === '' ? id : `${current} ${id}`
    if (next.length > PAYLOAD_BYTES_MAX) {
      payloads.push(current)
      current = id
    } else current = next
  }
  return current === '' ? payloads : [...payloads, current]
}

/** Sends ids as notifications, those of a short time together. A failure loses what was in its payload. */
const createSender = (
  { db, clock, channel }: Pick<ChangeFeedDeps, 'db' | 'clock' | 'channel'>,
  onFailed: (error: unknown) => void,
) => {
  const waiting = new Set<string>()
  let sending: Promise<void> | undefined

  const send = async (): Promise<void> => {
    while (waiting.size > 0) {
      const payloads = waiting.size > WAITING_MAX ? [EVERYTHING] : payloadsOf(waiting)
      waiting.clear()
      try {
        await db.run(sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`)
      } catch (error) {
        onFailed(error)
      }
    }
  }

  const flush = (): Promise<void> => {
    sending ??= send().finally(() => {
      sending = undefined
      if (waiting.size > 0) void flush()
    })
    return sending
  }

  return {
    flush,
    add(id: string): void {
      const isFirst = waiting.size === 0
      waiting.add(id)
      if (isFirst && sending === undefined) clock.after(COALESCE_MS, () => void flush())
    },
  }
}

/**
 * NOTIFY in the transaction of an order would make every commit of the server wait for every other; so it is sent afterwards, for
 * many changes in one statement. A process that dies between commit and notification loses no data: caches that listen
 * keep their entries for a short time only.
 */
export const createChangeFeed = async (deps: ChangeFeedDeps): Promise<ChangeFeed> => {
  const { db, clock, channel, onError = () => {} } = deps
  if (!/^[a-z_]{1,40}$/.test(channel)) throw new RangeError('not the name of a channel')
  const changeListeners = new Set<(ids: readonly string[]) => void>()
  const resetListeners = new Set<() => void>()
  let stopped = false

  const reset = (): void => {
    for (const listener of resetListeners) listener()
  }

  const sender = createSender({ db, clock, channel }, (error) => {
    onError(error)
    reset()
  })

  const connection = await openDedicatedConnection({
    connectionString: deps.connectionString,
    applicationName: 'galla listener',
    clock,
    async prepare(client) {
      client.on('notification', ({ payload = '' }) => {
        if (payload === EVERYTHING) return reset()
        const ids = payload.split(' ')
        for (const listener of changeListeners) listener(ids)
      })
      await client.query(`listen ${channel}`)
      reset()
    },
    onLost: onError,
    onUnusable: () => db.sockets.dropAll(),
    ...(deps.heartbeat === undefined ? {} : { heartbeat: deps.heartbeat }),
  })
  return {
    announce(id) {
      for (const listener of changeListeners) listener([id])
      if (!stopped) sender.add(id)
    },
    onChange: (listener) => void changeListeners.add(listener),
    onReset: (listener) => void resetListeners.add(listener),
    async stop() {
      stopped = true
      await sender.flush()
      await connection.close()
    },
  }
}
