import { MAY_BE_VERIFIED } from '@galla/contract/order-status'
import type { TransactionRow } from '@galla/contract/orders'
import { IconAlertTriangle } from '@tabler/icons-react'
import { StatusBadge } from '../../../components/feedback/status-badge.tsx'
import detail from '../../../components/layout/detail.module.css'
import { displayAmount } from '../../../format/indian-display.ts'
import type { Verification } from '../verify-order.ts'
import { VerifyButton } from './order-actions.tsx'
import css from './order-detail.module.css'
import { attentionOf, failureOf, type Order } from './order-history.ts'

/** How much, and how it stands. */
export function OrderHead({ order, verification }: { order: Order; verification: Verification }) {
  const attention = attentionOf(order)
  const failure = failureOf(order)
  return (
    <div className={detail.head}>
      <AmountAndStatus order={order} />
      {failure !== '' && <p className={css.why}>{failure}</p>}
      {attention !== '' && (
        <p className={css.attention}>
          <IconAlertTriangle size={18} aria-hidden />
          {attention}
        </p>
      )}
      {MAY_BE_VERIFIED[order.status] && (
        <div className={css.buttons}>
          <VerifyButton order={order} verification={verification} />
          <span className={css.hint}>Asks every source again whether this order was paid.</span>
        </div>
      )}
    </div>
  )
}

export function AmountAndStatus({ order }: { order: TransactionRow }) {
  return (
    <>
      <div className={detail.amount}>{displayAmount(order.amount)}</div>
      <div className={css.status}>
        <StatusBadge status={order.status} failureReason={order.failureReason} />
        {order.paidLate && <span className={css.tag}>Paid late</span>}
        {order.attention && <span className={css.tag}>Needs attention</span>}
        {order.mode === 'test' && <span className={css.calmTag}>Test</span>}
      </div>
    </>
  )
}
