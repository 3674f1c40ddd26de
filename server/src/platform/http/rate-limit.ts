import type { FastifyReply } from 'fastify'
import type { Clock } from '../clock.ts'
import { Refusal } from '../refusal.ts'

export interface RateLimitOptions {
  readonly clock: Clock
  readonly perSecond: number
  /** Calls that may come at once after a pause. */
  readonly burst: number
  /** Buckets beyond this are dropped, the longest unused first; its key gets a full bucket again. */
  readonly bucketsMax?: number
}

export interface Allowance {
  readonly allowed: boolean
  readonly limit: number
  /** In which `limit` comes back. */
  readonly windowSeconds: number
  readonly remaining: number
  /** Until the bucket is full again. */
  readonly resetSeconds: number
  /** Until the next call is allowed; 0 when this one was. */
  readonly retryAfterSeconds: number
}

export interface RateLimit {
  /**
   * Takes several calls, or none where the bucket has fewer. More than `burst` are never allowed. The request that asks for further calls
   * takes one when it comes again, so that `retryAfterSeconds` includes it.
   */
  take(key: string, calls?: number): Allowance
}

const BUCKETS_MAX = 50_000

/** Creates a token bucket for each key, in the memory of this process: a guard against mistakes and floods, not an exact count. */
export const createRateLimit = ({
  clock,
  perSecond,
  burst,
  bucketsMax = BUCKETS_MAX,
}: RateLimitOptions): RateLimit => {
  /** In the order of their last use, which a Map keeps. */
  const buckets = new Map<string, { tokens: number; atMs: number }>()

  const refill = (key: string): number => {
    const nowMs = clock.now().getTime()
    const known = buckets.get(key)
    if (known === undefined) return burst
    const passedSeconds = Math.max(0, nowMs - known.atMs) / 1000
    return Math.min(burst, known.tokens + passedSeconds * perSecond)
  }

  const keep = (key: string, tokens: number): void => {
    buckets.delete(key)
    buckets.set(key, { tokens, atMs: clock.now().getTime() })
    if (buckets.size <= bucketsMax) return
    const [oldest] = buckets.keys()
    if (oldest !== undefined) buckets.delete(oldest)
  }

  return {
    take(key, calls = 1) {
      const tokens = refill(key)
      const allowed = tokens >= calls
      const left = allowed ? tokens - calls : tokens
      const needed = calls === 1 ? 1 : calls + 1
      keep(key, left)
      return {
        allowed,
        limit: burst,
        windowSeconds: Math.ceil(burst / perSecond),
        remaining: Math.floor(left),
        resetSeconds: Math.ceil((burst - left) / perSecond),
        retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((needed - left) / perSecond)),
      }
    },
  }
}

/** Takes calls from the key's bucket, sets the `RateLimit-*` headers, and refuses the call when the bucket has too few. */
export const assertWithinRate = (limit: RateLimit, key: string, reply: FastifyReply, calls = 1): void => {
  const allowance = limit.take(key, calls)
  reply.headers({
    'ratelimit-limit': allowance.limit,
    'ratelimit-remaining': allowance.remaining,
    'ratelimit-reset': allowance.resetSeconds,
    // The same in the fields that the drafts of the IETF have come to since (draft-ietf-httpapi-ratelimit-headers-10).
    'ratelimit-policy': `"key";q=${allowance.limit};w=${allowance.windowSeconds}`,
    ratelimit: `"key";r=${allowance.remaining};t=${allowance.resetSeconds}`,
  })
  if (!allowance.allowed) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: allowance.retryAfterSeconds })
  }
}
