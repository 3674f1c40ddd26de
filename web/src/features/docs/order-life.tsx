import {
  EXPIRY_SECONDS,
  type FailureReason,
  type OrderStatus,
  PAY_ATTEMPTS_MAX,
  RETRY_HOURS,
  SETTLING_SECONDS,
} from '@galla/contract/orders/order-status'
import { durationWords } from './guide/duration-labels.ts'
import { FactTable } from './guide/field-table.tsx'
import { GuideSection } from './guide/guide-section.tsx'
import { OrderStatusDiagram } from './order-status-diagram.tsx'

export const ORDER_LIFE = { id: 'order-life', title: 'The life of an order' }

const MEANS = {
  created: 'The order is there, and nobody has opened its page yet.',
  pending: 'The customer has opened the payment page. We are looking for the money.',
  success: 'The money came. Final: nothing undoes it.',
  failed: 'Not paid, for the reason in failureReason. It can still become a success.',
} as const satisfies Record<OrderStatus, string>

const REASONS = {
  declined: `The payer or the bank declined. The customer may try again for ${RETRY_HOURS} hours, ${PAY_ATTEMPTS_MAX} times in all.`,
  expired: `The time was up: ${durationWords(EXPIRY_SECONDS)} from the creation, or what you asked for in expires_in. We wait ${durationWords(SETTLING_SECONDS.live)} more for money sent in the last second (${durationWords(SETTLING_SECONDS.test)} in test mode).`,
} as const satisfies Record<FailureReason, string>

export function OrderLife() {
  return (
    <GuideSection {...ORDER_LIFE}>
      <p>
        An order has one of four statuses. Money decides: whatever was reported before, evidence of the
        payment makes the order a success, once and for good.
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
