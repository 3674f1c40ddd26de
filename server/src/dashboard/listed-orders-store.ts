// Which orders a filter finds, by the indexes of `listed_orders` (migrations 0012 and 0013) up to the watermark and by the orders
// themselves after it. Both halves are bounded by one watermark that was read before, so an order is never in both or neither.
import { type RawBuilder, sql as raw } from 'kysely'
import { composerOf, statementOf } from '../platform/database/compose-sql.ts'
import { type Queryable, sql } from '../platform/database/database.ts'
import { firstUlidAt } from '../platform/ids.ts'
import {
  isByAmount,
  OPEN_STATES,
  type OrderFilter,
  partPattern,
  SORTS,
  type Sort,
  trigramsOf,
  type Window,
} from './order-filter.ts'

type Sql = RawBuilder<unknown>

const compose = composerOf<Record<never, never>>()

const rowsOf = <Row>(db: Queryable, query: Sql): Promise<Row[]> =>
  db.rows<Row>(statementOf(query.compile(compose)))

const MOBILE = /^[0-9+ -]{6,32}$/

export interface Search {
  readonly text: string
  /** Orders that have a credit whose UTR is the text. */
  readonly withUtr: readonly string[]
}

/** What a search finds somewhere: how many, and the first of them in the order of the page. */
export interface Finds {
  readonly count: number
  readonly keys: readonly string[]
}

export interface FoundOrders {
  readonly count: number
  /** Those of the window. */
  readonly ids: readonly string[]
}

/** How far the sweep has listed, and how often listed orders of a merchant changed late. */
export interface Listing {
  readonly watermark: string
  /** While it is the same, so are the orders that are listed up to a watermark. */
  readonly version: string
}

export const readWatermark = async (db: Queryable): Promise<string> =>
  (
    await db.one<{ at: string }>(
      sql`select followed_to as at from order_watermarks where follower = 'totals'`,
    )
  ).at

export const readListing = (db: Queryable, { merchantId, mode }: OrderFilter): Promise<Listing> =>
  db.one(sql`
    select followed_to as watermark, times_set_back || ':' || (
      select coalesce(sum(changes), 0) from late_changes where merchant_id = ${merchantId} and mode = ${mode}) as version
    from order_watermarks where follower = 'totals'`)

export interface Slice {
  readonly name: string
  readonly first_id: string
  /** How many slices there are in all, whatever the filter. */
  readonly of: number
  /** How many orders are listed, of all merchants, as far as the database knows. */
  readonly listed: number
}

/** The slices that may hold orders of the filter, the newest first. */
export const readSlices = (db: Queryable, filter: OrderFilter): Promise<Slice[]> => {
  const { merchantId, mode } = filter
  const from = filter.from === null ? '' : firstUlidAt(filter.from)
  const before = filter.before === null ? '~' : firstUlidAt(filter.before)
  return db.rows<Slice>(sql`
    select order_slice_name(merchant_id, mode, first_id) as name, first_id, (
      select count(*)::int from order_slices where merchant_id = ${merchantId} and mode = ${mode}) as of, (
      select reltuples from pg_class where oid = 'listed_orders'::regclass) as listed
    from order_slices
    where merchant_id = ${merchantId} and mode = ${mode} and first_id < ${before} and first_id >= (
      select max(first_id) from order_slices where merchant_id = ${merchantId} and mode = ${mode} and first_id <= ${from})
    order by first_id desc`)
}

export const findOrdersWithUtr = async (
  db: Queryable,
  merchantId: string,
  utr: string,
): Promise<string[]> => {
  const rows = await db.rows<{ order_id: string }>(sql`
    select distinct c.order_id from accounts a
    cross join lateral (
      select order_id from credits c
      where c.merchant_id = a.merchant_id and c.account_id = a.account_id and c.utr = ${utr}) c
    where a.merchant_id = ${merchantId} and c.order_id is not null`)
  return rows.map(({ order_id: orderId }) => orderId)
}

const allOf = (conditions: readonly Sql[]): Sql => raw.join([...conditions], raw` and `)
const anyOf = (conditions: readonly Sql[]): Sql => raw`(${raw.join([...conditions], raw` or `)})`

const NO_FILTER = { status: 'all', search: null, from: null, before: null, searchPaise: null } as const

