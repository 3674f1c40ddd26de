import type { DeliveryState, ReplayState } from '@galla/contract/webhooks/webhook-deliveries'

interface ReplaySelection {
  readonly states: readonly DeliveryState[]
  /** Includes events without a delivery, because there was no URL when they happened. */
  readonly neverSent: boolean
}

/** `pending` is in no selection: such a delivery will be sent anyway. */
export const SELECTIONS = {
  undelivered: { states: ['failed', 'exhausted', 'paused'], neverSent: true },
  all: { states: ['failed', 'exhausted', 'paused', 'delivered'], neverSent: true },
  failed: { states: ['failed'], neverSent: false },
  exhausted: { states: ['exhausted'], neverSent: false },
  paused: { states: ['paused'], neverSent: false },
  delivered: { states: ['delivered'], neverSent: false },
} as const satisfies Record<ReplayState, ReplaySelection>

interface ReplayCandidate {
  /** Null: the event has no delivery. */
  readonly state: DeliveryState | null
  /** When it was last sent again, or delivered. */
  readonly sentAt: Date | null
  readonly inFlight: boolean
}

/**
 * True if a replay that was requested at `asOf` sends this event again. Events that were sent since then are skipped, so that a replay that
 * is repeated, or resumed after a crash, sends nothing twice.
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

/** How many deliveries of a replay may be due at once: new events wait for at most these. */
const DUE_MAX = 100

/** Returns how many more deliveries may be made due. A failing receiver gets one at a time. */
export const capacityFor = (due: number, failing: boolean): number =>
  Math.max(0, (failing ? 1 : DUE_MAX) - due)

/** Due deliveries are counted up to this number, because more leave no capacity anyway. */
export const DUE_COUNTED_MAX = DUE_MAX
