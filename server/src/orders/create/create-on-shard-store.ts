import { type Mode, SETTLING_SECONDS } from '@galla/contract/orders/order-status'
import { joinParts, part, type Queryable, sql, type Transaction } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/sql.ts'
import type { OrderRequest } from './order-request.ts'

export interface OrderAccount {
  readonly account_id: string
  readonly upi_id: string
  readonly payee_name: string
  readonly metered: boolean
  readonly checked: boolean
}

/** Finds the merchant's account if its orders need nothing but quota: no unique amount and no QR of a provider. */
export const findPlainAccount = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
): Promise<OrderAccount | undefined> =>
  db.maybeOne(sql`
    select a.account_id, a.upi_id, a.merchant_name as payee_name, a.mode = 'live' and not m.is_platform as metered,
      a.mode = 'live' and exists (
        select from account_sources s where s.merchant_id = ${merchantId} and s.account_id = a.account_id) as checked
    from accounts a join merchants m on m.merchant_id = ${merchantId}
    where a.merchant_id = ${merchantId} and a.mode = ${mode} and a.is_current and not a.unique_amounts
      and not a.provider_makes_qr and m.suspended_at is null`)

export interface Quota {
  readonly trial_left: number
  readonly plan_left: number
  readonly plan_expires_at: Date | null
}

/** Locks the merchant's quota; undefined if another transaction has locked it, or if there is none yet. */
export const lockFreeQuota = (tx: Transaction, merchantId: string): Promise<Quota | undefined> =>
  tx.maybeOne(sql`
    select trial_left, plan_left, plan_expires_at from quotas where merchant_id = ${merchantId} for update skip locked`)

export const decrementQuota = (
  tx: Transaction,
  merchantId: string,
  { ofPlan, ofTrial }: { readonly ofPlan: number; readonly ofTrial: number },
): Promise<number> =>
  tx.run(sql`
    update quotas
    set plan_left = plan_left - ${ofPlan}, trial_left = trial_left - ${ofTrial}, used = used + ${ofPlan + ofTrial}
    where merchant_id = ${merchantId}`)

/**
 * Inserts orders for exactly the requested amount. Returns the ids of the inserted orders; the client_txn_id of the others is in use. The
 * statement has rows of values, because only then does Citus find the one server without a check of each shard.
 */
export const insertPlainOrders = async (
  db: Queryable,
  merchantId: string,
  { account_id: accountId, checked }: OrderAccount,
  orders: readonly OrderRequest[],
): Promise<string[]> => {
  const rows = orders.map((order) => {
    const { mode } = order.caller
    const endsAt = order.createdAt.getTime() + order.windowSeconds * 1000
    const expiresAt = new Date(endsAt)
    return part`${merchantId}, ${order.orderId}, ${order.dialect}, ${mode}, ${accountId}, ${order.clientTxnId}, ${order.requestHash},
      ${order.amountPaise}, ${order.amountPaise}, ${order.purpose}, ${order.customerName}, ${order.customerEmail},
      ${order.customerMobile}, ${order.redirectUrl}, ${order.udf1}, ${order.udf2}, ${order.udf3}, ${order.createdAt},
      ${order.windowSeconds}, ${expiresAt}, ${new Date(endsAt + SETTLING_SECONDS[mode] * 1000)}, ${checked ? expiresAt : null}`
  })
  return db.values<string>(
    prepared(sql`
    insert into orders (
      merchant_id, order_id, dialect, mode, account_id, client_txn_id, request_hash, amount_paise, payable_paise, purpose,
      customer_name, customer_email, customer_mobile, redirect_url, udf1, udf2, udf3, created_at, window_seconds,
      expires_at, due_at, next_check_at)
    values (${joinParts(rows, '), (')})
    on conflict (merchant_id, mode, client_txn_id) do nothing
    returning order_id`),
  )
}