/** The merchant, the mode, and what narrows a row down by itself; not the search. */
const narrowing = (filter: OrderFilter): Sql[] => [
  raw`o.merchant_id = ${filter.merchantId}`,
  raw`o.mode = ${filter.mode}`,
  ...(filter.status === 'all' ? [] : [raw`o.status = ${filter.status}`]),
  // An order's id begins with the time of its creation.
  ...(filter.from === null ? [] : [raw`o.order_id >= ${firstUlidAt(filter.from)}`]),
  ...(filter.before === null ? [] : [raw`o.order_id < ${firstUlidAt(filter.before)}`]),
  ...(filter.minPaise === null ? [] : [raw`o.payable_paise >= ${filter.minPaise}`]),
  ...(filter.maxPaise === null ? [] : [raw`o.payable_paise <= ${filter.maxPaise}`]),
]

const listedUpTo = (watermark: string): Sql => raw`o.order_id <= ${watermark}`
const youngAfter = (watermark: string): Sql =>
  raw`o.order_id > (select ${watermark}::text) and o.order_id < (select '~')`

/** The search among orders that are not listed yet: there are few of them. */
const youngMatching = (filter: OrderFilter, { text, withUtr }: Search, watermark: string): Sql => {
  const part = partPattern(text)
  return anyOf([
    ...['order_id', 'client_txn_id', 'customer_name', 'customer_email'].map(
      (column) => raw`o.${raw.ref(column)} ilike ${part}`,
    ),
    raw`o.customer_mobile = ${text}`,
    ...(filter.searchPaise === null ? [] : [raw`o.payable_paise = ${filter.searchPaise}`]),
    raw`o.order_id = any(${withUtr}::text[])`,
    raw`o.order_id in (
      select order_id from credits
      where merchant_id = ${filter.merchantId} and order_id > ${watermark} and payer_upi_id ilike ${part})`,
  ])
}

/** The same among listed orders, row by row. */
const listedMatching = (filter: OrderFilter, { text, withUtr }: Search): Sql =>
  anyOf([
    raw`o.words like lower(${partPattern(text)})`,
    raw`o.customer_mobile = ${text}`,
    ...(filter.searchPaise === null ? [] : [raw`o.payable_paise = ${filter.searchPaise}`]),
    raw`o.order_id = any(${withUtr}::text[])`,
  ])

const MARKS = raw`(order_marks(
  o.merchant_id, o.mode, o.slice, o.status, o.customer_mobile, o.payable_paise, o.words) collate "C")`

/** Part of the listed orders: some slices, some bands of amounts, or all of them between two ids. */
export type Part =
  | { readonly slices: readonly string[] }
  | { readonly bands: readonly number[] }
  | { readonly from: string | null; readonly below: string | null; readonly isMost: boolean }

const boundsOf = (part: Part): Sql[] =>
  'slices' in part || 'bands' in part
    ? []
    : [
        ...(part.from === null ? [] : [raw`o.order_id >= ${part.from}`]),
        ...(part.below === null ? [] : [raw`o.order_id < ${part.below}`]),
      ]

/** By which marks a part is asked for a text: two of its pieces are enough, as few orders of a part have both and not the text. */
export const marksInSlice = ({ status }: OrderFilter, text: string): string[] => {
  const pieces = trigramsOf(text.toLowerCase())
  return [...statusMarks(status), ...pieces.slice(0, 1), ...pieces.slice(1).slice(-1)]
}

const statusMarks = (status: OrderFilter['status']): string[] =>
  status === 'all' ? [] : [`status:${status}`]

/**
 * The same among some of the listed orders, by the index of marks: one look for each way to match, and for each place. What an
 * earlier way found a later one leaves out, so that nothing need be gathered before the first find is known.
 */
