import {
  type CustomerExport,
  type DataDuties,
  KEEP_DAYS,
  type KeepDays,
} from '@galla/contract/customer-data/customer-data'
import { DAY_MS } from '@galla/contract/durations'
import { part, type Queryable, type SqlPart, sql, type Transaction } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'

export const findDataDuties = (db: Queryable, merchantId: string): Promise<DataDuties> =>
  db.one(sql`
    select keep_customers_days as "keepDays", (
      select case when n.text <> '' then json_build_object('version', n.version, 'text', n.text, 'at', n.at) end
      from data_notices n where n.merchant_id = ${merchantId} order by n.version desc limit 1) as notice
    from merchants where merchant_id = ${merchantId}`)

export const updateKeepDays = (tx: Transaction, merchantId: string, days: KeepDays | null): Promise<number> =>
  tx.run(sql`
    update merchants set keep_customers_days = ${days}
    where merchant_id = ${merchantId} and keep_customers_days is distinct from ${days}`)

interface NoticeVersion {
  readonly version: number
  readonly text: string
}

export const insertNotice = (
  tx: Transaction,
  merchantId: string,
  { version, text }: NoticeVersion,
  at: Date,
): Promise<number> =>
  tx.run(sql`
    insert into data_notices (merchant_id, version, text, at) values (${merchantId}, ${version}, ${text}, ${at})`)

export const findLatestNotice = (tx: Transaction, merchantId: string): Promise<NoticeVersion | undefined> =>
  tx.maybeOne(sql`
    select version, text from data_notices where merchant_id = ${merchantId} order by version desc limit 1`)

export const listNotices = (
  db: Queryable,
  merchantId: string,
  versions: readonly number[],
): Promise<{ version: number; text: string; at: Date }[]> =>
  db.rows(sql`
    select version, text, at from data_notices where merchant_id = ${merchantId} and version = any(${versions}::int[])
    order by version`)

/** No provider, customer or time changes it any more, but for a payment that comes late. */
const ENDED = part`o.due_at is null and (o.status = 'success' or o.failure_reason = 'expired')`

/** An attempt that is under way records what it sends now, and what the receiver replies, after it. */
const isNotBeingSent = (merchantId: string): SqlPart => part`
  not exists (
    select from webhook_events e join webhook_undelivered u
      on u.merchant_id = ${merchantId} and u.mode = e.mode and u.event_id = e.event_id
    where e.merchant_id = ${merchantId} and e.order_id = o.order_id and u.leased_until > now())`

/** Its words find it by their index, then its columns decide. */
const isOfCustomer = (contact: string): SqlPart => part`
  o.shown_paise > 0 and o.words like '%' || regexp_replace(order_words(${contact}), '([%_\\\\])', '\\\\\\1', 'g') || '%'
  and (lower(o.customer_email) = lower(${contact}) or right(regexp_replace(o.customer_mobile, '\\D', '', 'g'), 10) = ${contact})`

export const countOrdersOf = (
  db: Queryable,
  merchantId: string,
  contact: string,
): Promise<{ orders: number; open: number }> =>
  db.one(sql`
    select count(*)::int as orders, (count(*) filter (where (${ENDED}) is not true))::int as open
    from orders o where o.merchant_id = ${merchantId} and ${isOfCustomer(contact)}`)

type Exported = CustomerExport['orders'][number]
type Dates = Readonly<Record<'openedAt' | 'paidAt', Date | null>> & { readonly createdAt: Date }
export type CustomerOrder = Omit<Exported, 'amount' | keyof Dates> & Dates & { readonly paise: bigint }

export const listOrdersOf = (
  db: Queryable,
  merchantId: string,
  contact: string,
  limit: number,
): Promise<CustomerOrder[]> =>
  db.rows(sql`
    select o.order_id as "orderId", o.client_txn_id as "clientTxnId", o.mode, o.status, o.shown_paise as paise, o.purpose,
      o.customer_name as "customerName", o.customer_email as "customerEmail", o.customer_mobile as "customerMobile",
      coalesce(k.answers, '[]') as answers, o.created_at as "createdAt", o.opened_at as "openedAt", o.notice_version as "noticeVersion",
      o.paid_at as "paidAt", c.utr, c.payer_name as "payerName", c.payer_upi_id as "payerUpiId"
    from orders o
    left join reusable_link_orders k on k.merchant_id = o.merchant_id and k.order_id = o.order_id
    left join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id
    where o.merchant_id = ${merchantId} and ${isOfCustomer(contact)}
    order by o.order_id desc limit ${limit}`)

