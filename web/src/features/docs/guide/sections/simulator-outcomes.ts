import type { FailureReason, OrderStatus } from '@galla/contract/orders/order-status'
import type { SimulatorOutcome } from '@galla/contract/payment-page/payment-page'
import type { OrderEventName } from '@galla/contract/webhooks/webhook'

export interface SimulatedLife {
  /** The label of the simulator's button. */
  readonly button: string
  /** The immediate state, as check-order-status returns it. */
  readonly status: OrderStatus
  readonly failureReason: FailureReason | null
  readonly paidLate: boolean
  /** Notifications that Galla sends immediately. */
  readonly events: readonly OrderEventName[]
  readonly means: string
}

const plain = { failureReason: null, paidLate: false, events: [] } as const

/** What happens to a test order for each outcome of the simulator. */
export const SIMULATED_LIVES = {
  success: {
    ...plain,
    button: 'Pay ₹...',
    status: 'success',
    events: ['order.success'],
    means: 'The payment arrives in time.',
  },
  declined: {
    ...plain,
    button: 'Decline',
    status: 'failed',
    failureReason: 'declined',
    events: ['order.failed'],
    means: 'The customer or the bank declines. The payment page offers Retry Payment.',
  },
  pending: {
    ...plain,
    button: 'Leave pending',
    status: 'pending',
    means: 'No payment arrives. The order later fails as expired.',
  },
  late: {
    ...plain,
    button: 'Pay late',
    status: 'success',
    paidLate: true,
    events: ['order.failed', 'order.success'],
    means: 'The order expires, then the payment arrives: first a failure, then a success.',
  },
  twice: {
    ...plain,
    button: 'Pay twice',
    status: 'success',
    events: ['order.success'],
    means:
      'Two payments arrive for one order. The second is a duplicate and does not change the order. You decide about it in the dashboard.',
  },
  underpaid: {
    ...plain,
    button: 'Pay less',
    status: 'pending',
    means: 'Too little arrives. The payment does not settle the order. You decide about it in the dashboard.',
  },
  overpaid: {
    ...plain,
    button: 'Pay more',
    status: 'pending',
    means: 'Too much arrives. The payment does not settle the order. You decide about it in the dashboard.',
  },
} as const satisfies Record<SimulatorOutcome, SimulatedLife>
