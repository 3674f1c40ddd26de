import type { WEBHOOK_FORMATS } from '@galla/contract/api-keys/api-details'
import { DAY_MS } from '@galla/contract/durations'
import type { Mode } from '@galla/contract/orders/order-status'
import { FAILING_DAYS_MAX } from '@galla/contract/webhooks/webhook'

/** A merchant has one endpoint for each mode. */
export interface EndpointKey {
  readonly merchantId: string
  readonly mode: Mode
}

/** The position of a walk through endpoints. */
export type WalkedTo = Readonly<Record<keyof EndpointKey, string>>

/** The key of an endpoint in maps. */
export const endpointName = ({ merchantId, mode }: EndpointKey): string => `${merchantId} ${mode}`

export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

/** Why an endpoint gets nothing until its URL is saved again. */
export type PauseReason = 'gone' | 'failing'

/** The URL and signing secrets of a mode's webhook. */
export interface WebhookEndpoint extends EndpointKey {
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
