import type { TransactionRow } from '@galla/contract/orders'
import { AddressText } from '../../components/display/address-text.tsx'
import { CopyIcon } from '../../components/display/copy-button.tsx'
import { OrderId } from '../../components/display/order-id.tsx'
import { StatusBadge } from '../../components/feedback/status-badge.tsx'
import { opensRow, pressOpener, stepBetweenRows } from '../../components/table/row-click.ts'
import { displayAmount, displayDay, displayTime, displayWhenInFull } from '../../format/indian-display.ts'
import { VerifyButton } from './detail/order-actions.tsx'
import { OrderRemark } from './order-remark.tsx'
import css from './orders-table.module.css'
import { SortHead, type Sorting } from './sort-head.tsx'
import type { Verification } from './verify-order.ts'

interface OrdersTableProps {
  readonly orders: readonly TransactionRow[]
  readonly sorting: Sorting
  readonly verification: Verification
  /** The order in the drawer. */
  readonly openOrder: string | undefined
  readonly onOpen: (orderId: string) => void
}

export function OrdersTable({ orders, sorting, verification, openOrder, onOpen }: OrdersTableProps) {
  return (
    <table className={css.table}>
      <OrdersTableHead sorting={sorting} />
      <tbody onKeyDown={stepBetweenRows}>
        {orders.map((order) => (
          <OrderRow
            key={order.orderId}
            order={order}
            isOpen={order.orderId === openOrder}
            verification={verification}
            onOpen={onOpen}
          />
        ))}
      </tbody>
    </table>
  )
}

interface OrderRowProps {
  readonly order: TransactionRow
  readonly isOpen: boolean
  readonly verification: Verification
  readonly onOpen: (orderId: string) => void
}

function OrderRow({ order, isOpen, verification, onOpen }: OrderRowProps) {
  return (
    <tr className={css.row} data-open={isOpen || undefined} onClick={pressOpener}>
      <td>
        <div className={css.idCell}>
          <button
            type="button"
            className={css.open}
            {...opensRow(order.orderId)}
            onClick={() => onOpen(order.orderId)}
            aria-label={`Order ${order.orderId}, details`}
          >
            <OrderId id={order.orderId} />
          </button>
          <CopyIcon text={order.orderId} what="order ID" />
        </div>
      </td>
      <td className={css.clientTxn}>
        <span className={css.lines} title={order.clientTransactionId}>
          {order.clientTransactionId}
        </span>
      </td>
      <td>
        <span className={css.lines} title={order.customer.name}>
          {order.customer.name}
        </span>
        <span className={`${css.lines} ${css.second}`} title={order.customer.email}>
          <AddressText address={order.customer.email} />
        </span>
      </td>
      <td className={css.amount}>{displayAmount(order.amount)}</td>
      <td className={css.date}>
        <time dateTime={order.createdAt} title={displayWhenInFull(order.createdAt)}>
          {displayDay(order.createdAt)}
          <span className={css.second}>{displayTime(order.createdAt)}</span>
        </time>
      </td>
      <td className={css.status}>
        <StatusBadge status={order.status} failureReason={order.failureReason} />
        <OrderRemark order={order} />
      </td>
      <td className={css.merchant}>
        <span className={css.lines} title={order.merchantName}>
          {order.merchantName}
        </span>
      </td>
      <td className={css.actions}>
        <VerifyButton order={order} verification={verification} />
      </td>
    </tr>
  )
}

export function OrdersTableHead({ sorting }: { sorting?: Sorting }) {
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
        <SortHead className={css.amount} down="highest" up="lowest" sorting={sorting}>
          Amount
        </SortHead>
        <SortHead className={css.date} down="newest" up="oldest" sorting={sorting}>
          Date <small>IST</small>
        </SortHead>
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
