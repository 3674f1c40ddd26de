import type { ApiDetails } from '@galla/contract/api-keys/api-details'
import { mayCall } from '@galla/contract/auth/roles'
import { isShownOnce, MAIN_KEY, recordKeyEvent } from '../api-keys/further-keys.ts'
import { maskedKey } from '../api-keys/key-text.ts'
import { findMainKey, overlapOfMainKey, rotateMainKey } from '../api-keys/main-keys.ts'
import { recordSecurityEvent } from '../auth/security-events/record-security-event.ts'
import { currentAlertUrl } from '../bank-alerts/alert-token.ts'
import type { SessionCaller } from '../merchants/caller.ts'
import { findMerchant } from '../merchants/find-merchant.ts'
import type { Transaction } from '../platform/database/database.ts'
import { firstEndpoint, type WebhookEndpoint } from '../webhooks/endpoints/endpoint.ts'
import {
  deleteEndpointUrl,
  type EndpointChange,
  type EndpointStoreDeps,
  findEndpoint,
  rotateSecret,
  updateEndpointUrl,
} from '../webhooks/endpoints/endpoint-store.ts'
import { overlapsUntil } from '../webhooks/endpoints/read-endpoint.ts'

export interface ApiDetailsDeps extends EndpointStoreDeps {
  /** The public address that a phone sends its alerts to. */
  readonly alertUrl: (token: string) => string
}

/** The key and the webhook of the session's mode, as they are now. */
export const apiDetails = async (deps: ApiDetailsDeps, caller: SessionCaller): Promise<ApiDetails> =>
  detailsOf(deps, caller, await findEndpoint(deps, firstEndpoint(caller)))

export const setWebhookUrl = async (
  deps: ApiDetailsDeps,
  caller: SessionCaller,
  change: EndpointChange,
): Promise<ApiDetails> =>
  detailsOf(
    deps,
    caller,
    await updateEndpointUrl(deps, firstEndpoint(caller), change, async (tx, urlBefore) => {
      if (change.url === urlBefore) return
      // The host alone: the rest of the address may be a secret.
      await recordWebhookEvent(tx, deps, caller, 'webhook_url_set', `, ${new URL(change.url).host}`)
    }),
  )

export const removeWebhookUrl = async (deps: ApiDetailsDeps, caller: SessionCaller): Promise<ApiDetails> =>
  detailsOf(
    deps,
    caller,
    await deleteEndpointUrl(deps, firstEndpoint(caller), async (tx, urlBefore) => {
      if (urlBefore !== null) await recordWebhookEvent(tx, deps, caller, 'webhook_url_removed')
    }),
  )

export const rotateWebhookSecret = async (deps: ApiDetailsDeps, caller: SessionCaller): Promise<ApiDetails> =>
  detailsOf(
    deps,
    caller,
    await rotateSecret(deps, firstEndpoint(caller), (tx) =>
      recordWebhookEvent(tx, deps, caller, 'webhook_secret_rotated'),
    ),
  )

const recordWebhookEvent = (
  tx: Transaction,
  deps: ApiDetailsDeps,
  { merchantId, mode, client }: SessionCaller,
  kind: 'webhook_url_set' | 'webhook_url_removed' | 'webhook_secret_rotated',
  detail = '',
): Promise<void> =>
  recordSecurityEvent(tx, deps, { merchantId, client, kind, subject: `${mode} mode${detail}` })

/** The reply to a rotation contains the whole key, also for merchants who see a key only once. */
export const rotateApiKey = async (
  deps: ApiDetailsDeps,
  caller: SessionCaller,
  stopOldNow: boolean,
): Promise<ApiDetails> => {
  const { apiKey } = await rotateMainKey(deps, caller.merchantId, caller.mode, stopOldNow, (tx) =>
    recordKeyEvent(tx, deps, caller, 'api_key_rotated', MAIN_KEY),
  )
  return { ...(await apiDetails(deps, caller)), apiKey }
}

const detailsOf = async (
  deps: ApiDetailsDeps,
  { merchantId, role, mode }: SessionCaller,
  endpoint: WebhookEndpoint,
): Promise<ApiDetails> => {
  const merchant = await findMerchant(deps, merchantId)
  const key = await findMainKey(deps, merchantId, mode)
  const keyShownOnce = await isShownOnce(deps, merchantId)
  // Who has the address can report payments that never came.
  const seesAlertUrl = mode === 'test' || mayCall(role, mode, 'GET /user/alert-source')
  return {
    apiKey: keyShownOnce ? maskedKey(key.apiKey) : key.apiKey,
    webHookUrl: endpoint.url ?? '',
    websiteName: merchant.websiteName,
    websiteUrl: merchant.websiteUrl,
    webhookSecret: endpoint.secret,
    webhookFormat: endpoint.format,
    webhookFormatChosen: endpoint.formatChosen,
    webhookTellsFailures: endpoint.tellsFailures,
    webhookTellsSources: endpoint.tellsSources,
    keyCreatedAt: key.createdAt.toISOString(),
    keyLastUsedAt: key.lastUsedAt?.toISOString() ?? null,
    keyShownOnce,
    previousKeyUntil: (await overlapOfMainKey(deps, merchantId, mode))?.toISOString() ?? null,
    previousSecretUntil: overlapsUntil(endpoint, deps.clock.now()),
    alertUrl: seesAlertUrl ? await currentAlertUrl(deps, { merchantId, mode }) : null,
  }
}
