import type { ReplyOf } from '@galla/contract/endpoint'
import type { Mode } from '@galla/contract/orders/order-status'
import { type checkOrderStatus, OTHER_PAYMENTS_MAX } from '@galla/contract/orders/orders'
import type { CreditAction } from '@galla/contract/reconciliation/credits'
import type { Paise } from '@galla/upi/rupees'
import { type Queryable, sql } from '../platform/database/database.ts'
import type { WithDates } from '../platform/iso-dates.ts'

type Shown = ReplyOf<typeof checkOrderStatus>['data']
/** The database writes `otherPayments` as JSON, their amounts in paise. */
export interface OrderStatusRow extends WithDates<Omit<Shown, 'amount' | 'remarks'>, 'txnDate'> {
  readonly amount: Paise
  /** The account's provider could be checked, and no check has started. */
  readonly mayBeAsked: boolean
}

/** An order as its integrator asks for it, with the credit that settled it. */
export const findOrderStatus = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  clientTxnId: string,
): Promise<OrderStatusRow | undefined> =>
  db.maybeOne(sql`
    select o.order_id as "orderId", o.client_txn_id as "clientTransactionId", o.payable_paise as amount, o.status, c.utr,
           c.received_at as "txnDate", c.payer_upi_id as "payerUpiId", o.failure_reason as "failureReason",
           o.paid_late as "paidLate",
           o.mode = 'live' and o.status <> 'success' and o.checks_from is null and exists (
             select from account_sources s where s.merchant_id = ${merchantId} and s.account_id = o.account_id)
             as "mayBeAsked",
           coalesce((
             select json_agg(json_build_object('reason', p.state, 'amount', p.amount_paise::text, 'utr', p.utr,
                                               'payerUpiId', p.payer_upi_id, 'receivedAt', p.received_at) order by p.received_at, p.credit_id)
             from (select * from credits
                   where merchant_id = ${merchantId} and order_id = o.order_id and state in ('duplicate', 'amount_mismatch')
                   order by received_at, credit_id limit ${OTHER_PAYMENTS_MAX}) p), '[]') as "otherPayments"
    from orders o
    left join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id
    where o.merchant_id = ${merchantId} and o.mode = ${mode} and o.client_txn_id = ${clientTxnId}`)

export interface SettledByHand {
  by_whom: string
  /** Null: the order was confirmed by the UTR that the merchant saw. */
  action: CreditAction | null
  note: string | null
}

/** Finds the person who settled the order, if it was not a source. */
export const findSettledByHand = (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<SettledByHand | undefined> =>
  db.maybeOne(sql`
    select h.by_whom, h.detail ->> 'action' as action, h.detail ->> 'note' as note
    from orders o
    join credit_history h on h.merchant_id = o.merchant_id and h.credit_id = o.settled_by_credit_id
      and h.order_id = o.order_id and h.state = 'matched'
      -- What was done about the payment later settled nothing.
      and coalesce(h.detail ->> 'action', '') not in ('note', 'accept_reversal', 'ignore_reversal')
      and coalesce(h.detail ->> 'action', '') not like '%refund'
    where o.merchant_id = ${merchantId} and o.order_id = ${orderId} and h.by_whom like '%@%'
    order by h.entry_id limit 1`)
