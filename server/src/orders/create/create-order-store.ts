import {
  EXPIRES_IN_SECONDS_MIN,
  EXPIRES_IN_SECONDS_MIN_TEST,
  type Mode,
  SETTLING_SECONDS,
} from '@galla/contract/orders/order-status'
import { part, type Queryable, type SqlPart, sql } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/sql.ts'
import { merchantColumnForInsert } from '../../platform/distributed/merchant-shards.ts'
import type { OrderRequest } from './order-request.ts'

const WINDOW_SECONDS_MIN = {
  test: EXPIRES_IN_SECONDS_MIN_TEST,
  live: EXPIRES_IN_SECONDS_MIN,
} as const satisfies Record<Mode, number>

export const isLongEnough = ({ caller, windowSeconds }: OrderRequest): boolean =>
  windowSeconds >= WINDOW_SECONDS_MIN[caller.mode]

/**
 * What became of a request.
 * - `in_turn`: nothing was decided, because the order needs the merchant's quota row, which another transaction holds or which does
 *   not exist yet, or an amount of its own. Both need a transaction.
 * - `needs_qr`: it may be created once its account's provider has made a QR.
 * - `conflict`: its client_txn_id was used while the statement ran.
 * - `account_changed`: its QR belongs to an account that is no longer the current one.
 */
export type CreationOutcome =
  | 'created'
  | 'accepted'
  | 'in_turn'
  | 'needs_qr'
  | 'conflict'
  | 'duplicate'
  | 'account_changed'
  | 'window_too_short'
  | 'bad_key'
  | 'address_not_allowed'
  | 'forbidden'
  | 'suspended'
  | 'no_account'
  | 'quota_exhausted'
  | 'no_subscription'

