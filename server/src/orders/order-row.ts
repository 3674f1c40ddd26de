import type { Dialect } from '@galla/contract/gateway-compat/dialects'
import type { FailureReason, Mode, OrderStatus } from '@galla/contract/orders/order-status'
import type { Paise } from '@galla/upi/rupees'
import type { Order } from './order.ts'

export interface OrderRow {
  merchant_id: string
  order_id: string
  mode: Mode
  account_id: string
  dialect: Dialect | null
  /** The driver returns an int8 as a bigint. */
  order_number: bigint | null
  client_txn_id: string
  status: OrderStatus
  failure_reason: FailureReason | null
  version: number
  attempt: number
  amount_paise: bigint
  payable_paise: bigint
  purpose: string
  customer_name: string
  customer_email: string
  customer_mobile: string
  redirect_url: string
  udf1: string | null
  udf2: string | null
  udf3: string | null
  created_at: Date
  window_seconds: number
  expires_at: Date
  opened_at: Date | null
  due_at: Date | null
  paid_at: Date | null
  paid_late: boolean
  settled_by_credit_id: string | null
  settled_paise: bigint | null
}

export const orderFrom = (row: OrderRow): Order => ({
  merchantId: row.merchant_id,
  orderId: row.order_id,
  mode: row.mode,
  accountId: row.account_id,
  dialect: row.dialect,
  orderNumber: row.order_number === null ? null : Number(row.order_number),
  clientTxnId: row.client_txn_id,
  status: row.status,
  failureReason: row.failure_reason,
  version: row.version,
  attempt: row.attempt,
  amount: row.amount_paise as Paise,
  payable: row.payable_paise as Paise,
  purpose: row.purpose,
  customerName: row.customer_name,
  customerEmail: row.customer_email,
  customerMobile: row.customer_mobile,
  redirectUrl: row.redirect_url,
  udf1: row.udf1,
  udf2: row.udf2,
  udf3: row.udf3,
  createdAt: row.created_at,
  windowSeconds: row.window_seconds,
  expiresAt: row.expires_at,
  openedAt: row.opened_at,
  dueAt: row.due_at,
  paidAt: row.paid_at,
  paidLate: row.paid_late,
  settledByCreditId: row.settled_by_credit_id,
  settled: row.settled_paise as Paise | null,
})
