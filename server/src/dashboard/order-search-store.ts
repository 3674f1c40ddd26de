import { WAITING_STATES } from '@galla/contract/reconciliation/credits'
// Which orders a filter finds: those up to the sweep's watermark in `order_search` (migration 0014), and the later ones in the orders
// themselves, by the same condition. The watermark is read first and bounds both, so an order is never in both or in neither.
import {
  joinParts,
  part,
  type Queryable,
  type SqlPart,
  sql,
  type Transaction,
} from '../platform/database/database.ts'
import { AFTER_EVERY_ULID } from '../platform/database/sql.ts'
import { firstUlidAt } from '../platform/ids.ts'
import type { OrderFilter, Sort, Window } from './order-filter.ts'

/** Ids less than `below`, and not less than `from`; null is without end. */
export interface IdRange {
  readonly below: string | null
  readonly from: string | null
}

const ALL_IDS: IdRange = { below: null, from: null }

const ORDER_BY: Readonly<Record<Sort, SqlPart>> = {
  newest: part`order by order_id desc`,
  oldest: part`order by order_id`,
  highest: part`order by shown_paise desc, order_id desc`,
  lowest: part`order by shown_paise, order_id`,
}

/** The index finds a text by its trigrams, or else by its signs; one or two letters, which most orders contain, it does not find. */
const HAS_TRIGRAM = /[a-z0-9]{3}/
const HAS_SIGN = /[^a-z0-9]/
/** It may be a mobile number or a UTR, which are only found whole. */
const MAY_BE_NUMBER = /[0-9]/

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** The condition that an order contains a text: part of an id, name or address, or the whole of a mobile number, UTR or amount. */
const containsText = (text: string, paise: bigint | null): SqlPart => {
  const lower = text.toLowerCase()
  // For `like` without a trigram, the planner would read the whole index; for `strpos` it does not use the index.
  const inText =
    HAS_TRIGRAM.test(lower) || !HAS_SIGN.test(lower)
      ? part`o.words like lower(${`%${escapeLike(text)}%`})`
      : part`(o.terms @> order_search_signs(lower(${text})) and strpos(o.words, lower(${text})) > 0)`
  const ways = [inText]
  if (MAY_BE_NUMBER.test(text)) ways.push(part`o.terms @> array['=' || ${text}::text]`)
  if (paise !== null) ways.push(part`o.shown_paise = ${paise}`)
  return part`(${joinParts(ways, ' or ')})`
}

/** All conditions of a filter except its search text. */
const withoutText = (filter: OrderFilter, range: IdRange): SqlPart =>
  part`o.merchant_id = ${filter.merchantId} and o.mode = ${filter.mode} and ${ofMerchant(filter, range)}`

/** The conditions that select among the orders of the merchant and mode. */
const ofMerchant = (filter: OrderFilter, { below, from }: IdRange): SqlPart => {
  const { merchantId, status, minPaise, maxPaise } = filter
  const conditions = [part`true`]
  if (status === 'attention')
    conditions.push(part`o.order_id in (
      select order_id from credits
      where merchant_id = ${merchantId} and state = any(${WAITING_STATES}::text[]) and order_id is not null
      union all
      select s.order_id from reversals v
      join orders s on s.merchant_id = v.merchant_id and s.settled_by_credit_id = v.credit_id
      where v.merchant_id = ${merchantId} and v.decision is null)`)
  else if (status !== 'all') conditions.push(part`o.status = ${status}`)
  // An order's id starts with the time of its creation.
  if (filter.from !== null) conditions.push(part`o.order_id >= ${firstUlidAt(filter.from)}`)
  if (filter.before !== null) conditions.push(part`o.order_id < ${firstUlidAt(filter.before)}`)
  if (from !== null) conditions.push(part`o.order_id >= ${from}`)
  if (below !== null) conditions.push(part`o.order_id < ${below}`)
  if (minPaise !== null) conditions.push(part`o.shown_paise >= ${minPaise}`)
  if (maxPaise !== null) conditions.push(part`o.shown_paise <= ${maxPaise}`)
  return joinParts(conditions, ' and ')
}

/** The one condition of the list, the totals and the export. */
const matching = (filter: OrderFilter, range: IdRange): SqlPart =>
  filter.search === null
    ? withoutText(filter, range)
    : part`${withoutText(filter, range)} and ${containsText(filter.search, filter.searchPaise)}`

const readWatermark = async (db: Queryable, merchantId: string): Promise<string> => {
  const found = await db.maybeValue<string>(
    sql`select followed_to from order_watermarks where merchant_id = ${merchantId}`,
  )
  return found ?? ''
}

const LATER_ORDERS = part`(
  select merchant_id, mode, order_id, status, coalesce(settled_paise, payable_paise) as shown_paise from orders) o`