const listedIn = (filter: OrderFilter, { text, withUtr }: Search, part: Part, watermark: string): Sql => {
  const bySlice = 'slices' in part
  // Where nearly all are his, asking whose an order is takes half of the look: that is rather seen in what was found.
  const places =
    'bands' in part
      ? raw`array(select order_band_name(${filter.merchantId}, ${filter.mode}, band) from unnest(${part.bands}::int[]) band)`
      : raw`${bySlice ? part.slices : [part.isMost ? null : `of:${filter.merchantId}:${filter.mode}`]}::text[]`
  const status = statusMarks(filter.status)
  const narrow = allOf([...narrowing(filter), listedUpTo(watermark), ...boundsOf(part)])
  // Of conditions that stand by themselves the index skips from match to match: in a slice that takes a third of the time that
  // one condition takes, which has it test all that the rarest mark names. Of a merchant the rarest mark is a piece of the text.
  const conditionOf = (marks: readonly string[]): Sql =>
    bySlice
      ? allOf(
          [raw`p.mark`, ...marks.map((mark) => raw`${mark}::text`)].map(
            (mark) => raw`${MARKS} @> array[${mark}]`,
          ),
        )
      : raw`${MARKS} @> array_remove(array[p.mark] || ${marks}::text[], null)`
  // The index alone is asked for the marks, and the rest of what it gave: `offset 0` keeps the planner from mixing them.
  const marked = (marks: readonly string[]): Sql =>
    raw`(select * from listed_orders o where ${conditionOf(marks)} offset 0)`
  const isWide = !bySlice && !('bands' in part)
  const pieces = isWide ? [...status, ...trigramsOf(text.toLowerCase())] : marksInSlice(filter, text)
  const isNamed = raw`o.order_id = any(${withUtr}::text[])`
  const isOfPlace = raw`coalesce(p.mark in (o.slice, 'of:' || o.merchant_id || ':' || o.mode,
    order_band_name(o.merchant_id, o.mode, order_amount_band(o.payable_paise))), true)`
  const ways = [
    { among: marked(pieces), is: raw`o.words like lower(${partPattern(text)})` },
    ...(MOBILE.test(text)
      ? [{ among: marked([...status, `mobile:${text}`]), is: raw`o.customer_mobile = ${text}` }]
      : []),
    ...(filter.searchPaise === null
      ? []
      : [
          {
            among: marked([...status, `paise:${filter.searchPaise}`]),
            is: raw`o.payable_paise = ${filter.searchPaise}`,
          },
        ]),
    ...(withUtr.length === 0
      ? []
      : [{ among: raw`(select * from listed_orders o where ${isNamed} and ${isOfPlace})`, is: isNamed }]),
  ]
  const arms = ways.map(({ among, is }, index) => {
    const others = ways.slice(0, index).map((way) => raw`not ${way.is}`)
    return raw`select o.order_id, o.payable_paise from ${among} o where ${allOf([narrow, is, ...others])}`
  })
  return raw`select f.order_id, f.payable_paise from unnest(${places}) p (mark)
    cross join lateral (${raw.join(arms, raw` union all `)}) f`
}

const orderBy = (sort: Sort): Sql =>
  raw`order by ${raw.join(SORTS[sort].map(([column, direction]) => raw`${raw.ref(column)} ${raw.raw(direction)}`))}`

const AMOUNT_DIGITS = 19

/** Text that is in the order of the page, whoever compares it: what was found here and there is sorted together by it. */
const keyOf = (sort: Sort): Sql =>
  isByAmount(sort) ? raw`lpad(payable_paise::text, ${AMOUNT_DIGITS}, '0') || order_id` : raw`order_id`

/** The orders of some finds, in the order of the page. */
export const idsOf = (keys: readonly string[], sort: Sort): string[] => {
  const inOrder = keys.toSorted()
  if (sort === 'newest' || sort === 'highest') inOrder.reverse()
  return isByAmount(sort) ? inOrder.map((key) => key.slice(AMOUNT_DIGITS)) : inOrder
}

/** All that is found, and the keys of the first `keep`. */
const counted = async (db: Queryable, found: Sql, sort: Sort, keep: number): Promise<Finds> => {
  if (keep <= 0) {
    const [row] = await rowsOf<{ count: number }>(db, raw`select count(*)::int from (${found}) found`)
    return { count: row?.count ?? 0, keys: [] }
  }
  const [row] = await rowsOf<Finds>(
    db,
    raw`with found as materialized (${found})
      select (select count(*)::int from found) as count,
        array(select ${keyOf(sort)} from found ${orderBy(sort)} limit ${keep}) as keys`,
  )
  return row ?? { count: 0, keys: [] }
}

/** `among`, `max` of them at most: which ones is the database's choice. */
const atMost = (among: Sql, max: number): Sql => raw`select * from (${among}) f limit ${max}`

/** All that a search finds in a part of the listed orders, `max` at most. */
export const searchListed = (
  db: Queryable,
  filter: OrderFilter,
  search: Search,
  watermark: string,
  part: Part,
  sort: Sort,
  keep: number,
  max: number,
): Promise<Finds> => counted(db, atMost(listedIn(filter, search, part, watermark), max), sort, keep)

/** All that a search finds among the orders that are not listed yet. */
export const searchYoung = (
  db: Queryable,
  filter: OrderFilter,
  search: Search,
  watermark: string,
  sort: Sort,
  keep: number,
): Promise<Finds> => {
  const conditions = [...narrowing(filter), youngAfter(watermark), youngMatching(filter, search, watermark)]
  return counted(
    db,
    raw`select o.order_id, o.payable_paise from orders o where ${allOf(conditions)}`,
    sort,
    keep,
  )
}

