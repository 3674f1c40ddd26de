import { type Mode, SETTLING_SECONDS } from '@galla/contract/orders/order-status'
import { type Database, type Queryable, sql, type Transaction } from '../../platform/database/database.ts'
import { unprepared } from '../../platform/database/sql.ts'
import { expiresAtOf, type OrderRequest } from './order-request.ts'

/** What decides whether a merchant's order may be created. */
export interface Setting {
  readonly isSuspended: boolean
  /** Its live orders take quota: it is neither Galla itself nor a shop that hosts itself. */
  readonly isMetered: boolean
  /** Null if the merchant has no account in this mode. */
  readonly accountId: string | null
  readonly hasUniqueAmounts: boolean
  readonly isQrMadeByProvider: boolean
  /** Null before the first live order. */
  readonly trialLeft: number | null
  readonly planLeft: number | null
  readonly planExpiresAt: Date | null
}

/** Undefined if there is no such merchant. */
export const findSetting = (
  db: Queryable,
  { merchantId, mode }: Pick<OrderRequest, 'merchantId' | 'mode'>,
): Promise<Setting | undefined> =>
  db.maybeOne(sql`
    select m.suspended_at is not null as "isSuspended", m.is_metered and not m.is_platform as "isMetered", a.account_id as "accountId",
      a.unique_amounts as "hasUniqueAmounts", a.provider_makes_qr as "isQrMadeByProvider",
      q.trial_left as "trialLeft", q.plan_left as "planLeft", q.plan_expires_at as "planExpiresAt"
    from merchants m
    left join accounts a on a.merchant_id = ${merchantId} and a.mode = ${mode} and a.is_current
    left join quotas q on q.merchant_id = ${merchantId}
    where m.merchant_id = ${merchantId}`)

export interface NewOrder {
  readonly request: OrderRequest
  /** The amount to be paid; null if its account gives no amounts of their own. */
  readonly reserved: bigint | null
  /** The account that its QR or its money is of; null: the current one, which makes its own QRs. */
  readonly ofAccount: string | null
  /** What the trial gives if this is the first live order. */
  readonly trial: number
}

export interface InsertedOrder extends Pick<Setting, 'hasUniqueAmounts' | 'isQrMadeByProvider'> {
  readonly isInserted: boolean
  readonly upiId: string
  readonly payeeName: string
}

/**
 * Inserts an order and takes one of the merchant's quota, or does neither: if its account needs an amount or a QR first, if its client_txn_id
 * is in use, or if there is no account, which is undefined. Quota that is used up violates its constraint. The order is inserted before the
 * quota is locked, in every transaction.
 */
