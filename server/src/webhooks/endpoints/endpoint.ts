import type { WEBHOOK_FORMATS } from '@galla/contract/api-details'
import type { Mode } from '@galla/contract/order-status'
import { FAILING_DAYS_MAX } from '@galla/contract/webhook'

/** A merchant has one endpoint for each mode. */
export interface EndpointKey {
  readonly merchantId: string
  readonly mode: Mode
}

/** By which maps and lanes of this process tell endpoints apart. */
export const endpointName = ({ merchantId, mode }: EndpointKey): string => `${merchantId} ${mode}`

export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

/** Why an endpoint gets nothing until its URL is saved again. */
export type PauseReason = 'gone' | 'failing'

/** Where the notifications of a mode go, and what signs them. */
export interface WebhookEndpoint extends EndpointKey {
  readonly url: string | null
  readonly format: WebhookFormat
  /** False: each order is told in the dialect that it was made in. */
  readonly formatChosen: boolean
  /** In the formats of other gateways; our own always tells them. */
  readonly tellsFailures: boolean
  /** `whsec_…`, in the clear. */
  readonly secret: string
  /** Signs beside `secret` until then. */
  readonly previousSecret: { readonly secret: string; readonly until: Date } | null
  readonly failingSince: Date | null
  readonly paused: { readonly at: Date; readonly reason: PauseReason } | null
}

const DAY_MS = 86_400_000

export const hasFailedTooLong = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= FAILING_DAYS_MAX * DAY_MS
