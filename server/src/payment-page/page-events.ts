import type { ServerResponse } from 'node:http'
import { addressKey } from '../merchants/limit-attempts.ts'
import type { Clock } from '../platform/clock.ts'
import { BEAT, startEventStream, writeEvent } from '../platform/http/event-stream.ts'
import { Refusal } from '../platform/refusal.ts'
import { type OrderSnapshot, pageStatusOf } from './page-status.ts'
import type { StatusCache } from './status-cache.ts'

export interface PageEventsDeps {
  readonly clock: Clock
  readonly cache: StatusCache
  readonly connectionsMax?: number
}

/** Server-sent events of open pages, from the same cache that answers the polls. */
export interface PageEvents {
  /**
   * Turns a response into the event stream of one order, which starts with its present status. Beyond its limits it refuses with
   * `overloaded`, or `too_many_requests` for one address. The page then polls.
   */
  open(
    snapshot: OrderSnapshot,
    address: string,
    response: ServerResponse,
    headers: Readonly<Record<string, string>>,
  ): void
  readonly count: number
  close(): void
}

const CONNECTIONS_MAX = 20_000
/** For one order: the customer's tabs, and those of people who got the link. */
const CONNECTIONS_PER_ORDER_MAX = 50
/** For one address: the pages of a shop behind one router. Behind a carrier's shared address the other pages poll. */
export const CONNECTIONS_PER_ADDRESS_MAX = 100
const RETRY_AFTER_SECONDS = 30
/** The page considers a stream dead after 25 s of silence. */
const HEARTBEAT_MS = 10_000
/** The stream is closed after this time. A page that is still open reconnects. */
const CONNECTION_MS_MAX = 60 * 60_000
interface Connection {
  readonly response: ServerResponse
  readonly openedMs: number
}

/** Counts per key. A count of 0 takes no memory. */
const createCounts = () => {
  const counts = new Map<string, number>()
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    add(key: string, by: 1 | -1): void {
      const next = (counts.get(key) ?? 0) + by
      if (next === 0) counts.delete(key)
      else counts.set(key, next)
    },
  }
}

export const createPageEvents = ({
  clock,
  cache,
  connectionsMax = CONNECTIONS_MAX,
}: PageEventsDeps): PageEvents => {
  const connections = new Set<Connection>()
  const perOrder = createCounts()
  const perAddress = createCounts()

  const sendStatus = (response: ServerResponse, snapshot: OrderSnapshot): void =>
    writeEvent(response, `event: status\ndata: ${JSON.stringify(pageStatusOf(snapshot, clock.now()))}\n\n`)

  const heartbeat = clock.every(HEARTBEAT_MS, () => {
    const nowMs = clock.now().getTime()
    for (const { response, openedMs } of connections) {
      if (nowMs - openedMs >= CONNECTION_MS_MAX) response.end()
      else writeEvent(response, BEAT)
    }
  })

  return {
    open(snapshot, address, response, headers) {
      const { orderId } = snapshot
      const from = addressKey(address)
      if (perAddress.of(from) >= CONNECTIONS_PER_ADDRESS_MAX)
        throw new Refusal('too_many_requests', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      if (connections.size >= connectionsMax || perOrder.of(orderId) >= CONNECTIONS_PER_ORDER_MAX)
        throw new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      const connection = { response, openedMs: clock.now().getTime() }
      connections.add(connection)
      perOrder.add(orderId, 1)
      perAddress.add(from, 1)
      const unwatch = cache.watch(orderId, (newer) => sendStatus(response, newer))
      response.once('close', () => {
        unwatch()
        connections.delete(connection)
        perOrder.add(orderId, -1)
        perAddress.add(from, -1)
      })
      startEventStream(response, headers)
      sendStatus(response, snapshot)
    },
    get count() {
      return connections.size
    },
    close() {
      heartbeat.stop()
      for (const { response } of connections) response.end()
    },
  }
}
