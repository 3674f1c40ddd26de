import type { Paise } from '@galla/upi/rupees'
import { part, type Queryable, type SqlPart, sql, type Transaction } from '../platform/database/database.ts'
import { rowsByAge } from '../platform/jobs/delete-by-age.ts'
import type { LinkKey, LinkPrice, OpenOrders, Owner, PublicLink, ReusableLink } from './reusable-link.ts'
import { asJson } from './stored-amounts.ts'

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

type LinkRow = Omit<ReusableLink, 'price'> & { readonly price: StoredPrice }

const linkFrom = <Row extends LinkRow>(row: Row) => ({ ...row, price: priceFrom(row.price) })

const columns = part`
  l.merchant_id as "merchantId", l.code, l.mode, l.title, l.description, l.thanks, l.price, l.questions,
  l.last_day::text as "lastDay", l.uses_max as "usesMax", l.created_at as "createdAt", l.closed_at as "closedAt"`

/** Finds the merchant of a code. Codes are unique among all merchants, although the primary key does not enforce it. */
export const findLinkOwner = (db: Queryable, code: string): Promise<string | undefined> =>
  db.maybeValue<string>(sql`select merchant_id from reusable_links where code = ${code} limit 1`)

/** Counts the links that are not closed, apart from one. */
export const countOpenLinks = (
  db: Queryable,
  { merchantId, mode }: Owner,
  exceptCode: string | null = null,
): Promise<number> =>
  db.value<number>(sql`
    select count(*)::int as count from reusable_links
    where merchant_id = ${merchantId} and mode = ${mode} and closed_at is null
      and code is distinct from ${exceptCode}::text`)

export const insertLink = (db: Queryable, link: ReusableLink): Promise<number> =>
  db.run(sql`
    insert into reusable_links (merchant_id, code, mode, title, description, thanks, price, questions, last_day, uses_max, created_at)
    values (${link.merchantId}, ${link.code}, ${link.mode}, ${link.title}, ${link.description}, ${link.thanks},
      ${asJson(link.price)}::jsonb, ${asJson(link.questions)}::jsonb, ${link.lastDay}::date, ${link.usesMax}, ${link.createdAt})`)

/** Absent fields stay unchanged. */
export interface LinkChange {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly thanks?: string | undefined
  readonly lastDay?: string | null | undefined
  readonly usesMax?: number | null | undefined
  readonly isClosed?: boolean | undefined
}

/** Returns 0 without such a link in this mode. A link that is closed again keeps the time of the first closing. */
export const updateLink = (
  db: Queryable,
  { merchantId, mode }: Owner,
  code: string,
  change: LinkChange,
  now: Date,
): Promise<number> =>
  db.run(sql`
    update reusable_links set title = coalesce(${change.title ?? null}, title),
      description = coalesce(${change.description ?? null}, description), thanks = coalesce(${change.thanks ?? null}, thanks),
      last_day = case when ${change.lastDay === undefined} then last_day else ${change.lastDay ?? null}::date end,
      uses_max = case when ${change.usesMax === undefined} then uses_max else ${change.usesMax ?? null}::int end,
      closed_at = case when ${change.isClosed === undefined} then closed_at
        when ${change.isClosed ?? false} then coalesce(closed_at, greatest(created_at, ${now})) end
    where merchant_id = ${merchantId} and mode = ${mode} and code = ${code}`)

export interface LinkWithSums extends ReusableLink {
  readonly paid: number
  readonly open: number
  readonly collected: Paise
}

/** Counts the links of a mode, at most `max`. */
export const countLinks = (db: Queryable, { merchantId, mode }: Owner, max: number): Promise<number> =>
  db.value<number>(sql`
    select count(*)::int as count from (
      select from reusable_links where merchant_id = ${merchantId} and mode = ${mode} limit ${max}) counted`)

/** The page of the list, the link with this code, or the newest ones below a place. */
export type LinkWindow =
  | { readonly offset: number; readonly limit: number }
  | { readonly code: string }
  | { readonly below: { readonly createdAt: Date; readonly code: string } | null; readonly limit: number }

const conditionOf = (window: LinkWindow): SqlPart => {
  if ('code' in window) return part`code = ${window.code}`
  if (!('below' in window) || window.below === null) return part`true`
  return part`(created_at, code) < (${window.below.createdAt}, ${window.below.code})`
}

/** Lists the links of a mode with their sums: open ones first, or only by their age. */
export const listLinks = async (
  db: Queryable,
  { merchantId, mode }: Owner,
  { openSince, createdSince }: OpenOrders,
  window: LinkWindow,
): Promise<LinkWithSums[]> => {
  const { offset, limit } = { offset: 0, limit: 1, ...window }
  const order =
    'below' in window ? part`created_at desc, code desc` : part`closed_at is not null, created_at desc, code`
  const rows = await db.rows<LinkRow & Pick<LinkWithSums, 'paid' | 'open' | 'collected'>>(sql`
    select ${columns}, coalesce(t.paid, 0) as paid, s.open, coalesce(t.collected_paise, 0)::bigint as collected
    from (
      select * from reusable_links
      where merchant_id = ${merchantId} and mode = ${mode} and ${conditionOf(window)}
      order by ${order} offset ${offset} limit ${limit}) l
    left join reusable_link_totals t on t.merchant_id = ${merchantId} and t.code = l.code
    cross join lateral (
      select count(*)::int as open from reusable_link_orders k
      join orders o on o.merchant_id = k.merchant_id and o.order_id = k.order_id
      where k.merchant_id = ${merchantId} and k.code = l.code and k.created_at > ${createdSince}
        and o.status <> 'success' and o.expires_at > ${openSince}) s
    order by l.closed_at is not null, l.created_at desc, l.code`)
  return rows.map(linkFrom)
}

/** Finds a link with all that its public page shows. */
export const findPublicLink = async (
  db: Queryable,
  merchantId: string,
  code: string,
): Promise<PublicLink | undefined> => {
  const row = await db.maybeOne<LinkRow & Omit<PublicLink, keyof ReusableLink>>(sql`
    select ${columns}, case when l.mode = 'live' then coalesce(a.merchant_name, m.name) else m.name end as "merchantName",
      m.page_language as "pageLanguage", q.plan_expires_at as "planExpiresAt",
      m.suspended_at is null and a.account_id is not null as "canCollect",
      json_build_object('email', m.email, 'mobile', m.mobile_number) as contact
    from reusable_links l
    join merchants m on m.merchant_id = l.merchant_id
    left join accounts a on a.merchant_id = l.merchant_id and a.mode = l.mode and a.is_current
    left join quotas q on q.merchant_id = l.merchant_id
    where l.merchant_id = ${merchantId} and l.code = ${code}`)
  return row && linkFrom(row)
}

/** Locks a link, so that its last use is given once. Settlement, which refers to the link, does not wait. */
export const lockLink = async (tx: Transaction, { merchantId, code }: LinkKey): Promise<ReusableLink> =>
  linkFrom(
    await tx.one<LinkRow>(
      sql`select ${columns} from reusable_links l where l.merchant_id = ${merchantId} and l.code = ${code} for no key update`,
    ),
  )

/** Closed before a time, and no order names them: those of orders stay, with what they asked for. */
export const closedUnusedLinks = rowsByAge(
  part`reusable_links`,
  part`code`,
  (before) => part`
    t.closed_at < ${before} and not exists (
      select from reusable_link_orders k where k.merchant_id = t.merchant_id and k.code = t.code)`,
)
