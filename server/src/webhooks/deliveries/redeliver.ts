import type { DeliveryState } from '@galla/contract/webhooks/webhook-deliveries'
import { Refusal } from '../../platform/refusal.ts'
import type { EndpointKey } from '../endpoints/endpoint.ts'
import { type EndpointStoreDeps, findEndpoint } from '../endpoints/endpoint-store.ts'
import { isOutdated, scheduleDeliveries } from '../replays/replay-store.ts'
import { listDeliveriesByIds } from './delivery-history-store.ts'

/**
 * Sends a delivery again, from the beginning of its schedule and to where the endpoint is now, a paused one too: that is how a
 * merchant finds out whether it works again. One that is on its way is left alone.
 */
export const redeliver = async (
  deps: EndpointStoreDeps,
  key: EndpointKey,
  eventId: string,
): Promise<{ id: string; state: DeliveryState }> => {
  const { url } = await findEndpoint(deps, key)
  if (url === null) throw new Refusal('no_webhook_url')
  const [known] = await listDeliveriesByIds(deps.db, key, [eventId], 0)
  if (known === undefined) throw new Refusal('not_found')
  const made = await deps.db.transaction((tx) => scheduleDeliveries(tx, key, [eventId], deps.clock.now()))
  if (made > 0) deps.wakeDeliveries(key)
  else if (await isOutdated(deps.db, key, eventId)) throw new Refusal('failure_outdated')
  return { id: eventId, state: made > 0 ? 'pending' : known.state }
}
