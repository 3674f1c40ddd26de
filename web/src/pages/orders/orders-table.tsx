import type { TransactionRow } from '@galla/contract/orders'
import { displayAmount, displayDay, displayTime, displayWhenInFull } from '../../indian-display.ts'
import { CopyIcon } from '../../parts/copy-button.tsx'
import { StatusBadge } from '../../parts/status-badge.tsx'
import { VerifyButton } from './order-actions.tsx'
import { OrderId } from './order-id.tsx'
import css from './orders-table.module.css'
import type { Verification } from './verify-order.ts'

interface OrdersTableProps {
  readonly orders: readonly TransactionRow[]
  readonly verification: Verification
  readonly onOpen: (orderId: string) => void
}

export function OrdersTable({ orders, verification, onOpen }: OrdersTableProps) {
  return (
    <table className={css.table}>
      <OrdersTableHead />
      <tbody>
        {orders.map((order) => (
          // The click is for the hand on the mouse; the keyboard has the button on the order's id.
          <tr key={order.orderId} className={css.row} onClick={() => onOpen(order.orderId)}>
            <td>
              <div className={css.idCell}>
                <button type="button" className={css.open} aria-label={`Order ${order.orderId}, details`}>
                  <OrderId id={order.orderId} />
                </button>
                <CopyIcon text={order.orderId} what="order ID" />
              </div>
            </td>
            <td className={css.clientTxn}>
              <span className={css.cut} title={order.clientTransactionId}>
                {order.clientTransactionId}
              </span>
            </td>
            <td>
              <span className={css.cut}>{order.customer.name}</span>
              <span className={`${css.cut} ${css.second}`}>{order.customer.email}</span>
            </td>
            <td className={css.amount}>{displayAmount(order.amount)}</td>
            <td className={css.date}>
              <time dateTime={order.createdAt} title={displayWhenInFull(order.createdAt)}>
                {displayDay(order.createdAt)}
                <span className={css.second}>{displayTime(order.createdAt)}</span>
              </time>
            </td>
            <td>
              <StatusBadge status={order.status} failureReason={order.failureReason} />
            </td>
            <td className={css.merchant}>
              <span className={css.cut}>{order.merchantName}</span>
            </td>
            <td className={css.actions}>
              <VerifyButton order={order} verification={verification} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function OrdersTableHead() {
  return (
    <thead>
      <tr>
        <th scope="col" className={css.idHead}>
          Order ID
        </th>
        <th scope="col" className={css.clientTxn}>
          ClientTxnID
        </th>
        <th scope="col">Customer</th>
        <th scope="col" className={css.amount}>
          Amount
        </th>
        <th scope="col" className={css.date}>
          Date <small>IST</small>
        </th>
        <th scope="col" className={css.statusHead}>
          Status
        </th>
        <th scope="col" className={css.merchant}>
          Merchant
        </th>
        <th scope="col" className={css.actions}>
          Actions
        </th>
      </tr>
    </thead>
  )
}
