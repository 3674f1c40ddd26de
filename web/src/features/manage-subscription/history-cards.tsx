import { planTitle } from '@galla/contract/plans'
import type { SubscriptionPayment } from '@galla/contract/subscriptions'
import type { ReactNode } from 'react'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { StatusBadge } from '../../components/feedback/status-badge.tsx'
import { displayAmount, displayWhen, displayWhenInFull } from '../../format/indian-display.ts'
import { cycleLabel } from './cycle-label.ts'
import css from './history.module.css'
import { InvoiceButton } from './invoice-button.tsx'

export function HistoryCards({ payments }: { payments: readonly SubscriptionPayment[] }) {
  return (
    <ul className={css.cards}>
      {payments.map((payment) => (
        <li key={payment.orderId} className={css.card}>
          <div className={css.cardHead}>
            <span className={css.cardAmount}>{displayAmount(payment.amount)}</span>
            <StatusBadge status={payment.paymentStatus} />
          </div>
          <dl className={css.facts}>
            <Fact name="Plan">{planTitle(payment.plan)}</Fact>
            <Fact name="Billing Cycle">{cycleLabel(payment.billingCycle)}</Fact>
            <Fact name="Payment Method">{payment.paymentMethod}</Fact>
            <Fact name="Date">
              <time dateTime={payment.createdAt} title={displayWhenInFull(payment.createdAt)}>
                {displayWhen(payment.createdAt)}
              </time>
            </Fact>
          </dl>
          <div className={css.cardFoot}>
            <span className={css.idCell}>
              <code className={css.id} title="Order ID">
                {payment.orderId}
              </code>
              <CopyIcon text={payment.orderId} what="order ID" />
            </span>
            {payment.paymentStatus === 'success' && <InvoiceButton orderId={payment.orderId} />}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
