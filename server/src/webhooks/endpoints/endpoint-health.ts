import { type AttemptResult, verdictOf } from '../deliveries/delivery.ts'
import { type EndpointKey, hasFailedTooLong, type PauseReason } from './endpoint.ts'

export interface EndpointHealth extends EndpointKey {
  readonly url: string | null
  /** The first failure since the last success. */
  readonly failingSince: Date | null
  /** Null: not paused. */
  readonly pauseReason: PauseReason | null
}

interface EndpointAttempt {
  readonly url: string
  readonly result: AttemptResult
}

/**
 * The health of an endpoint after attempts that ended together; the same object if nothing changes. One success ends failures and a
 * pause, unless the merchant paused it. Attempts at a URL that was replaced do not count.
 */
export const healthAfter = (
  health: EndpointHealth,
  attempts: readonly EndpointAttempt[],
  now: Date,
): EndpointHealth => {
  const verdicts = attempts.filter(({ url }) => url === health.url).map(({ result }) => verdictOf(result))
  if (verdicts.length === 0) return health
  if (verdicts.includes('delivered')) {
    const kept = health.pauseReason === 'by_hand' ? health.pauseReason : null
    return health.failingSince === null && health.pauseReason === kept
      ? health
      : { ...health, failingSince: null, pauseReason: kept }
  }
  const failingSince = health.failingSince ?? now
  const pauseReason = health.pauseReason ?? pauseReasonOf(verdicts.includes('gone'), failingSince, now)
  const isSame = failingSince === health.failingSince && pauseReason === health.pauseReason
  return isSame ? health : { ...health, failingSince, pauseReason }
}

const pauseReasonOf = (isGone: boolean, failingSince: Date, now: Date): PauseReason | null => {
  if (isGone) return 'gone'
  return hasFailedTooLong(failingSince, now) ? 'failing' : null
}
