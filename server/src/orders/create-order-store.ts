import { type Mode, SETTLING_SECONDS } from '@galla/contract/order-status'
import { type Queryable, sql } from '../platform/database/database.ts'
import type { Order } from './order.ts'

/** Who asks: an API key, looked up in the same statement, or a merchant whose session was checked before. */
export type Asker = { readonly mode: Mode } & (
  | { readonly keyHash: Uint8Array; readonly address: string | null }
  | { readonly merchantId: string }
)

type Told =
  | 'orderId'
  | 'dialect'
  | 'orderNumber'
  | 'clientTxnId'
  | 'purpose'
  | 'customerName'
  | 'customerEmail'
  | 'customerMobile'
  | 'redirectUrl'
  | 'udf1'
  | 'udf2'
  | 'udf3'
  | 'createdAt'
  | 'windowSeconds'

/** What a request tells of the order it asks for; the rest follows from whose key it is. */
export interface NewOrder extends Pick<Order, Told> {
  readonly asker: Asker
  readonly requestHash: Uint8Array
  readonly amountPaise: bigint
  /** An amount that was taken for it, where its account tells orders apart by amount. */
  readonly payablePaise?: bigint
  /** The account whose provider made its QR, or that it only is tried whether it may be created. */
  readonly qr?: string
}

/** The order is inserted to see whether it may be, in a transaction that is undone. */
export const REHEARSED = 'rehearsed'

/**
 * What became of the one QR request that a live order takes, the same for all that ask for one client_txn_id; null for an order that takes none or was refused before.
 * - `missing`: the merchant has no row yet; `busy`: another statement held it, so nothing was decided.
 */
export type QuotaTaken = 'taken' | 'missing' | 'busy' | 'plan_used_up' | 'trial_used_up'

