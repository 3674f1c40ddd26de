import type { Client } from 'undici'
import { monotonicMs } from '../clock.ts'

export interface PooledConnection {
  readonly client: Client
  /** When its host name was resolved, in `monotonicMs`. */
  readonly openedMs: number
}

/** Idle connections, each to an address that was checked when it was opened. */
export interface ConnectionPool {
  /** Removes and returns a connection to this origin that is open and not too old. */
  take(origin: string): PooledConnection | undefined
  /** Adds a connection after a complete response, for the next request to the same origin. */
  put(origin: string, connection: PooledConnection): void
}

/** Older connections are not reused, so that a new one resolves and checks the host name again. */
export const CONNECTION_AGE_MS_MAX = 30_000
const CONNECTIONS_MAX = 1_000

export const createConnectionPool = ({
  max = CONNECTIONS_MAX,
  nowMs = monotonicMs,
}: {
  readonly max?: number
  readonly nowMs?: () => number
} = {}): ConnectionPool => {
  /** By origin, longest idle first; the newest connection of an origin last. */
  const idle = new Map<string, PooledConnection[]>()
  let count = 0

  const end = ({ client }: PooledConnection): void => {
    count -= 1
    void client.destroy()
  }

  const dropOldest = (): void => {
    for (const [origin, connections] of idle) {
      const oldest = connections.shift()
      if (connections.length === 0) idle.delete(origin)
      if (oldest !== undefined) {
        end(oldest)
        return
      }
    }
  }

  return {
    take(origin) {
      const connections = idle.get(origin) ?? []
      for (let one = connections.pop(); one !== undefined; one = connections.pop()) {
        if (connections.length === 0) idle.delete(origin)
        if (one.client.stats.connected && nowMs() - one.openedMs < CONNECTION_AGE_MS_MAX) {
          count -= 1
          return one
        }
        end(one)
      }
      return undefined
    },
    put(origin, connection) {
      const connections = idle.get(origin) ?? []
      connections.push(connection)
      count += 1
      idle.delete(origin)
      idle.set(origin, connections)
      if (count > max) dropOldest()
    },
  }
}
