import type { DeliveryState, ReplayState } from '@galla/contract/webhooks/webhook-deliveries'

interface ReplaySelection {
  readonly states: readonly DeliveryState[]
  /** Events that have no delivery, for want of a URL when they happened. */
  readonly neverSent: boolean
}

/** What is on its way for the first time needs no replay. */
export const SELECTIONS = {
  undelivered: { states: ['failed', 'exhausted', 'paused'], neverSent: true },
  all: { states: ['failed', 'exhausted', 'paused', 'delivered'], neverSent: true },
  failed: { states: ['failed'], neverSent: false },
  exhausted: { states: ['exhausted'], neverSent: false },
  paused: { states: ['paused'], neverSent: false },
  delivered: { states: ['delivered'], neverSent: false },
} as const satisfies Record<ReplayState, ReplaySelection>

interface ReplayCandidate {
  /** None: it has no delivery. */
  readonly state: DeliveryState | null
  /** When it was last sent again, or delivered. */
  readonly sentAt: Date | null
  readonly inFlight: boolean
}

/**
 * Whether a replay that was asked for at `asOf` sends this one again. What was sent since then is left alone, so that the
 * same replay done twice, or resumed after a crash, sends nothing twice.
 */
export const isReplayed = (
  wanted: ReplayState,
  asOf: Date,
  { state, sentAt, inFlight }: ReplayCandidate,
): boolean => {
  const { states, neverSent }: ReplaySelection = SELECTIONS[wanted]
  if (state === null) return neverSent
  return states.includes(state) && !inFlight && (sentAt === null || sentAt < asOf)
}

/** How many of a replay may be due at once: what happens now waits behind no more than these. */
const DUE_MAX = 100

/** How many more may be made due. A receiver that does not answer is asked by one at a time. */
export const capacityFor = (due: number, failing: boolean): number =>
  Math.max(0, (failing ? 1 : DUE_MAX) - due)

/** More than is ever due at once; counting on would say nothing. */
export const DUE_COUNTED_MAX = DUE_MAX