export const insertOrder = (
  db: Queryable,
  { request, reserved, ofAccount, trial }: NewOrder,
): Promise<InsertedOrder | undefined> => {
  const { merchantId, mode, createdAt } = request
  const expiresAt = expiresAtOf(request)
  const dueAt = new Date(expiresAt.getTime() + SETTLING_SECONDS[mode] * 1000)
  return db.maybeOne(sql`
    with account as (
      select a.account_id, a.upi_id, a.merchant_name, a.unique_amounts, a.provider_makes_qr,
        ${mode}::text = 'live' and not m.is_platform as is_counted, m.is_metered,
        case when ${ofAccount}::text is null then not a.provider_makes_qr and (not a.unique_amounts or ${reserved}::bigint is not null)
          else a.account_id = ${ofAccount} end as is_ready
      from accounts a join merchants m on m.merchant_id = ${merchantId} and m.suspended_at is null
      where a.merchant_id = ${merchantId} and a.mode = ${mode} and a.is_current
    ), fresh as (
      insert into orders (merchant_id, order_id, dialect, mode, account_id, client_txn_id, request_hash, amount_paise, payable_paise,
        purpose, customer_name, customer_email, customer_mobile, redirect_url, udf1, udf2, udf3, created_at, window_seconds,
        expires_at, due_at, next_check_at)
      select ${merchantId}, ${request.orderId}, ${request.dialect}, ${mode}, a.account_id, ${request.clientTxnId},
        ${request.requestHash}, ${request.amountPaise}, ${reserved ?? request.amountPaise}, ${request.purpose},
        ${request.customerName}, ${request.customerEmail}, ${request.customerMobile}, ${request.redirectUrl}, ${request.udf1},
        ${request.udf2}, ${request.udf3}, ${createdAt}, ${request.windowSeconds}, ${expiresAt}, ${dueAt},
        case when ${mode}::text = 'live' and exists (
          select from account_sources s where s.merchant_id = ${merchantId} and s.account_id = a.account_id) then ${expiresAt}::timestamptz end
      from account a where a.is_ready
      on conflict (merchant_id, mode, client_txn_id) do nothing
      returning order_id
    ), spent as (
      -- Less than nothing violates a constraint, whose name is the reason: see QUOTA_REFUSALS.
      insert into quotas as q (merchant_id, trial_left, used)
      select ${merchantId}, case when ${trial} > 0 then ${trial} - 1
          when exists (select from quotas where merchant_id = ${merchantId}) then 0 else -1 end, 1
      from fresh, account a where a.is_counted and a.is_metered
      on conflict (merchant_id) do update set used = q.used + 1,
        plan_left = q.plan_left - case when q.plan_expires_at > ${createdAt} then 1 else 0 end,
        trial_left = q.trial_left - case when q.plan_expires_at > ${createdAt} then 0 else 1 end
    ), counted as (
      -- Apart from the metered ones: on distributed tables "do update" may read no other part of the statement.
      insert into quotas as q (merchant_id, trial_left, used)
      select ${merchantId}, ${trial}, 1 from fresh, account a where a.is_counted and not a.is_metered
      on conflict (merchant_id) do update set used = q.used + 1
    )
    select f.order_id is not null as "isInserted", a.upi_id as "upiId", a.merchant_name as "payeeName",
      a.unique_amounts as "hasUniqueAmounts", a.provider_makes_qr as "isQrMadeByProvider"
    from account a left join fresh f on true`)
}

/**
 * The order that a client_txn_id already names. Planned at each call: a plan made while the table was small may use another index of the
 * merchant, and would read all its orders until the next analyze.
 */
export const findByClientTxnId = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  clientTxnId: string,
): Promise<{ order_id: string; request_hash: Buffer } | undefined> =>
  db.maybeOne(
    unprepared(sql`
    select order_id, request_hash from orders
    where merchant_id = ${merchantId} and mode = ${mode} and client_txn_id = ${clientTxnId}`),
  )

export interface IdempotencyKey {
  readonly merchantId: string
  readonly mode: Mode
  readonly key: string
}

export interface StoredReply {
  readonly reply: string | null
  readonly request_hash: Buffer
}

/**
 * Claims an Idempotency-Key for the first call, or returns the reply of the first call. A second call waits here for the transaction of
 * the first; if that fails, the second call claims the key.
 */
export const claimIdempotencyKey = async (
  tx: Transaction,
  { merchantId, mode, key }: IdempotencyKey,
  requestHash: Uint8Array,
  now: Date,
): Promise<StoredReply | undefined> => {
  const inserted = await tx.run(sql`
    insert into idempotent_replies (merchant_id, mode, idempotency_key, request_hash, created_at)
    values (${merchantId}, ${mode}, ${key}, ${requestHash}, ${now}) on conflict do nothing`)
  return inserted === 1 ? undefined : findReply(tx, { merchantId, mode, key })
}

export const findReply = (
  db: Queryable,
  { merchantId, mode, key }: IdempotencyKey,
): Promise<StoredReply | undefined> =>
  db.maybeOne(sql`
    select reply, request_hash from idempotent_replies
    where merchant_id = ${merchantId} and mode = ${mode} and idempotency_key = ${key}`)

export const saveReply = (
  tx: Transaction,
  { merchantId, mode, key }: IdempotencyKey,
  reply: string,
): Promise<number> =>
  tx.run(sql`
    update idempotent_replies set reply = ${reply}
    where merchant_id = ${merchantId} and mode = ${mode} and idempotency_key = ${key}`)

/** Deletes at most `limit` replies. */
export const deleteRepliesBefore = (db: Database, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from idempotent_replies where (merchant_id, mode, idempotency_key) in (
      select merchant_id, mode, idempotency_key from idempotent_replies where created_at < ${before} limit ${limit})`)
