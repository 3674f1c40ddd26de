import { WAITING_STATES } from '@galla/contract/reconciliation/credits'
// Which orders a filter finds. The statements are not prepared, so PostgreSQL plans each for its own values.
import { joinParts, part, type Queryable, type SqlPart, sql } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'
import type { OrderFilter, Sort, Window } from './order-filter.ts'

/** Ids less than `below`, and not less than `from`; null is without end. */
export interface IdRange {
  readonly below: string | null
  readonly from: string | null
}

const ALL_IDS: IdRange = { below: null, from: null }

const ORDER_BY: Readonly<Record<Sort, SqlPart>> = {
  newest: part`order_id desc`,
  oldest: part`order_id`,
  highest: part`shown_paise desc, order_id desc`,
  lowest: part`shown_paise, order_id`,
}

/** True of every order: with it, the indexes of the list may be used (migration 0008). */
const LISTED = part`o.shown_paise > 0`

/** The condition that an order contains a text: any part of its words, or the whole of an amount, a UTR or a payer's UPI ID. */
const containsText = ({ merchantId, mode, searchPaise }: OrderFilter, text: string): SqlPart => {
  const ways = [
    part`o.words like '%' || regexp_replace(order_words(${text}), '([%_\\\\])', '\\\\\\1', 'g') || '%'`,
  ]
  if (searchPaise !== null) ways.push(part`o.shown_paise = ${searchPaise}`)
  if (/[0-9]/.test(text))
    ways.push(part`o.order_id = any(array(
      select c.order_id from accounts a
      join credits c on c.merchant_id = a.merchant_id and c.account_id = a.account_id
      where a.merchant_id = ${merchantId} and a.mode = ${mode} and c.utr = ${text} and c.order_id is not null))`)
  if (text.includes('@'))
    ways.push(part`o.order_id = any(array(
      select order_id from credits
      where merchant_id = ${merchantId} and lower(payer_upi_id) = lower(${text}) and order_id is not null))`)
  return part`(${joinParts(ways, ' or ')})`
}

/** The conditions of a filter except merchant, mode and search text. */
const withoutText = (filter: OrderFilter, { below, from }: IdRange): SqlPart => {
  const { merchantId, status, minPaise, maxPaise } = filter
  const conditions = [LISTED]
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
  const { merchantId, mode, search } = filter
  const conditions = withoutText(filter, range)
  const order = ORDER_BY[sort]
  const idsOf = (rows: readonly { order_id: string }[]) => rows.map(({ order_id: orderId }) => orderId)
  if (search === null)
    return idsOf(
      await db.rows(sql`
        select o.order_id from orders o where o.merchant_id = ${merchantId} and o.mode = ${mode} and ${conditions}
        order by ${order} offset ${offset} limit ${limit}`),
    )
  const text = containsText(filter, search)
  // A scan in the order of the page soon finds a text that many orders contain; the index finds a rare one.
  const scanned = SCANNED_BASE + SCANNED_PER_WANTED * (offset + limit)
  const first = await db.rows<{ order_id: string }>(sql`
    select o.order_id from (
      select o.order_id, o.shown_paise, o.words from orders o
      where o.merchant_id = ${merchantId} and o.mode = ${mode} and ${conditions} order by ${order} limit ${scanned}) o
    where ${text} order by ${order} offset ${offset} limit ${limit}`)
  if (first.length === limit) return idsOf(first)
  return idsOf(
    await db.rows(sql`
      with matching as materialized (
        select o.order_id, o.shown_paise from orders o
        where o.merchant_id = ${merchantId} and o.mode = ${mode} and ${conditions} and ${text})
      select order_id from matching order by ${order} offset ${offset} limit ${limit}`),
  )
}

/** Counts the orders that a filter finds, at most `max`. */
export const countOrders = (db: Queryable, filter: OrderFilter, max: number | null): Promise<number> => {
  const { merchantId, mode, search } = filter
  const text = search === null ? part`true` : containsText(filter, search)
  const conditions = part`${withoutText(filter, ALL_IDS)} and ${text}`
  return max === null
    ? db.value<number>(sql`
        select count(*)::int as count from orders o
        where o.merchant_id = ${merchantId} and o.mode = ${mode} and ${conditions}`)
    : db.value<number>(sql`
        select count(*)::int as count from (
          select from orders o
          where o.merchant_id = ${merchantId} and o.mode = ${mode} and ${conditions} limit ${max}) found`)
}