/** Marks a customer's orders, so that their data goes, of open ones when they end. Returns how many were not marked before. */
export const updateErasureAsked = (tx: Transaction, merchantId: string, contact: string): Promise<number> =>
  tx.run(sql`
    update orders o set customer_erasure_asked = true
    where o.merchant_id = ${merchantId} and ${isOfCustomer(contact)} and not o.customer_erasure_asked`)

/** Empties every copy of the customers' data of locked orders; what was paid, by whom and under which UTR stays. */
export const clearCustomers = (
  tx: Transaction,
  merchantId: string,
  orderIds: readonly string[],
  at: Date,
): Promise<number> =>
  tx.run(sql`
    with answers as (
      update reusable_link_orders set answers = '[]'
      where merchant_id = ${merchantId} and order_id = any(${orderIds}::text[]) and answers <> '[]'),
    events as (
      update webhook_events
      set payload = (payload::jsonb || '{"customerName": "", "customerEmail": "", "customerMobile": ""}')::text
      where merchant_id = ${merchantId} and order_id = any(${orderIds}::text[]) and payload like '%"customerName":%'),
    attempts as (
      update webhook_attempts set request_body = left(request_body, 0), response = left(response, 0)
      where merchant_id = ${merchantId} and (mode, event_id) in (
        select e.mode, e.event_id from webhook_events e
        where e.merchant_id = ${merchantId} and e.order_id = any(${orderIds}::text[])))
    update orders set customer_name = '', customer_email = '', customer_mobile = '', customer_erased_at = ${at}
    where merchant_id = ${merchantId} and order_id = any(${orderIds}::text[])`)

/** An id has the time of the order's creation, which was before its end. */
const beforeIds = (now: Date): string[] =>
  KEEP_DAYS.map((days) => firstUlidAt(new Date(now.getTime() - days * DAY_MS)))

const isOver = (now: Date): SqlPart => part`
  o.customer_erased_at is null and o.shown_paise > 0 and ${ENDED}
  and o.order_id < (${beforeIds(now)}::text[])[array_position(${KEEP_DAYS}::int[], m.keep_customers_days)]
  and coalesce(o.paid_at, o.expires_at) < ${now}::timestamptz - make_interval(days => m.keep_customers_days)`

export const listMerchantsOverTerm = (db: Queryable, now: Date, max: number): Promise<string[]> =>
  db.values<string>(sql`
    select distinct o.merchant_id from orders o join merchants m on m.merchant_id = o.merchant_id
    where ${isOver(now)} limit ${max}`)

/** Locks the oldest orders over their merchant's term, but for those that another transaction has locked. */
export const lockOverTerm = (
  tx: Transaction,
  merchantId: string,
  now: Date,
  max: number,
): Promise<string[]> =>
  tx.values<string>(sql`
    select o.order_id from merchants m join orders o on o.merchant_id = ${merchantId} and ${isOver(now)}
    where m.merchant_id = ${merchantId} and ${isNotBeingSent(merchantId)}
    order by o.order_id limit ${max} for no key update of o skip locked`)

export const listMerchantsOfAsked = (db: Queryable, _now: Date, max: number): Promise<string[]> =>
  db.values<string>(sql`
    select distinct o.merchant_id from orders o
    where o.customer_erasure_asked and o.customer_erased_at is null and ${ENDED} limit ${max}`)

/** Locks the oldest ended orders whose customers the merchant erases. */
export const lockAsked = (tx: Transaction, merchantId: string, _now: Date, max: number): Promise<string[]> =>
  tx.values<string>(sql`
    select o.order_id from orders o
    where o.merchant_id = ${merchantId} and o.customer_erasure_asked and o.customer_erased_at is null and ${ENDED}
      and ${isNotBeingSent(merchantId)}
    order by o.order_id limit ${max} for no key update skip locked`)
