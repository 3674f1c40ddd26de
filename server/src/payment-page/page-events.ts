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
   * Turns a response into the stream of one order, beginning with its present state. Refuses with `overloaded` what is too
   * many, and with `too_many_requests` what is too many of one address; the page then polls.
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
/** Of one order: the customer's tabs, and those of people with whom the link was shared. */
const CONNECTIONS_PER_ORDER_MAX = 50
/** Of one address: the pages that a shop shows behind one router. Where a carrier puts thousands behind one, the others poll. */
export const CONNECTIONS_PER_ADDRESS_MAX = 100
const RETRY_AFTER_SECONDS = 30
/** The page takes a stream for dead after 25 s of silence. */
const HEARTBEAT_MS = 10_000
/** A page that is left open comes back by itself; after this long it is asked to. */
const CONNECTION_MS_MAX = 60 * 60_000
interface Connection {
  readonly response: ServerResponse
  readonly openedMs: number
}

/** How many there are of each key; what has none takes no memory. */
const createTally = () => {
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
  const perOrder = createTally()
  const perAddress = createTally()

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
