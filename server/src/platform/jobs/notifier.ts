import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { type Heartbeat, openDedicatedConnection } from '../database/dedicated-connection.ts'
import { sql } from '../database/sql.ts'

/** Announces to every process which things changed, soon after the commit that changed them. */
export interface ChangeFeed {
  /** Outside any transaction. This process hears it at once; for the others, many within a moment go out as one notification. */
  announce(id: string): void
  onChange(hear: (ids: readonly string[]) => void): void
  /** News may have been lost: the connection that carries them broke and is back. */
  onReset(hear: () => void): void
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

/** How long news wait for company. */
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
 * NOTIFY in the transaction of an order would make every commit of the server wait for every other; so news go out afterwards,
 * coalesced, on one statement. A process that dies between commit and notification loses news, not facts: what is sent from
 * memory has a short time to live.
 */
export const createChangeFeed = async (deps: ChangeFeedDeps): Promise<ChangeFeed> => {
  const { db, clock, channel, onError = () => {} } = deps
  if (!/^[a-z_]{1,40}$/.test(channel)) throw new RangeError('not the name of a channel')
  const hearChange = new Set<(ids: readonly string[]) => void>()
  const hearReset = new Set<() => void>()
  let stopped = false

  const resetListeners = (): void => {
    for (const hear of hearReset) hear()
  }

  const sender = createSender({ db, clock, channel }, (error) => {
    onError(error)
    resetListeners()
  })

  const connection = await openDedicatedConnection({
    connectionString: deps.connectionString,
    applicationName: 'galla listener',
    clock,
    async prepare(client) {
      client.on('notification', ({ payload = '' }) => {
        if (payload === EVERYTHING) return resetListeners()
        const ids = payload.split(' ')
        for (const hear of hearChange) hear(ids)
      })
      await client.query(`listen ${channel}`)
      resetListeners()
    },
    onLost: onError,
    onUnusable: () => db.sockets.dropAll(),
    ...(deps.heartbeat === undefined ? {} : { heartbeat: deps.heartbeat }),
  })
  return {
    announce(id) {
      for (const hear of hearChange) hear([id])
      if (!stopped) sender.add(id)
    },
    onChange: (hear) => void hearChange.add(hear),
    onReset: (hear) => void hearReset.add(hear),
    async stop() {
      stopped = true
      await sender.flush()
      await connection.close()
    },
  }
}
