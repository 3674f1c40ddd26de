import type { FailureReason, OrderStatus } from '@galla/contract/orders/order-status'
import type { SimulatorOutcome } from '@galla/contract/payment-page/payment-page'
import type { OrderEventName } from '@galla/contract/webhooks/webhook'

export interface SimulatedLife {
  /** On the simulator's button. */
  readonly button: string
  /** The immediate state, as check-order-status returns it. */
  readonly status: OrderStatus
  readonly failureReason: FailureReason | null
  readonly paidLate: boolean
  /** Notifications that follow at once. */
  readonly events: readonly OrderEventName[]
  readonly means: string
}

const plain = { failureReason: null, paidLate: false, events: [] } as const

/** What becomes of a test order for each outcome of the simulator. */
export const SIMULATED_LIVES = {
  success: {
    ...plain,
    button: 'Pay ₹...',
    status: 'success',
    events: ['order.success'],
    means: 'The money comes in time.',
  },
  declined: {
    ...plain,
    button: 'Decline',
    status: 'failed',
    failureReason: 'declined',
    events: ['order.failed'],
    means: 'The payer or the bank says no. The payment page offers Retry Payment.',
  },
  pending: {
    ...plain,
    button: 'Leave pending',
    status: 'pending',
    means: 'Nothing comes. When the time is up the order fails as expired.',
  },
  late: {
    ...plain,
    button: 'Pay late',
    status: 'success',
    paidLate: true,
    events: ['order.failed', 'order.success'],
    means: 'The time runs out, then the money comes all the same: first a failure, then a success.',
  },
  twice: {
    ...plain,
    button: 'Pay twice',
    status: 'success',
    events: ['order.success'],
    means: 'Two payments for one order. The second changes nothing: it waits for you as a duplicate.',
  },
  underpaid: {
    ...plain,
    button: 'Pay less',
    status: 'pending',
    means: 'Less than was asked for. It does not pay the order; it waits for you beside it.',
  },
  overpaid: {
    ...plain,
    button: 'Pay more',
    status: 'pending',
    means: 'More than was asked for. It does not pay the order either.',
  },
} as const satisfies Record<SimulatorOutcome, SimulatedLife>
