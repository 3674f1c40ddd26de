/** The states of an order as everyone outside sees them; see `failureReason` for why one failed. */
export const ORDER_STATUSES = ['created', 'pending', 'success', 'failed'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const FAILURE_REASONS = ['declined', 'expired'] as const
export type FailureReason = (typeof FAILURE_REASONS)[number]

/** Whether a merchant may check the order again. The Verify action of the orders table reads this. */
export const MAY_BE_VERIFIED = {
  created: true,
  pending: true,
  failed: true,
  success: false,
} as const satisfies Record<OrderStatus, boolean>

export const MODES = ['test', 'live'] as const
export type Mode = (typeof MODES)[number]

export const EXPIRY_SECONDS = 300
export const EXPIRES_IN_SECONDS_MIN = 60
export const EXPIRES_IN_SECONDS_MIN_TEST = 5
export const EXPIRES_IN_SECONDS_MAX = 30 * 24 * 60 * 60
/** How long after the window an order waits for money that was sent in its last second. */
export const SETTLING_SECONDS = { live: 90, test: 5 } as const satisfies Record<Mode, number>
/** A declined order may be tried again until this long after its creation, or its window's end if that is later. */
export const RETRY_HOURS = 24
/** Tries at paying one order. */
export const PAY_ATTEMPTS_MAX = 5
export const REDIRECT_DELAY_MS = 1000
