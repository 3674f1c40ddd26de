import { FURTHER_ENDPOINTS_MAX, type FurtherEndpointShown } from '@galla/contract/webhooks/webhook-endpoints'
import { z } from 'zod'
import { recordSecurityEvent } from '../../auth/security-events/record-security-event.ts'
import type { SessionCaller } from '../../merchants/caller.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import { addJob } from '../../platform/jobs/job-queue.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import { stopOpenReplay } from '../replays/replay-store.ts'
import { type EndpointKey, FIRST_ENDPOINT, type WebhookEndpoint } from './endpoint.ts'
import {
  deleteDeliveriesOf,
  deleteFurtherEndpoint,
  type EndpointStoreDeps,
  type FurtherEndpoint,
  findEndpoint,
  insertFurtherEndpoint,
  listFurtherEndpoints,
  lockFurtherNames,
  pauseDeliveries,
  pauseEndpoint,
  resumeDeliveries,
  rotateSecret,
  updateFurtherEndpoint,
} from './endpoint-store.ts'
import { overlapsUntil } from './read-endpoint.ts'

const shown = (endpoint: WebhookEndpoint, now: Date): FurtherEndpointShown => ({
  id: String(endpoint.endpointId),
  name: endpoint.name ?? '',
  url: endpoint.url ?? '',
  events: [...(endpoint.events ?? [])] as FurtherEndpointShown['events'],
  format: endpoint.formatChosen ? endpoint.format : 'auto',
  takesAny2xx: endpoint.takesAny2xx,
  secret: endpoint.secret,
  previousSecretUntil: overlapsUntil(endpoint, now),
  failingSince: endpoint.failingSince?.toISOString() ?? null,
  paused: endpoint.paused && { at: endpoint.paused.at.toISOString(), reason: endpoint.paused.reason },
})

/** The first endpoint is changed by calls of its own. */
const furtherKey = ({ merchantId, mode }: SessionCaller, id: string): EndpointKey => {
  const endpointId = Number(id)
  if (endpointId === FIRST_ENDPOINT) throw new Refusal('not_found')
  return { merchantId, mode, endpointId }
}

export const showFurther = async (
  deps: EndpointStoreDeps,
  caller: SessionCaller,
): Promise<FurtherEndpointShown[]> =>
  (await listFurtherEndpoints(deps, caller)).map((endpoint) => shown(endpoint, deps.clock.now()))

const showOne = async (deps: EndpointStoreDeps, key: EndpointKey): Promise<FurtherEndpointShown> =>
  shown(await findEndpoint(deps, key), deps.clock.now())

const recordChange = (
  tx: Transaction,
  deps: EndpointStoreDeps,
  { merchantId, mode, client }: SessionCaller,
  kind: 'webhook_url_set' | 'webhook_url_removed' | 'webhook_secret_rotated',
  detail: string,
): Promise<void> =>
  recordSecurityEvent(tx, deps, { merchantId, client, kind, subject: `${mode} mode, ${detail}` })

/** The host alone: the rest of the address may be a secret. */
const detailOf = ({ name, url }: FurtherEndpoint): string => `${name}, ${new URL(url).host}`

const refuseSameName = (
  others: readonly { endpointId: number; name: string }[],
  { name }: FurtherEndpoint,
  own?: number,
): void => {
  if (others.some((other) => other.name === name && other.endpointId !== own))
    throw invalidField('name', 'Another endpoint has this name')
}

const withEachOnce = (endpoint: FurtherEndpoint): FurtherEndpoint => ({
  ...endpoint,
  events: [...new Set(endpoint.events)],
})

export const addFurther = async (
  deps: EndpointStoreDeps,
  caller: SessionCaller,
  wanted: FurtherEndpoint,
): Promise<FurtherEndpointShown> => {
  const key = await deps.db.transaction(async (tx) => {
    const others = await lockFurtherNames(deps, caller, tx)
    refuseSameName(others, wanted)
    if (others.length >= FURTHER_ENDPOINTS_MAX) throw new Refusal('too_many_endpoints')
    await recordChange(tx, deps, caller, 'webhook_url_set', detailOf(wanted))
    return insertFurtherEndpoint(deps, caller, withEachOnce(wanted), tx)
  })
  return showOne(deps, key)
}

/** What waits is sent to a new URL at once, unless the merchant paused the endpoint. */
export const changeFurther = async (
  deps: EndpointStoreDeps,
  caller: SessionCaller,
  id: string,
  wanted: FurtherEndpoint,
): Promise<FurtherEndpointShown> => {
  const key = furtherKey(caller, id)
  await deps.db.transaction(async (tx) => {
    refuseSameName(await lockFurtherNames(deps, caller, tx), wanted, key.endpointId)
    const before = await findEndpoint(deps, key, tx)
    await updateFurtherEndpoint(tx, key, withEachOnce(wanted))
    if (before.url === wanted.url) return
    await recordChange(tx, deps, caller, 'webhook_url_set', detailOf(wanted))
    // Read behind the lock of the change: a pause that came meanwhile holds.
    if ((await findEndpoint(deps, key, tx)).paused !== null) return
    await resumeDeliveries(tx, key, deps.clock.now())
    tx.afterCommit(() => deps.wakeDeliveries(key))
  })
  return showOne(deps, key)
}

export const pauseFurther = async (
  deps: EndpointStoreDeps,
  caller: SessionCaller,
  id: string,
): Promise<FurtherEndpointShown> => {
  const key = furtherKey(caller, id)
  await deps.db.transaction(async (tx) => {
    await pauseEndpoint(tx, key, deps.clock.now())
    await pauseDeliveries(tx, key)
  })
  return showOne(deps, key)
}

export const rotateFurther = async (
  deps: EndpointStoreDeps,
  caller: SessionCaller,
  id: string,
): Promise<FurtherEndpointShown> => {
  const key = furtherKey(caller, id)
  const { name } = await findEndpoint(deps, key)
  const rotated = await rotateSecret(deps, key, (tx) =>
    recordChange(tx, deps, caller, 'webhook_secret_rotated', name ?? ''),
  )
  return shown(rotated, deps.clock.now())
}

export const REMOVED_JOB = 'webhook.removed'

/** Nothing is claimed for it any more, and one that is on its way ends without a record. A job deletes what waits for it. */
export const removeFurther = async (
  deps: EndpointStoreDeps,
  caller: SessionCaller,
  id: string,
): Promise<void> => {
  const key = furtherKey(caller, id)
  await deps.db.transaction(async (tx) => {
    const { name } = await findEndpoint(deps, key, tx)
    if ((await deleteFurtherEndpoint(tx, key)) === 0) throw new Refusal('not_found')
    await stopOpenReplay(tx, key, deps.clock.now())
    await recordChange(tx, deps, caller, 'webhook_url_removed', name ?? '')
    await addJob(tx, REMOVED_JOB, { ...key })
  })
}

const removed = z.object({
  merchantId: z.string(),
  mode: z.enum(['test', 'live']),
  endpointId: z.int().min(2),
})
const BATCH = 5_000

export const deleteWaiting = async ({ db }: Pick<Platform, 'db'>, payload: unknown): Promise<void> => {
  const key = removed.parse(payload)
  while ((await deleteDeliveriesOf(db, key, BATCH)) > 0);
}
