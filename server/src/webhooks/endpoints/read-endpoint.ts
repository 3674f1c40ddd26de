import { REPLAY_COUNTED_MAX, type WebhookEndpointShown } from '@galla/contract/webhooks/webhook-deliveries'
import { isoDates } from '../../platform/iso-dates.ts'
import { countWaiting, getDeliveryHealth, listDeliveryStrip } from '../deliveries/delivery-history-store.ts'
import { findLatestReplay } from '../replays/replay-store.ts'
import { replayShown } from '../replays/start-replay.ts'
import type { EndpointKey, WebhookEndpoint } from './endpoint.ts'
import { type EndpointStoreDeps, findEndpoint } from './endpoint-store.ts'

const HEALTH_OF_LATEST = 500
const STRIP_MAX = 60

/** How a mode's webhook is doing, as its merchant sees it. */
export const showEndpoint = async (
  deps: Omit<EndpointStoreDeps, 'wakeDeliveries'>,
  key: EndpointKey,
): Promise<WebhookEndpointShown> => {
  const { db } = deps
  const [endpoint, health, strip, waiting, replay] = await Promise.all([
    findEndpoint(deps, key),
    getDeliveryHealth(db, key, HEALTH_OF_LATEST),
    listDeliveryStrip(db, key, STRIP_MAX),
    countWaiting(db, key, REPLAY_COUNTED_MAX),
    findLatestReplay(db, key),
  ])
  return {
    url: endpoint.url,
    format: endpoint.format,
    previousSecretUntil: overlapsUntil(endpoint, deps.clock.now()),
    failingSince: endpoint.failingSince?.toISOString() ?? null,
    paused: endpoint.paused && isoDates(endpoint.paused),
    health: { ...isoDates(health), waiting },
    strip: strip.toReversed().map(isoDates),
    replay: replay === undefined ? null : replayShown(replay),
  }
}

/** Until when the secret before the current one signs too; none when it no longer does. */
export const overlapsUntil = ({ previousSecret }: WebhookEndpoint, now: Date): string | null =>
  previousSecret !== null && now < previousSecret.until ? previousSecret.until.toISOString() : null
