import type { TestPingPayload } from '@galla/contract/webhooks/webhook'
import { Refusal } from '../../platform/refusal.ts'
import { insertEvent } from '../events/event-store.ts'
import type { EndpointKey } from './endpoint.ts'
import { type EndpointStoreDeps, findEndpoint, findNewestDialect } from './endpoint-store.ts'

/** Sends `test.ping` as every notification is sent: in the format of the newest order, stored, signed, retried. A paused endpoint gets it too. */
export const sendTestPing = async (deps: EndpointStoreDeps, key: EndpointKey): Promise<string> => {
  const { url } = await findEndpoint(deps, key)
  if (url === null) throw new Refusal('no_webhook_url')
  const dialect = await findNewestDialect(deps.db, key)
  const now = deps.clock.now()
  const eventId = deps.ids.ulid(now)
  const ping: TestPingPayload = {
    event: 'test.ping',
    eventId,
    sequence: 1,
    createdAt: now.toISOString(),
    mode: key.mode,
  }
  const { event, sequence } = ping
  const row = {
    merchantId: key.merchantId,
    mode: key.mode,
    onlyTo: key.endpointId,
    eventId,
    orderId: null,
    orderNumber: null,
    dialect,
    finalAt: null,
    event,
    sequence,
    payload: JSON.stringify(ping),
    createdAt: now,
  }
  await deps.db.transaction((tx) => insertEvent(tx, row))
  deps.wakeDeliveries(key)
  return eventId
}
