import {
  EXPIRY_SECONDS,
  type FailureReason,
  type OrderStatus,
  PAY_ATTEMPTS_MAX,
  RETRY_HOURS,
  SETTLING_SECONDS,
} from '@galla/contract/orders/order-status'
import { durationLabel } from './guide/duration-labels.ts'
import { FactTable } from './guide/field-table.tsx'
import { GuideSection } from './guide/guide-section.tsx'
import { OrderStatusDiagram } from './order-status-diagram.tsx'

export const ORDER_LIFE = { id: 'order-life', title: 'Order lifecycle' }

const MEANS = {
  created: 'The order exists. Nobody has opened its payment page yet.',
  pending: 'The customer has opened the payment page. Galla is waiting for the payment.',
  success: 'The payment arrived. This status is final.',
  failed: 'The order was not paid, for the reason in failureReason. It can still become a success.',
} as const satisfies Record<OrderStatus, string>

const REASONS = {
  declined: `The customer or the bank declined the payment. The customer can try again for ${RETRY_HOURS} hours, up to ${PAY_ATTEMPTS_MAX} attempts in total.`,
  expired: `The payment URL expired, ${durationLabel(EXPIRY_SECONDS)} after the order was created or at the time that you set with expires_in. Galla waits another ${durationLabel(SETTLING_SECONDS.live)} for money that was sent in the last second (${durationLabel(SETTLING_SECONDS.test)} in test mode).`,
} as const satisfies Record<FailureReason, string>

export function OrderLife() {
  return (
    <GuideSection {...ORDER_LIFE}>
      <p>
        An order has one of four statuses. Evidence of the payment makes it a success, whatever its status was
        before. A success is final.
      </p>
      <OrderStatusDiagram />
      <FactTable
        caption="Statuses of an order"
        heads={['Status', 'What it means']}
        rows={[
          ...Object.entries(MEANS).map(([status, means]) => ({
            key: status,
            left: <strong>{status}</strong>,
            right: means,
          })),
          ...Object.entries(REASONS).map(([reason, means]) => ({
            key: reason,
            left: (
              <>
                failed, <code>{reason}</code>
              </>
            ),
            right: means,
          })),
        ]}
      />
    </GuideSection>
  )
}
