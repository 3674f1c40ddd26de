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
  take(key: string): Allowance
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
    take(key) {
      const tokens = refill(key)
      const allowed = tokens >= 1
      const left = allowed ? tokens - 1 : tokens
      keep(key, left)
      return {
        allowed,
        limit: burst,
        windowSeconds: Math.ceil(burst / perSecond),
        remaining: Math.floor(left),
        resetSeconds: Math.ceil((burst - left) / perSecond),
        retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((1 - left) / perSecond)),
      }
    },
  }
}

/** Takes one call from the key's bucket, sets the `RateLimit-*` headers, and refuses the call when the bucket is empty. */
export const assertWithinRate = (limit: RateLimit, key: string, reply: FastifyReply): void => {
  const allowance = limit.take(key)
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
