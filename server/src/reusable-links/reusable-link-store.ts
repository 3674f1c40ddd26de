import type { FailureReason, Mode, OrderStatus } from '@galla/contract/orders/order-status'
import type { PageLanguage } from '@galla/contract/orders/page-languages'
import type { Paise } from '@galla/upi/rupees'
import { part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import type { LinkAnswer, LinkPrice, LinkQuestion, PublicLink, ReusableLink } from './reusable-link.ts'

/** Amounts are text in JSON, which has no integers of their size. */
type StoredPrice =
  | { kind: 'fixed'; amount: string }
  | { kind: 'choice'; min: string; max: string }
  | { kind: 'items'; items: { name: string; price: string }[] }

const priceFrom = (price: StoredPrice): LinkPrice => {
  const paise = (text: string) => BigInt(text) as Paise
  if (price.kind === 'fixed') return { kind: 'fixed', amount: paise(price.amount) }
  if (price.kind === 'choice') return { kind: 'choice', min: paise(price.min), max: paise(price.max) }
  return { kind: 'items', items: price.items.map((item) => ({ name: item.name, price: paise(item.price) })) }
}

const asJson = (value: unknown): string =>
  JSON.stringify(value, (_name, each) => (typeof each === 'bigint' ? each.toString() : each))

interface LinkRow {
  merchant_id: string
  code: string
  mode: Mode
  title: string
  description: string
  thanks: string
  price: StoredPrice
  questions: LinkQuestion[]
  last_day: string | null
  uses_max: number | null
  created_at: Date
  closed_at: Date | null
}

const linkFrom = (row: LinkRow): ReusableLink => ({
  merchantId: row.merchant_id,
  code: row.code,
  mode: row.mode,
  title: row.title,
  description: row.description,
  thanks: row.thanks,
  price: priceFrom(row.price),
  questions: row.questions,
  lastDay: row.last_day,
  usesMax: row.uses_max,
  createdAt: row.created_at,
  closedAt: row.closed_at,
})

const columns = part`
  l.merchant_id, l.code, l.mode, l.title, l.description, l.thanks, l.price, l.questions, l.last_day::text as last_day, l.uses_max,
  l.created_at, l.closed_at`

export interface Owner {
  readonly merchantId: string
  readonly mode: Mode
}

/** The merchant of a code: what is public knows nothing else. No two merchants have the same, which their primary keys cannot promise. */
export const findLinkOwner = async (db: Queryable, code: string): Promise<string | undefined> =>
  (
    await db.maybeOne<{ merchant_id: string }>(
      sql`select merchant_id from reusable_links where code = ${code} limit 1`,
    )
  )?.merchant_id

export const countLinks = async (db: Queryable, { merchantId, mode }: Owner): Promise<number> =>
  (
    await db.one<{ count: number }>(sql`
      select count(*)::int as count from reusable_links where merchant_id = ${merchantId} and mode = ${mode}`)
  ).count

export const insertLink = (db: Queryable, link: ReusableLink): Promise<number> =>
  db.run(sql`
    insert into reusable_links (merchant_id, code, mode, title, description, thanks, price, questions, last_day, uses_max, created_at)
    values (${link.merchantId}, ${link.code}, ${link.mode}, ${link.title}, ${link.description}, ${link.thanks},
      ${asJson(link.price)}::jsonb, ${asJson(link.questions)}::jsonb, ${link.lastDay}::date, ${link.usesMax}, ${link.createdAt})`)

export interface LinkChange {
  readonly title: string
  readonly description: string
  readonly thanks: string
  readonly lastDay: string | null
  readonly usesMax: number | null
  readonly isClosed: boolean
}

/** Returns 0 where the merchant has no such link in this mode. A link that is closed again keeps the time of the first closing. */
export const updateLink = (
  db: Queryable,
  { merchantId, mode }: Owner,
  code: string,
  change: LinkChange,
  now: Date,
): Promise<number> =>
  db.run(sql`
    update reusable_links set title = ${change.title}, description = ${change.description}, thanks = ${change.thanks},
      last_day = ${change.lastDay}::date, uses_max = ${change.usesMax},
      closed_at = case when ${change.isClosed} then coalesce(closed_at, ${now}) end
    where merchant_id = ${merchantId} and mode = ${mode} and code = ${code}`)

export interface LinkWithSums extends ReusableLink {
  readonly paid: number
  readonly open: number
  readonly collected: Paise
}

/** Lists the links of a mode with what came in by them, or only the one with this code. */
export const findLinks = async (
  db: Queryable,
  { merchantId, mode }: Owner,
  openSince: Date,
  code: string | null = null,
): Promise<LinkWithSums[]> => {
  const rows = await db.rows<LinkRow & { paid: number; open: number; collected: bigint }>(sql`
    select ${columns}, s.paid, s.open, s.collected
    from reusable_links l
    cross join lateral (
      select count(*) filter (where o.status = 'success')::int as paid,
        count(*) filter (where o.status <> 'success' and o.expires_at > ${openSince})::int as open,
        coalesce(sum(o.settled_paise) filter (where o.status = 'success'), 0)::bigint as collected
      from reusable_link_orders k
      join orders o on o.merchant_id = k.merchant_id and o.order_id = k.order_id
      where k.merchant_id = l.merchant_id and k.code = l.code) s
    where l.merchant_id = ${merchantId} and l.mode = ${mode} and (${code}::text is null or l.code = ${code})
    order by l.created_at desc, l.code`)
  return rows.map((row) => ({
    ...linkFrom(row),
    paid: row.paid,
    open: row.open,
    collected: row.collected as Paise,
  }))
}

interface PublicRow extends LinkRow {
  merchant_name: string
  page_language: PageLanguage
  plan_expires_at: Date | null
  can_collect: boolean
  email: string
  mobile_number: string
}

/** The link of a public address. */
export const findPublicLink = async (
  db: Queryable,
  merchantId: string,
  code: string,
): Promise<PublicLink | undefined> => {
  const row = await db.maybeOne<PublicRow>(sql`
    select ${columns}, case when l.mode = 'live' then coalesce(a.merchant_name, m.name) else m.name end as merchant_name,
      m.page_language, q.plan_expires_at, m.suspended_at is null and a.account_id is not null as can_collect,
      m.email, m.mobile_number
    from reusable_links l
    join merchants m on m.merchant_id = l.merchant_id
    left join accounts a on a.merchant_id = l.merchant_id and a.mode = l.mode and a.is_current
    left join quotas q on q.merchant_id = l.merchant_id
    where l.merchant_id = ${merchantId} and l.code = ${code}`)
  if (row === undefined) return undefined
  return {
    ...linkFrom(row),
    merchantName: row.merchant_name,
    pageLanguage: row.page_language,
    planExpiresAt: row.plan_expires_at,
    canCollect: row.can_collect,
    contact: { email: row.email, mobile: row.mobile_number },
  }
}

type LinkKey = Pick<ReusableLink, 'merchantId' | 'code'>

/** Locks a link, so that its last use is given away once. */
export const lockLink = async (tx: Transaction, { merchantId, code }: LinkKey): Promise<ReusableLink> =>
  linkFrom(
    await tx.one<LinkRow>(
      sql`select ${columns} from reusable_links l where l.merchant_id = ${merchantId} and l.code = ${code} for update`,
    ),
  )

export interface Opener {
  readonly formHash: Uint8Array
  readonly addressHash: Uint8Array
}

/** Counts the uses of a link. The open orders of the same form do not count: its customer pays one of them. */
export const countUses = (
  db: Queryable,
  { merchantId, code }: LinkKey,
  openSince: Date,
  opener: Opener | undefined,
): Promise<{ paid: number; open: number; openOfAddress: number }> => {
  const open = part`o.status <> 'success' and o.expires_at > ${openSince}
    and k.form_hash is distinct from ${opener?.formHash ?? null}::bytea`
  return db.one(sql`
    select count(*) filter (where o.status = 'success')::int as paid, count(*) filter (where ${open})::int as open,
      count(*) filter (where ${open} and k.address_hash = ${opener?.addressHash ?? null}::bytea)::int as "openOfAddress"
    from reusable_link_orders k
    join orders o on o.merchant_id = k.merchant_id and o.order_id = k.order_id
    where k.merchant_id = ${merchantId} and k.code = ${code}`)
}

/** Counts a merchant's orders of links since a moment, all of them and those of one address. */
export const countRecentOrders = (
  db: Queryable,
  { merchantId, mode }: Owner,
  addressHash: Uint8Array,
  since: Date,
): Promise<{ paid: number; unpaid: number; paidOfAddress: number; unpaidOfAddress: number }> =>
  db.one(sql`
    select count(*) filter (where o.status = 'success')::int as paid,
      count(*) filter (where o.status <> 'success')::int as unpaid,
      count(*) filter (where o.status = 'success' and k.address_hash = ${addressHash})::int as "paidOfAddress",
      count(*) filter (where o.status <> 'success' and k.address_hash = ${addressHash})::int as "unpaidOfAddress"
    from reusable_link_orders k
    join orders o on o.merchant_id = k.merchant_id and o.order_id = k.order_id
    where k.merchant_id = ${merchantId} and o.mode = ${mode} and k.created_at > ${since}`)

/** The live orders that a merchant may still create, `trial` before the first one; undefined for the platform, whose orders use none. */
export const findQuotaLeft = async (
  db: Queryable,
  merchantId: string,
  trial: number,
  now: Date,
): Promise<number | undefined> =>
  (
    await db.maybeOne<{ left: number }>(sql`
      select case when q.merchant_id is null then ${trial}::int when q.plan_expires_at > ${now} then q.plan_left
        else q.trial_left end as left
      from merchants m left join quotas q on q.merchant_id = m.merchant_id
      where m.merchant_id = ${merchantId} and not m.is_platform`)
  )?.left

export const insertLinkOrder = (
  tx: Transaction,
  { merchantId, code }: LinkKey,
  orderId: string,
  { formHash, addressHash }: Opener,
  answers: readonly LinkAnswer[],
  now: Date,
): Promise<number> =>
  tx.run(sql`
    insert into reusable_link_orders (merchant_id, order_id, code, created_at, form_hash, address_hash, answers)
    values (${merchantId}, ${orderId}, ${code}, ${now}, ${formHash}, ${addressHash}, ${asJson(answers)}::jsonb)`)

export interface LinkOrderRow {
  order_id: string
  created_at: Date
  customer_name: string
  payable_paise: bigint
  purpose: string
  status: OrderStatus
  failure_reason: FailureReason | null
  answers: LinkAnswer[]
}

/** A page of a link's orders, and one more if there is one. */
export const findLinkOrders = (
  db: Queryable,
  { merchantId, code }: LinkKey,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<LinkOrderRow[]> =>
  db.rows(sql`
    select o.order_id, o.created_at, o.customer_name, o.payable_paise, o.purpose, o.status, o.failure_reason, k.answers
    from reusable_link_orders k
    join orders o on o.merchant_id = k.merchant_id and o.order_id = k.order_id
    where k.merchant_id = ${merchantId} and k.code = ${code}
    order by k.created_at desc, k.order_id desc limit ${limit + 1} offset ${(page - 1) * limit}`)

export interface LinkOfOrder {
  readonly code: string
  readonly title: string
  readonly answers: readonly LinkAnswer[]
}

/** The link that an order was made with. */
export const findLinkOfOrder = (
  db: Queryable,
  merchantId: string,
  orderId: string,
): Promise<LinkOfOrder | undefined> =>
  db.maybeOne(sql`
    select l.code, l.title, k.answers from reusable_link_orders k
    join reusable_links l on l.merchant_id = k.merchant_id and l.code = k.code
    where k.merchant_id = ${merchantId} and k.order_id = ${orderId}`)