/** Orders with the texts that find them. */
const ordersWithText = (merchantId: string): SqlPart => part`(
  select o.merchant_id, o.mode, o.order_id, o.status, coalesce(o.settled_paise, o.payable_paise) as shown_paise, w.words,
    order_search_terms(o.customer_mobile, c.utrs, w.words) as terms
  from orders o
  cross join lateral (
    select array_agg(distinct payer_upi_id) filter (where payer_upi_id is not null) as payers,
      array_agg(utr) filter (where utr is not null) as utrs
    from credits c where c.merchant_id = ${merchantId} and c.order_id = o.order_id) c
  cross join lateral (
    select order_search_words(o.order_id, o.client_txn_id, o.customer_name, o.customer_email, c.payers) as words) w
  where o.merchant_id = ${merchantId}) o`

/**
 * The matching orders after the watermark: those of the last hours. Without an upper bound that the planner does not know, it would
 * expect a long range where other merchants sold more, and read all orders of this merchant.
 */
const laterOrders = (filter: OrderFilter, range: IdRange, watermark: string, end: SqlPart): SqlPart => part`
  select o.order_id, o.shown_paise from ${filter.search === null ? LATER_ORDERS : ordersWithText(filter.merchantId)}
  where ${matching(filter, range)} and o.order_id > ${watermark} and o.order_id < ${AFTER_EVERY_ULID} ${end}`

/** How many orders are compared one by one before the text index is used: a base, and more for each wanted order. */
const SCANNED_BASE = 2_000
const SCANNED_PER_WANTED = 10

/** The ids of a window, in its order. */
export const listOrderIds = async (
  db: Queryable,
  filter: OrderFilter,
  sort: Sort,
  { offset, limit }: Window,
  range: IdRange = ALL_IDS,
): Promise<string[]> => {
  const orderBy = ORDER_BY[sort]
  const wanted = offset + limit
  const end = part`${orderBy} limit ${wanted}`
  const watermark = await readWatermark(db, filter.merchantId)
  const later = laterOrders(filter, range, watermark, end)
  const searched = part`from order_search o where ${withoutText(filter, range)} and o.order_id <= ${watermark}`
  const window = (found: SqlPart): SqlPart =>
    part`from (${found} union all (${later})) orders ${orderBy} offset ${offset} limit ${limit}`
  const idsOf = (rows: readonly { order_id: string }[]) => rows.map(({ order_id: orderId }) => orderId)
  if (filter.search === null)
    return idsOf(
      await db.rows(
        sql`select order_id ${window(part`(select o.order_id, o.shown_paise ${searched} ${end})`)}`,
      ),
    )
  const text = containsText(filter.search, filter.searchPaise)
  const search = (found: SqlPart): Promise<{ order_id: string; found: number }[]> =>
    db.rows(sql`
      with found as materialized (${found})
      select order_id, (select count(*)::int from found) as found ${window(part`select * from found`)}`)
  // A scan in the order of the page soon finds a text that many orders contain; the index finds a rare one.
  const scanned = SCANNED_BASE + SCANNED_PER_WANTED * wanted
  const first = await search(part`
    select o.order_id, o.shown_paise from (select o.* ${searched} ${orderBy} limit ${scanned}) o where ${text} ${end}`)
  if ((first[0]?.found ?? 0) === wanted) return idsOf(first)
  const all = await search(part`
    with matching as materialized (select o.order_id, o.shown_paise ${searched} and ${text})
    select * from matching ${end}`)
  return idsOf(all)
}

/** Counts the orders that a filter finds, at most `max`. */
export const countOrders = async (
  db: Queryable,
  filter: OrderFilter,
  max: number | null,
): Promise<number> => {
  const watermark = await readWatermark(db, filter.merchantId)
  const end = part`limit ${max}`
  const count = await db.value<number>(sql`
    select count(*)::int as count from (
      (select o.order_id, o.shown_paise from order_search o
       where ${matching(filter, ALL_IDS)} and o.order_id <= ${watermark} ${end})
      union all (${laterOrders(filter, ALL_IDS, watermark, end)})) found`)
  return max === null ? count : Math.min(count, max)
}

/** Adds the orders of a range to the search table; the caller's transaction has locked the watermark. */
export const insertSearchRows = (
  tx: Transaction,
  { merchantId, after, upTo }: { merchantId: string; after: string; upTo: string },
): Promise<number> =>
  tx.run(sql`
    insert into order_search (merchant_id, mode, order_id, status, shown_paise, words, terms)
    select o.merchant_id, o.mode, o.order_id, o.status, coalesce(o.settled_paise, o.payable_paise) as shown_paise, w.words,
      order_search_terms(o.customer_mobile, c.utrs, w.words)
    from orders o
    cross join lateral (
      select array_agg(distinct payer_upi_id) filter (where payer_upi_id is not null) as payers,
        array_agg(utr) filter (where utr is not null) as utrs
      from credits c where c.merchant_id = ${merchantId} and c.order_id = o.order_id) c
    cross join lateral (
      select order_search_words(o.order_id, o.client_txn_id, o.customer_name, o.customer_email, c.payers) as words) w
    where o.merchant_id = ${merchantId} and o.order_id > ${after} and o.order_id <= ${upTo}
    order by o.order_id`)

/** Merges new rows into the text index. Call it after the commit: it takes time. */
export const mergeSearchIndex = async (db: Queryable): Promise<void> => {
  await db.one(sql`select gin_clean_pending_list('order_search_text')`)
}