/** Of all bands of amounts, `0` to this one; migration 0039 has their thresholds. */
export const BAND_MAX = 36

/** The band in which the first of the listed orders by amount stands. */
export const firstBand = async (
  db: Queryable,
  filter: OrderFilter,
  sort: 'highest' | 'lowest',
): Promise<number | undefined> => {
  const { merchantId, mode, minPaise, maxPaise } = filter
  const amounts = narrowing({ ...NO_FILTER, merchantId, mode, minPaise, maxPaise })
  const [row] = await rowsOf<{ band: number }>(
    db,
    raw`select order_amount_band(payable_paise) as band from listed_orders o where ${allOf(amounts)} ${orderBy(sort)} limit 1`,
  )
  return row?.band
}

const listedRows = (filter: OrderFilter, search: Search, watermark: string): Sql =>
  raw`select o.order_id, o.payable_paise from listed_orders o
    where ${allOf([...narrowing(filter), listedUpTo(watermark), listedMatching(filter, search)])}`

/** All that a search finds among the listed orders, by going through what the filter leaves over without it, row by row. */
export const searchRows = (
  db: Queryable,
  filter: OrderFilter,
  search: Search,
  watermark: string,
  sort: Sort,
  keep: number,
): Promise<Finds> => counted(db, listedRows(filter, search, watermark), sort, keep)

/** The first that a search finds among the listed orders, row by row in the order of an index: only where many match. */
export const searchInOrder = async (
  db: Queryable,
  filter: OrderFilter,
  search: Search,
  watermark: string,
  sort: Sort,
  keep: number,
): Promise<string[]> => {
  const rows = await rowsOf<{ key: string }>(
    db,
    raw`select ${keyOf(sort)} as key from (${listedRows(filter, search, watermark)} ${orderBy(sort)} limit ${keep}) found
      ${orderBy(sort)}`,
  )
  return rows.map(({ key }) => key)
}

/** The ids of a window without a search, read from both halves in the order of an index and no further than the window goes. */
export const readPage = async (
  db: Queryable,
  filter: OrderFilter,
  watermark: string,
  sort: Sort,
  { offset, limit }: Window,
): Promise<string[]> => {
  const narrow = narrowing(filter)
  const half = (table: Sql, bound: Sql): Sql =>
    raw`(select o.order_id, o.payable_paise from ${table} o where ${allOf([...narrow, bound])}
      ${orderBy(sort)} limit ${offset + limit})`
  const rows = await rowsOf<{ order_id: string }>(
    db,
    raw`select order_id from (
        ${half(raw`listed_orders`, listedUpTo(watermark))} union all ${half(raw`orders`, youngAfter(watermark))}
      ) halves ${orderBy(sort)} offset ${offset} limit ${limit}`,
  )
  return rows.map(({ order_id: orderId }) => orderId)
}

/** How many a filter without a search finds; `limit` at most. */
export const countFound = async (
  db: Queryable,
  filter: OrderFilter,
  watermark: string,
  limit: number,
): Promise<number> => {
  const narrow = narrowing(filter)
  const [row] = await rowsOf<{ count: number }>(
    db,
    raw`select count(*)::int from (
        (select 1 from listed_orders o where ${allOf([...narrow, listedUpTo(watermark)])} limit ${limit})
        union all
        (select 1 from orders o where ${allOf([...narrow, youngAfter(watermark)])} limit ${limit})
      ) found`,
  )
  return Math.min(row?.count ?? 0, limit)
}

/** What has an open credit, and the window of it; the open credits lead, as they are few. With a search row by row. */
export const findAttentive = async (
  db: Queryable,
  filter: OrderFilter,
  search: Search | null,
  sort: Sort,
  { offset, limit }: Window,
): Promise<FoundOrders> => {
  const narrow = narrowing({ ...filter, status: 'all' })
  const conditions = search === null ? narrow : [...narrow, youngMatching(filter, search, '')]
  const { count, keys } = await counted(
    db,
    raw`select o.order_id, o.payable_paise from (
        select distinct order_id from credits
        where merchant_id = ${filter.merchantId} and state in (${raw.join([...OPEN_STATES])}) and order_id is not null
      ) open cross join lateral (
        select * from orders o where o.merchant_id = ${filter.merchantId} and o.order_id = open.order_id limit 1
      ) o where ${allOf(conditions)}`,
    sort,
    offset + limit,
  )
  return { count, ids: idsOf(keys, sort).slice(offset) }
}
