import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import { RETRY_DELAYS_SECONDS, RETRY_JITTER } from '@galla/contract/webhooks/webhook'
import type { EndpointKey } from '../endpoints/endpoint.ts'

/** A delivery that only the holder of its lease sends. */
export interface ClaimedDelivery extends EndpointKey {
  readonly eventId: string
  readonly attemptsMade: number
  /** Attempts before the delivery was last sent again by hand; the retry schedule starts after them. */
  readonly attemptsBefore: number
  /** Sent again by hand or by a replay. */
  readonly isRevived: boolean
  readonly payload: string
  /** The token of the lease: an attempt is recorded only while the delivery still has it. */
  readonly lease: string
  readonly event: string
  /** Null: not about an order. */
  readonly orderNumber: number | null
  readonly dialect: Dialect | null
  /** When the failure that it reports is final; null: at once. */
  readonly finalAt: Date | null
}

/** The result of one attempt. */
export type AttemptResult =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly retryAfter: string | null
      /** Whether the receiver may answer any status from 200 to 299. */
      readonly takesAny2xx?: boolean
      readonly body: Uint8Array
    }
  /** No HTTP response: refused, timed out, or an address that is not public. */
  | { readonly kind: 'unanswered'; readonly error: string }

export type Verdict = 'delivered' | 'gone' | 'failed'

/**
 * Only HTTP 200 delivers, as the integration guide says, unless the merchant chose any 2xx for a further endpoint; 410 means that the
 * receiver is gone for good.
 */
export const verdictOf = (result: AttemptResult): Verdict => {
  if (result.kind === 'unanswered') return 'failed'
  const { status, takesAny2xx = false } = result
  if (status === 200 || (takesAny2xx && status >= 200 && status < 300)) return 'delivered'
  return result.status === 410 ? 'gone' : 'failed'
}

/** The longest Retry-After that counts: the longest step of the schedule. */
export const RETRY_AFTER_SECONDS_MAX = 24 * 3600

/**
 * Returns when to try again after the `attemptsMade`-th attempt failed at `now`; null after the last. `random` is in [0, 1) and changes the
 * delay by up to RETRY_JITTER. If the receiver requested a longer delay, that one counts.
 */
export const nextAttemptAt = (
  attemptsMade: number,
  now: Date,
  random: number,
  requestedSeconds: number | undefined,
): Date | null => {
  const step = RETRY_DELAYS_SECONDS[attemptsMade - 1]
  if (step === undefined) return null
  const jittered = step * (1 - RETRY_JITTER + 2 * RETRY_JITTER * random)
  return new Date(now.getTime() + Math.round(1000 * Math.max(jittered, requestedSeconds ?? 0)))
}

export const RESPONSE_BYTES_MAX = 1024

/** Returns the beginning of a response as text that PostgreSQL can store, at most RESPONSE_BYTES_MAX bytes of UTF-8. */
export const storedResponse = (body: Uint8Array): string => {
  // The decoder leaves out a character that the limit cuts in two.
  const start = (bytes: Uint8Array) =>
    new TextDecoder().decode(bytes.subarray(0, RESPONSE_BYTES_MAX), { stream: true })
  return start(new TextEncoder().encode(start(body).replaceAll('\0', '')))
}
