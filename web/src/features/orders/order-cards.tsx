import type { TransactionRow } from '@galla/contract/orders'
import { AddressText } from '../../components/display/address-text.tsx'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { OrderId } from '../../components/display/order-id.tsx'
import { StatusBadge } from '../../components/feedback/status-badge.tsx'
import { opensRow } from '../../components/table/row-click.ts'
import { displayAmount } from '../../format/indian-display.ts'
import { VerifyButton } from './detail/order-actions.tsx'
import css from './order-cards.module.css'
import { OrderRemark } from './order-remark.tsx'
import type { Verification } from './verify-order.ts'

interface OrderCardsProps {
  readonly orders: readonly TransactionRow[]
  readonly verification: Verification
  readonly onOpen: (orderId: string) => void
}

/** The table of a phone. What it leaves out stands in the drawer. */
export function OrderCards({ orders, verification, onOpen }: OrderCardsProps) {
  return (
    <ul className={css.cards}>
      {orders.map((order) => (
        <li key={order.orderId} className={css.card}>
          <div className={css.head}>
            <span className={css.amount}>{displayAmount(order.amount)}</span>
            <span className={css.status}>
              <StatusBadge status={order.status} failureReason={order.failureReason} />
              <OrderRemark order={order} />
            </span>
          </div>
          <div className={css.customer}>
            <span className={css.lines}>{order.customer.name}</span>
            <span className={`${css.lines} ${css.email}`}>
              <AddressText address={order.customer.email} />
            </span>
          </div>
          <div className={css.foot}>
            <span className={css.id}>
              <button
                type="button"
                className={css.open}
                {...opensRow(order.orderId)}
                aria-label={`Order ${order.orderId}, details`}
                onClick={() => onOpen(order.orderId)}
              >
                <OrderId id={order.orderId} />
              </button>
              <CopyIcon text={order.orderId} what="order ID" />
            </span>
            <span className={css.action}>
              <VerifyButton order={order} verification={verification} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
