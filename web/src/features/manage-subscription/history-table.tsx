import { planTitle } from '@galla/contract/plans'
import type { SubscriptionPayment } from '@galla/contract/subscriptions'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { StatusBadge } from '../../components/feedback/status-badge.tsx'
import { displayAmount, displayDay, displayTime, displayWhenInFull } from '../../format/indian-display.ts'
import { cycleLabel } from './cycle-label.ts'
import css from './history.module.css'
import { InvoiceButton } from './invoice-button.tsx'

export function HistoryTable({ payments }: { payments: readonly SubscriptionPayment[] }) {
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Order ID</th>
          <th scope="col">Plan</th>
          <th scope="col">Billing Cycle</th>
          <th scope="col" className={css.amount}>
            Amount (INR)
          </th>
          <th scope="col">Payment Method</th>
          <th scope="col">Status</th>
          <th scope="col">Date</th>
          <th scope="col" className={css.invoice}>
            <span className={css.unseen}>Invoice</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {payments.map((payment) => (
          <tr key={payment.orderId}>
            <td>
              <span className={css.idCell}>
                <code className={css.id}>{payment.orderId}</code>
                <CopyIcon text={payment.orderId} what="order ID" />
              </span>
            </td>
            <td className={css.plan}>{planTitle(payment.plan)}</td>
            <td>{cycleLabel(payment.billingCycle)}</td>
            <td className={css.amount}>{displayAmount(payment.amount)}</td>
            <td>{payment.paymentMethod}</td>
            <td>
              <StatusBadge status={payment.paymentStatus} />
            </td>
            <td className={css.date}>
              <time dateTime={payment.createdAt} title={displayWhenInFull(payment.createdAt)}>
                {displayDay(payment.createdAt)}
                <span>{displayTime(payment.createdAt)}</span>
              </time>
            </td>
            <td className={css.invoice}>
              {payment.paymentStatus === 'success' && <InvoiceButton orderId={payment.orderId} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
