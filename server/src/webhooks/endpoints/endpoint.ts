import type { WEBHOOK_FORMATS } from '@galla/contract/api-keys/api-details'
import { DAY_MS } from '@galla/contract/durations'
import type { Mode } from '@galla/contract/orders/order-status'
import { FAILING_DAYS_MAX, type PAUSE_REASONS, type WebhookEvent } from '@galla/contract/webhooks/webhook'

export interface ModeKey {
  readonly merchantId: string
  readonly mode: Mode
}

/** A mode of a merchant has one endpoint by the specification, and further ones that the merchant added. */
export interface EndpointKey extends ModeKey {
  readonly endpointId: number
}

export const FIRST_ENDPOINT = 1

/** The endpoint of the specification. */
export const firstEndpoint = ({ merchantId, mode }: ModeKey): EndpointKey => ({
  merchantId,
  mode,
  endpointId: FIRST_ENDPOINT,
})

/** Where a walk through endpoints goes on: after an endpoint, or at the start. */
export type WalkedTo = Readonly<Record<keyof ModeKey, string>> & Partial<Pick<EndpointKey, 'endpointId'>>

/** The key of an endpoint in maps. */
export const endpointName = ({ merchantId, mode, endpointId }: EndpointKey): string =>
  `${merchantId} ${mode} ${endpointId}`

export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

/** Why an endpoint gets nothing until it is resumed or its URL is saved again. */
export type PauseReason = (typeof PAUSE_REASONS)[number]

/** The URL and signing secrets of an endpoint. */
export interface WebhookEndpoint extends EndpointKey {
  /** Null: the first one. */
  readonly name: string | null
  /** What a further endpoint gets; null: the first one. */
  readonly events: readonly WebhookEvent[] | null
  readonly takesAny2xx: boolean
  readonly url: string | null
  readonly format: WebhookFormat
  /** False: each order uses the dialect that it was created in. */
  readonly formatChosen: boolean
  /** For the formats of other gateways. Our own format always includes failures. */
  readonly tellsFailures: boolean
  /** Whether events about silent sources are sent. */
  readonly tellsSources: boolean
  /** `whsec_…`, in the clear. */
  readonly secret: string
  /** Signs together with `secret` until then. */
  readonly previousSecret: { readonly secret: string; readonly until: Date } | null
  readonly failingSince: Date | null
  readonly paused: { readonly at: Date; readonly reason: PauseReason } | null
}

export const hasFailedTooLong = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= FAILING_DAYS_MAX * DAY_MS
