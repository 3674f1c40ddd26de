/** The states of an order in the API. `failureReason` has the reason of a failure. */
export const ORDER_STATUSES = ['created', 'pending', 'success', 'failed'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const FAILURE_REASONS = ['declined', 'expired'] as const
export type FailureReason = (typeof FAILURE_REASONS)[number]

/** Whether a merchant may check the order again, with Verify in the table of orders. */
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
/** For how long after its window an order waits for a payment that was made in the last second. */
export const SETTLING_SECONDS = { live: 90, test: 5 } as const satisfies Record<Mode, number>
/** A declined order may get another attempt for this long after its creation, or until its window ends if that is later. */
export const RETRY_HOURS = 24
/** Attempts of the customer to pay one order. */
export const PAY_ATTEMPTS_MAX = 5
export const REDIRECT_DELAY_MS = 1000
