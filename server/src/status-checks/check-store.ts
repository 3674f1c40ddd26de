import type { Mode } from '@galla/contract/orders/order-status'
import type { Paise } from '@galla/upi/rupees'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { prepared } from '../platform/database/sql.ts'
import { LEASE_SECONDS } from '../platform/jobs/lease.ts'
import type { CheckResult } from './check-results.ts'

/** An order that is due for a status check. */
export interface DueOrder extends AccountKey {
  readonly orderId: string
  readonly mode: Mode
  readonly attempt: number
  readonly payable: Paise
  readonly expiresAt: Date
  readonly checksFrom: Date | null
  /** True if it needs its own call: a list did not contain it, or someone asks for it. */
  readonly isAlone: boolean
}

const columns = part`
  o.merchant_id as "merchantId", o.account_id as "accountId", o.order_id as "orderId", o.mode, o.attempt,
  o.payable_paise as payable, o.expires_at as "expiresAt", o.checks_from as "checksFrom", coalesce(c.alone, false) as "isAlone"`

/** Lists accounts with due checks whose provider may be called, in a fixed order after `after`. */
export const listAccountsWithDueChecks = (
  db: Queryable,
  now: Date,
  after: AccountKey,
  limit: number,
): Promise<AccountKey[]> =>
  db.rows(sql`
    select s.merchant_id as "merchantId", s.account_id as "accountId" from account_sources s
    where (s.merchant_id, s.account_id) > (${after.merchantId}, ${after.accountId})
      and (s.paused_until is null or s.paused_until <= ${now})
      and exists (
        select from orders o
        where o.merchant_id = s.merchant_id and o.account_id = s.account_id and o.next_check_at <= ${now})
    order by s.merchant_id, s.account_id limit ${limit}`)

/** Locks due orders of an account without a valid lease, those that expire last first. */
export const lockDueChecks = (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  now: Date,
  limit: number,
): Promise<DueOrder[]> =>
  tx.rows(
    prepared(sql`
    select ${columns}
    from orders o
    left join order_checks c on c.merchant_id = o.merchant_id and c.order_id = o.order_id
    where o.merchant_id = ${merchantId} and o.account_id = ${accountId} and o.next_check_at <= ${now}
      and (c.leased_until is null or c.leased_until <= now())
    order by o.expires_at desc, o.order_id desc limit ${limit} for no key update of o skip locked`),
  )

/** Locks an order without a valid lease that was not checked since `calledBefore`. */
export const lockCheckNow = (
  tx: Transaction,
  key: { readonly merchantId: string; readonly orderId: string },
  calledBefore: Date,
): Promise<DueOrder | undefined> =>
  tx.maybeOne(
    prepared(sql`
    select ${columns}
    from orders o
    left join order_checks c on c.merchant_id = o.merchant_id and c.order_id = o.order_id
    where o.merchant_id = ${key.merchantId} and o.order_id = ${key.orderId} and o.status <> 'success'
      and (c.last_call_at is null or c.last_call_at <= ${calledBefore})
      and (c.leased_until is null or c.leased_until <= now())
    for no key update of o skip locked`),
  )

/** Records the lease, and counts the calls before they are sent: after a crash the count is too high, never too low. */
export const claimCheck = async (
  tx: Transaction,
  { merchantId, orderId }: DueOrder,
  lease: {
    workerId: string
    now: Date
    calls: number
    isShared: boolean
    nextCheckAt: Date | null
  },
): Promise<void> => {
  await tx.run(sql`
    insert into order_checks as c (merchant_id, order_id, calls, shared_calls, last_call_at, leased_by, leased_until)
    values (${merchantId}, ${orderId}, ${lease.calls}, ${lease.isShared ? 1 : 0}::int, ${lease.now}, ${lease.workerId},
      now() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (merchant_id, order_id) do update set
      calls = c.calls + excluded.calls, shared_calls = c.shared_calls + excluded.shared_calls, alone = false,
      last_call_at = excluded.last_call_at, leased_by = excluded.leased_by, leased_until = excluded.leased_until`)
  await tx.run(sql`
    update orders set next_check_at = ${lease.nextCheckAt}
    where merchant_id = ${merchantId} and order_id = ${orderId} and status <> 'success'`)
}

/** Renews the leases of orders that a process checks together. */
export const renewChecks = (db: Queryable, orders: readonly DueOrder[], workerId: string): Promise<number> =>
  db.run(sql`
    update order_checks set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
    where merchant_id = ${orders[0]?.merchantId ?? null} and order_id = any(${orders.map(({ orderId }) => orderId)}::text[])
      and leased_by = ${workerId}`)

export const findCheckResults = async (
  db: Queryable,
  { merchantId, orderId }: { readonly merchantId: string; readonly orderId: string },
): Promise<{ calls: number; results: CheckResult[] }> =>
  (await db.maybeOne<{ calls: number; results: CheckResult[] }>(sql`
    select calls, results from order_checks where merchant_id = ${merchantId} and order_id = ${orderId}`)) ?? {
    calls: 0,
    results: [],
  }

/** Saves the results and releases the lease, if it is still this worker's. */
export const recordCheckResults = async (
  db: Queryable,
  { merchantId, orderId }: DueOrder,
  workerId: string,
  results: readonly CheckResult[],
): Promise<void> => {
  await db.run(sql`
    update order_checks set leased_by = null, leased_until = null, results = ${JSON.stringify(results)}::jsonb
    where merchant_id = ${merchantId} and order_id = ${orderId} and leased_by = ${workerId}`)
}

/** Makes an order due for its own check at once, whatever its schedule. */
export const requestOwnCheck = async (
  db: Queryable,
  { merchantId, orderId }: { readonly merchantId: string; readonly orderId: string },
  now: Date,
): Promise<void> => {
  await db.run(sql`
    insert into order_checks (merchant_id, order_id, alone)
    select merchant_id, order_id, true from orders
    where merchant_id = ${merchantId} and order_id = ${orderId} and status <> 'success'
    on conflict (merchant_id, order_id) do update set alone = true`)
  await db.run(sql`
    update orders set next_check_at = least(next_check_at, ${now})
    where merchant_id = ${merchantId} and order_id = ${orderId} and status <> 'success'`)
}

/** A reported payment that settled no order. */
export interface PaymentToCheck extends AccountKey {
  readonly amount: Paise
}

/** The newest orders of the amount that are checked for a payment. */
const ORDERS_BY_AMOUNT_MAX = 5

/**
 * Makes open orders of an account and amount due for a check soon, but not within three seconds of their last one. Orders whose next check is
 * far away were closed long ago.
 */
export const requestChecksByAmount = async (
  db: Queryable,
  { merchantId, accountId, amount }: PaymentToCheck,
  now: Date,
): Promise<void> => {
  await db.run(sql`
    with due as materialized (
      select o.order_id from orders o
      where o.merchant_id = ${merchantId} and o.account_id = ${accountId} and o.payable_paise = ${amount} and o.status <> 'success'
        and o.next_check_at > ${now} and o.next_check_at <= ${now}::timestamptz + interval '15 minutes'
        and exists (select from account_sources s where s.merchant_id = ${merchantId} and s.account_id = ${accountId})
      order by o.expires_at desc limit ${ORDERS_BY_AMOUNT_MAX} for no key update of o skip locked
    )
    update orders o set next_check_at = least(o.next_check_at, greatest(${now}::timestamptz, (
        select c.last_call_at + interval '3 seconds' from order_checks c
        where c.merchant_id = ${merchantId} and c.order_id = o.order_id)))
    from due
    where o.merchant_id = ${merchantId} and o.order_id = due.order_id`)
}