/** The account is there unless the outcome says that it could not be found. */
export interface CreationResult {
  readonly outcome: CreationOutcome
  readonly merchantId: string
  readonly mode: Mode
  readonly accountId: string
  readonly upiId: string
  readonly payeeName: string
  readonly payablePaise: bigint
  /** Of a duplicate: the order that has the client_txn_id, and whether it was requested with the same content. */
  readonly oldOrderId: string
  readonly sameRequest: boolean
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const inputOf = (request: OrderRequest, n: number) => ({
  n,
  key_hash: 'keyHash' in request.caller ? hex(request.caller.keyHash) : null,
  address: 'keyHash' in request.caller ? request.caller.address : null,
  caller_id: 'keyHash' in request.caller ? null : request.caller.merchantId,
  caller_mode: 'keyHash' in request.caller ? null : request.caller.mode,
  order_id: request.orderId,
  dialect: request.dialect,
  client_txn_id: request.clientTxnId,
  request_hash: hex(request.requestHash),
  amount_paise: request.amountPaise.toString(),
  payable_paise: request.payablePaise?.toString() ?? null,
  qr_account_id: request.qrAccountId ?? null,
  check_only: request.checkOnly ?? false,
  purpose: request.purpose,
  customer_name: request.customerName,
  customer_email: request.customerEmail,
  customer_mobile: request.customerMobile,
  redirect_url: request.redirectUrl,
  udf1: request.udf1,
  udf2: request.udf2,
  udf3: request.udf3,
  created_at: request.createdAt,
  window_seconds: request.windowSeconds,
})

/**
 * Keys, suspension, account, duplicates, quota and the orders themselves in one round trip, for the requests of all merchants.
 * Rows are inserted in the order of their unique key, so that two batches may wait for each other but never in a circle. Look-ups
 * are lateral with a limit, because as plain joins they read whole tables in plans made before the tables were analysed. A duplicate
 * is looked up by a range of one value in the order of client_txn_id, which only the unique key gives: for a plain equality, a plan
 * made while the table was empty may use another index of the merchant, and reads all its orders until the first analyze.
 *
 * `shard` is the merchant of all of them where tables are distributed, else empty.
 *
 * Quota: the row of each merchant with live requests is locked once, or skipped when another transaction holds it. As many of the
 * merchant's requests as fit become orders, in their order, and only those are subtracted. The lock reads the row's newest values,
 * so nothing that another batch took is taken twice.
 */
export const insertOrders = async (
  db: Queryable,
  requests: readonly OrderRequest[],
  shard: string,
): Promise<CreationResult[]> => {
  const input = JSON.stringify(requests.map(inputOf))
  // Where tables are distributed, this condition lets Citus find the server of the merchant.
  const onShard = (column: SqlPart): SqlPart => (shard === '' ? part`true` : part`${column} = ${shard}`)
  const merchantId = merchantColumnForInsert(shard, part`w.merchant_id`, part`a.merchant_id`)
  return db.rows(
    prepared(sql`
    with input as materialized (
      select * from json_to_recordset(${input}::json) as i (
        n int, key_hash text, address text, caller_id text, caller_mode text, order_id text, dialect text, client_txn_id text,
        request_hash text, amount_paise bigint, payable_paise bigint, qr_account_id text, check_only boolean, purpose text,
        customer_name text, customer_email text, customer_mobile text, redirect_url text, udf1 text, udf2 text, udf3 text,
        created_at timestamptz, window_seconds int)
    ), requested as materialized (
      select i.*, m.merchant_id, c.mode, a.account_id, a.upi_id, a.merchant_name as payee_name,
             c.mode = 'live' and not m.is_platform as metered,
             old.order_id as old_order_id, old.request_hash = decode(i.request_hash, 'hex') as same_request,
             case
               when m.merchant_id is null then 'bad_key'
               when k.addresses is not null and not coalesce(i.address::inet <<= any(k.addresses), false) then 'address_not_allowed'
               when k.scope = 'read' then 'forbidden'
               when m.suspended_at is not null then 'suspended'
               when i.window_seconds < case c.mode when 'test' then ${WINDOW_SECONDS_MIN.test}::int
                 else ${WINDOW_SECONDS_MIN.live}::int end then 'window_too_short'
               when a.account_id is null then 'no_account'
               when old.order_id is not null then 'duplicate'
               when i.qr_account_id is not null and i.qr_account_id <> a.account_id then 'account_changed'
               when a.unique_amounts and not a.provider_makes_qr and i.qr_account_id is null and i.payable_paise is null
                 and not i.check_only then 'in_turn'
             end as decided,
             a.provider_makes_qr as makes_qr,
             not i.check_only and (i.qr_account_id is not null or not a.provider_makes_qr) as insertable
      from input i
      left join lateral (
        select * from api_keys where key_hash = decode(i.key_hash, 'hex') and revoked_at is null
          and (expires_at is null or expires_at > i.created_at) limit 1) k on true
      cross join lateral (
        select coalesce(k.mode, i.caller_mode) as mode, coalesce(k.merchant_id, i.caller_id) as merchant_id) c
      left join lateral (select * from merchants where merchant_id = c.merchant_id limit 1) m on true
      left join lateral (
        select * from accounts where ${onShard(part`merchant_id`)} and merchant_id = c.merchant_id and mode = c.mode and is_current limit 1) a on true
      left join lateral (
        select order_id, request_hash from orders
        where ${onShard(part`merchant_id`)} and merchant_id = c.merchant_id and mode = c.mode
          and client_txn_id between i.client_txn_id and i.client_txn_id
        order by client_txn_id limit 1) old on true
    ), wanted as materialized (
      select distinct on (merchant_id, mode, client_txn_id) * from requested where decided is null
      order by merchant_id, mode, client_txn_id, n
    ), quota as materialized (
      select q.* from (select distinct merchant_id from wanted where metered order by merchant_id) w
      cross join lateral (
        select * from quotas where ${onShard(part`merchant_id`)} and merchant_id = w.merchant_id limit 1 for update skip locked) q
    ), places as materialized (
      select w.order_id, w.merchant_id, w.client_txn_id, w.insertable, q.merchant_id is null as unlocked,
             coalesce(q.plan_expires_at > w.created_at, false) as of_plan,
             case when q.plan_expires_at > w.created_at then q.plan_left else q.trial_left end as available,
             row_number() over (
               partition by w.merchant_id, coalesce(q.plan_expires_at > w.created_at, false) order by w.n) as place
      from wanted w
      left join quota q on q.merchant_id = w.merchant_id
      where w.metered
    ), fresh as (
      insert into orders (
        merchant_id, order_id, dialect, mode, account_id, client_txn_id, request_hash, amount_paise, payable_paise, purpose,
        customer_name, customer_email, customer_mobile, redirect_url, udf1, udf2, udf3, created_at, window_seconds,
        expires_at, due_at, next_check_at)
      select ${merchantId}, w.order_id, w.dialect, w.mode, w.account_id, w.client_txn_id, decode(w.request_hash, 'hex'),
        w.amount_paise, coalesce(w.payable_paise, w.amount_paise), w.purpose, w.customer_name, w.customer_email,
        w.customer_mobile, w.redirect_url, w.udf1, w.udf2, w.udf3, w.created_at, w.window_seconds,
        w.created_at + make_interval(secs => w.window_seconds),
        w.created_at + make_interval(secs => w.window_seconds
          + case when w.mode = 'test' then ${SETTLING_SECONDS.test}::int else ${SETTLING_SECONDS.live}::int end),
        case when w.mode = 'live' and exists (
            select from account_sources s where ${onShard(part`s.merchant_id`)} and s.merchant_id = w.merchant_id and s.account_id = w.account_id)
          then w.created_at + make_interval(secs => w.window_seconds) end
      from wanted w
      left join places p on p.order_id = w.order_id
      left join accounts a on ${onShard(part`a.merchant_id`)} and a.merchant_id = w.merchant_id and a.account_id = w.account_id
      where w.insertable and (not w.metered or p.place <= p.available)
      order by w.merchant_id, w.mode, w.client_txn_id
      on conflict (merchant_id, mode, client_txn_id) do nothing
      returning order_id
    ), spent as (
      update quotas q
      set plan_left = q.plan_left - t.of_plan, trial_left = q.trial_left - t.of_trial, used = q.used + t.of_plan + t.of_trial
      from (
        select p.merchant_id, (count(*) filter (where p.of_plan))::int as of_plan,
               (count(*) filter (where not p.of_plan))::int as of_trial
        from places p join fresh f on f.order_id = p.order_id
        group by p.merchant_id) t
      where ${onShard(part`q.merchant_id`)} and q.merchant_id = t.merchant_id
    )
    select r.merchant_id as "merchantId", r.mode, r.account_id as "accountId", r.upi_id as "upiId", r.payee_name as "payeeName",
           r.old_order_id as "oldOrderId", r.same_request as "sameRequest",
           coalesce(r.payable_paise, r.amount_paise) as "payablePaise",
           case
             when r.decided is not null then r.decided
             when f.order_id is not null then 'created'
             when p.unlocked then 'in_turn'
             -- A place that a conflict left unused is still free for this one.
             when p.place > p.available and exists (
               select from places u left join fresh c on c.order_id = u.order_id
               where u.merchant_id = p.merchant_id and u.insertable and u.place <= u.available and c.order_id is null)
               then 'in_turn'
             when p.place > p.available and p.of_plan then 'quota_exhausted'
             when p.place > p.available then 'no_subscription'
             when r.insertable then 'conflict'
             when r.makes_qr then 'needs_qr'
             else 'accepted'
           end as outcome
    from requested r
    left join places p on p.merchant_id = r.merchant_id and p.client_txn_id = r.client_txn_id and r.mode = 'live'
    left join fresh f on f.order_id = r.order_id
    order by r.n`),
  )
}

/** The order that a client_txn_id already names; needed when it was created while the statement above ran. */
export const findByClientTxnId = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  clientTxnId: string,
): Promise<{ order_id: string; request_hash: Buffer } | undefined> =>
  db.maybeOne(sql`
    select order_id, request_hash from orders
    where merchant_id = ${merchantId} and mode = ${mode} and client_txn_id = ${clientTxnId}`)