/** What the statement found for one request; `created` says whether it became an order. */
export interface CreationRow {
  n: number
  merchant_id: string | null
  mode: Mode | null
  scope: 'full' | 'create' | 'read' | null
  suspended: boolean
  /** False: the key may not be used from where it came. */
  address_allowed: boolean
  account_id: string | null
  upi_id: string | null
  payee_name: string | null
  /** Its account tells orders apart by amount, and none was taken for it yet; nothing was decided. */
  needs_amount: boolean
  /** The account's provider makes its QRs. */
  makes_qr: boolean
  /** ... and none was made yet, so nothing was decided. */
  needs_qr: boolean
  payable_paise: bigint
  /** Another order of the merchant has its number; nothing was decided. */
  number_taken: boolean
  created: boolean
  old_order_id: string | null
  same_request: boolean | null
  quota: QuotaTaken | null
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const rowOf = (order: NewOrder, n: number) => ({
  n,
  key_hash: 'keyHash' in order.asker ? hex(order.asker.keyHash) : null,
  address: 'keyHash' in order.asker ? order.asker.address : null,
  asker_id: 'keyHash' in order.asker ? null : order.asker.merchantId,
  asker_mode: 'keyHash' in order.asker ? null : order.asker.mode,
  order_id: order.orderId,
  dialect: order.dialect,
  order_number: order.orderNumber,
  client_txn_id: order.clientTxnId,
  request_hash: hex(order.requestHash),
  amount_paise: order.amountPaise.toString(),
  payable_paise: order.payablePaise?.toString() ?? null,
  qr: order.qr ?? null,
  purpose: order.purpose,
  customer_name: order.customerName,
  customer_email: order.customerEmail,
  customer_mobile: order.customerMobile,
  redirect_url: order.redirectUrl,
  udf1: order.udf1,
  udf2: order.udf2,
  udf3: order.udf3,
  created_at: order.createdAt,
  window_seconds: order.windowSeconds,
})

/**
 * Keys, suspension, account, duplicates and the orders themselves in one round trip, for the requests of all merchants.
 * Rows are inserted in the order of their unique key, so that two batches wait for each other but never in a circle. Look-ups
 * are lateral with a limit: as plain joins their generic plan reads whole tables until these were first analysed. An order is
 * looked up by a range of one in the order of its client_txn_id, which only the unique key gives: asked for an equal one, a plan
 * made while there were no orders may as well take another index of the merchant, and keeps on reading all he has.
 *
 * Quota: the row of each merchant with live requests is locked once, or skipped when somebody else holds it; as many of its
 * requests as fit become orders, in their order, and those that did are subtracted. The lock gives the row's newest values, so
 * nothing that another batch took is taken twice.
 */
export const insertOrders = async (
  db: Queryable,
  orders: readonly NewOrder[],
  windowSecondsMin: Readonly<Record<Mode, number>>,
): Promise<CreationRow[]> => {
  const input = JSON.stringify(orders.map(rowOf))
  return db.rows<CreationRow>(sql`
    with input as materialized (
      select * from json_to_recordset(${input}::json) as i (
        n int, key_hash text, address text, asker_id text, asker_mode text, order_id text, dialect text, order_number bigint,
        client_txn_id text, request_hash text,
        amount_paise bigint, payable_paise bigint, qr text, purpose text, customer_name text, customer_email text,
        customer_mobile text, redirect_url text, udf1 text, udf2 text, udf3 text, created_at timestamptz, window_seconds int)
    ), asked as materialized (
      select i.*, m.merchant_id, coalesce(k.mode, i.asker_mode) as mode,
             case when i.key_hash is null then 'full' else k.scope end as scope,
             k.addresses is null or coalesce(i.address::inet <<= any(k.addresses), false) as address_allowed,
             m.suspended_at is not null as suspended, m.is_platform, a.account_id, a.upi_id, a.merchant_name as payee_name,
             coalesce(a.unique_amounts and not a.provider_makes_qr, false) and i.payable_paise is null as needs_amount,
             coalesce(a.provider_makes_qr, false) as makes_qr,
             coalesce(a.provider_makes_qr, false) and i.qr is null as needs_qr,
             numbered.found is not null as number_taken
      from input i
      left join lateral (
        select * from api_keys where key_hash = decode(i.key_hash, 'hex') and revoked_at is null
          and (expires_at is null or expires_at > i.created_at) limit 1) k on true
      left join lateral (
        select * from merchants where merchant_id = coalesce(k.merchant_id, i.asker_id) limit 1) m on true
      left join lateral (
        select * from accounts where merchant_id = m.merchant_id and mode = coalesce(k.mode, i.asker_mode) and is_current
        limit 1) a on true
      left join lateral (
        select true as found from orders
        where i.order_number is not null and merchant_id = m.merchant_id and order_number between i.order_number and i.order_number
        order by order_number limit 1) numbered on true
    ), wanted as materialized (
      select distinct on (a.merchant_id, a.mode, a.client_txn_id) a.*, a.mode = 'live' and not a.is_platform as metered
      from asked a
      left join lateral (
        select true as found from orders
        where merchant_id = a.merchant_id and mode = a.mode and client_txn_id between a.client_txn_id and a.client_txn_id
          and a.mode = 'live'
        order by client_txn_id limit 1) old on true
      where a.scope in ('full', 'create') and a.address_allowed and not a.suspended and a.account_id is not null and old.found is null and not a.needs_amount
        and not a.needs_qr and not a.number_taken and (a.qr is null or a.qr = ${REHEARSED} or a.qr = a.account_id)
        and a.window_seconds
          >= case a.mode when 'test' then ${windowSecondsMin.test}::int else ${windowSecondsMin.live}::int end
      order by a.merchant_id, a.mode, a.client_txn_id, a.n
    ), quota as materialized (
      select q.* from (select distinct merchant_id from wanted where metered order by merchant_id) w
      cross join lateral (
        select * from quotas where merchant_id = w.merchant_id limit 1 for update skip locked) q
    ), places as materialized (
      select w.order_id, w.merchant_id, w.client_txn_id, q.merchant_id is null as unlocked,
             coalesce(q.plan_expires_at > w.created_at, false) as of_plan,
             case when q.plan_expires_at > w.created_at then q.plan_left else q.trial_left end as available,
             row_number() over (
               partition by w.merchant_id, coalesce(q.plan_expires_at > w.created_at, false) order by w.n) as place
      from wanted w
      left join quota q on q.merchant_id = w.merchant_id
      where w.metered
    ), fresh as (
      insert into orders (
        merchant_id, order_id, dialect, order_number, mode, account_id, client_txn_id, request_hash, amount_paise, payable_paise, purpose,
        customer_name, customer_email, customer_mobile, redirect_url, udf1, udf2, udf3, created_at, window_seconds,
        expires_at, due_at, next_check_at)
      select w.merchant_id, w.order_id, w.dialect, w.order_number, w.mode, w.account_id, w.client_txn_id, decode(w.request_hash, 'hex'),
        w.amount_paise, coalesce(w.payable_paise, w.amount_paise), w.purpose, w.customer_name, w.customer_email, w.customer_mobile, w.redirect_url,
        w.udf1, w.udf2, w.udf3, w.created_at, w.window_seconds,
        w.created_at + make_interval(secs => w.window_seconds),
        w.created_at + make_interval(secs => w.window_seconds
          + case w.mode when 'test' then ${SETTLING_SECONDS.test}::int else ${SETTLING_SECONDS.live}::int end),
        case when w.mode = 'live' and exists (
            select from account_sources s where s.merchant_id = w.merchant_id and s.account_id = w.account_id)
          then w.created_at + make_interval(secs => w.window_seconds) end
      from wanted w
      left join places p on p.order_id = w.order_id
      where not w.metered or p.place <= p.available
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
      where q.merchant_id = t.merchant_id
    )
    select a.n, a.merchant_id, a.mode, a.scope, a.address_allowed, a.suspended, a.account_id, a.upi_id, a.payee_name,
           a.needs_amount, a.makes_qr, a.needs_qr, a.number_taken, coalesce(a.payable_paise, a.amount_paise) as payable_paise,
           f.order_id is not null as created, old.order_id as old_order_id,
           old.request_hash = decode(a.request_hash, 'hex') as same_request,
           case when p.order_id is null or old.order_id is not null then null
                when p.unlocked and exists (select from quotas where merchant_id = p.merchant_id) then 'busy'
                when p.unlocked then 'missing'
                when p.place <= p.available then 'taken'
                when p.of_plan then 'plan_used_up' else 'trial_used_up' end as quota
    from asked a
    left join places p on p.merchant_id = a.merchant_id and p.client_txn_id = a.client_txn_id and a.mode = 'live'
    left join fresh f on f.order_id = a.order_id
    left join lateral (
      select order_id, request_hash from orders
      where f.order_id is null and merchant_id = a.merchant_id and mode = a.mode
        and client_txn_id between a.client_txn_id and a.client_txn_id
      order by client_txn_id limit 1) old on true
    order by a.n`)
}

/** The order that a client_txn_id already names; asked again when it was created while the statement above ran. */
export const findByClientTxnId = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  clientTxnId: string,
): Promise<{ order_id: string; request_hash: Buffer } | undefined> =>
  db.maybeOne(sql`
    select order_id, request_hash from orders
    where merchant_id = ${merchantId} and mode = ${mode} and client_txn_id = ${clientTxnId}`)
