import type { Dialect } from '@galla/contract/dialects'
import { RETRY_DELAYS_SECONDS, RETRY_JITTER } from '@galla/contract/webhook'
import type { EndpointKey } from '../endpoints/endpoint.ts'

/** The delivery of an event, which this process alone may send until its lease ends. */
export interface ClaimedDelivery extends EndpointKey {
  readonly eventId: string
  readonly attemptsMade: number
  /** Those made before it was last sent again; its schedule begins after them. */
  readonly attemptsBefore: number
  readonly payload: string
}

/** With what decides how it is worded, and whether it still is to be told. */
export interface LeasedDelivery extends ClaimedDelivery {
  readonly event: string
  /** None: a test ping. */
  readonly orderId: string | null
  readonly dialect: Dialect | null
}

/** What came of one attempt. */
export type AttemptResult =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly retryAfter: string | null
      readonly body: Uint8Array
    }
  /** No HTTP answer: refused, timed out, an address that is not public. */
  | { readonly kind: 'unanswered'; readonly error: string }

export type Verdict = 'delivered' | 'gone' | 'failed'

/** HTTP 200 delivers, as the integration guide says, and nothing else; 410 says that nobody lives there any more. */
export const verdictOf = (result: AttemptResult): Verdict => {
  if (result.kind === 'unanswered') return 'failed'
  if (result.status === 200) return 'delivered'
  return result.status === 410 ? 'gone' : 'failed'
}

/** A receiver may ask for more patience than the schedule has, but not for more than its longest step. */
export const RETRY_AFTER_SECONDS_MAX = 24 * 3600

/**
 * When to try again after the `attemptsMade`-th attempt failed at `now`; null when it was the last. `random` is in [0, 1) and
 * moves the step by up to RETRY_JITTER either way; a longer wait that the receiver asked for wins.
 */
export const nextAttemptAt = (
  attemptsMade: number,
  now: Date,
  random: number,
  askedSeconds: number | undefined,
): Date | null => {
  const step = RETRY_DELAYS_SECONDS[attemptsMade - 1]
  if (step === undefined) return null
  const jittered = step * (1 - RETRY_JITTER + 2 * RETRY_JITTER * random)
  return new Date(now.getTime() + Math.round(1000 * Math.max(jittered, askedSeconds ?? 0)))
}

export const RESPONSE_BYTES_MAX = 1024

/** The beginning of an answer as text that PostgreSQL can store, at most RESPONSE_BYTES_MAX bytes of UTF-8. */
export const keptResponse = (body: Uint8Array): string => {
  // A character that the limit cuts in two is left out: the decoder waits for its rest.
  const start = (bytes: Uint8Array) =>
    new TextDecoder().decode(bytes.subarray(0, RESPONSE_BYTES_MAX), { stream: true })
  return start(new TextEncoder().encode(start(body).replaceAll('\0', '')))
}
