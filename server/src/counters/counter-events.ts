import type { ServerResponse } from 'node:http'
import type { Clock } from '../platform/clock.ts'
import { BEAT, startEventStream, writeEvent } from '../platform/http/event-stream.ts'
import { Refusal } from '../platform/refusal.ts'

/** The screen shows that it is offline after three of these without a heartbeat. */
const HEARTBEAT_MS = 4_000
/** The stream is closed after this time. The device opens a new one, and its session is checked again. */
const CONNECTION_MS_MAX = 10 * 60_000
const CONNECTIONS_MAX = 5_000
const CONNECTIONS_PER_MERCHANT_MAX = 100
const RETRY_AFTER_SECONDS = 30
const CHANGED = 'event: changed\ndata: 1\n\n'

/** Notifies the screens of a merchant's counters that their state has changed. The event has no data, so it cannot leak any. */
export interface CounterEvents {
  open(merchantId: string, response: ServerResponse, headers: Readonly<Record<string, string>>): void
  changed(merchantId: string): void
  allMayHaveChanged(): void
  close(): void
}

interface Connection {
  readonly response: ServerResponse
  readonly openedMs: number
}

export const createCounterEvents = (clock: Clock): CounterEvents => {
  const connections = new Map<string, Set<Connection>>()
  let count = 0
  const all = () => [...connections.values()].flatMap((ofMerchant) => [...ofMerchant])
  const send = (receivers: Iterable<Connection>, text: string): void => {
    for (const { response } of receivers) writeEvent(response, text)
  }
  const heartbeat = clock.every(HEARTBEAT_MS, () => {
    const nowMs = clock.now().getTime()
    for (const { response, openedMs } of all()) {
      if (nowMs - openedMs >= CONNECTION_MS_MAX) response.end()
      else writeEvent(response, BEAT)
    }
  })
  return {
    open(merchantId, response, headers) {
      const ofMerchant = connections.get(merchantId) ?? new Set<Connection>()
      if (count >= CONNECTIONS_MAX || ofMerchant.size >= CONNECTIONS_PER_MERCHANT_MAX)
        throw new Refusal('overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      const connection = { response, openedMs: clock.now().getTime() }
      connections.set(merchantId, ofMerchant.add(connection))
      count += 1
      response.once('close', () => {
        count -= 1
        ofMerchant.delete(connection)
        if (ofMerchant.size === 0 && connections.get(merchantId) === ofMerchant)
          connections.delete(merchantId)
      })
      startEventStream(response, headers)
      // The state may have changed before the stream was open.
      writeEvent(response, CHANGED)
    },
    changed: (merchantId) => send(connections.get(merchantId) ?? [], CHANGED),
    allMayHaveChanged: () => send(all(), CHANGED),
    close() {
      heartbeat.stop()
      for (const { response } of all()) response.end()
    },
  }
}
