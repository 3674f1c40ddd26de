import type { Client } from 'undici'
import { monotonicMs } from '../clock.ts'

export interface KeptConnection {
  readonly client: Client
  /** When its name was resolved, in `monotonicMs`. */
  readonly openedMs: number
}

/** Connections that have nothing to carry just now, each to an address that was checked when it was opened. */
export interface KeptConnections {
  /** One to this place that is still open and young enough; then it is the caller's alone. */
  take(place: string): KeptConnection | undefined
  /** Takes a connection back after a whole answer, so that the next question to the same place finds it. */
  keep(place: string, connection: KeptConnection): void
}

/** How long a name may lead where it led before: then it is resolved and checked anew, by a new connection. */
export const CONNECTION_AGE_MS_MAX = 30_000
const KEPT_MAX = 1_000

export const keptConnections = ({
  keptMax = KEPT_MAX,
  nowMs = monotonicMs,
}: {
  readonly keptMax?: number
  readonly nowMs?: () => number
} = {}): KeptConnections => {
  /** By place, that which waited longest first; the newest connection to a place last. */
  const kept = new Map<string, KeptConnection[]>()
  let count = 0

  const end = ({ client }: KeptConnection): void => {
    count -= 1
    void client.destroy()
  }

  const dropOldest = (): void => {
    for (const [place, connections] of kept) {
      const oldest = connections.shift()
      if (connections.length === 0) kept.delete(place)
      if (oldest !== undefined) {
        end(oldest)
        return
      }
    }
  }

  return {
    take(place) {
      const connections = kept.get(place) ?? []
      for (let one = connections.pop(); one !== undefined; one = connections.pop()) {
        if (connections.length === 0) kept.delete(place)
        if (one.client.stats.connected && nowMs() - one.openedMs < CONNECTION_AGE_MS_MAX) {
          count -= 1
          return one
        }
        end(one)
      }
      return undefined
    },
    keep(place, connection) {
      const connections = kept.get(place) ?? []
      connections.push(connection)
      count += 1
      kept.delete(place)
      kept.set(place, connections)
      if (count > keptMax) dropOldest()
    },
  }
}
