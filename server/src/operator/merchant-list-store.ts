import type { MerchantSummary } from '@galla/contract/operator/operator-merchants'
import { type Queryable, sql } from '../platform/database/database.ts'
import type { WithDates } from '../platform/iso-dates.ts'

export interface ListedMerchantRow
  extends WithDates<Omit<MerchantSummary, 'planActive'>, 'suspendedAt' | 'createdAt'> {
  readonly planExpiresAt: Date | null
}

export interface MerchantPage {
  /** Only merchants that registered before this one; ids sort by time, and 'mes' sorts after every `mer_` id. */
  readonly after: string | null
  readonly limit: number
}

/** Reads what the list shows of these merchants, newest first. */
export const listMerchantRows = (
  db: Queryable,
  merchantIds: readonly string[],
): Promise<ListedMerchantRow[]> =>
  db.rows(sql`
    select m.merchant_id as id, m.name, m.email, m.mobile_number as "mobileNumber", m.website_name as "websiteName", m.role,
           m.suspended_at as "suspendedAt", m.created_at as "createdAt", p.plan_name as plan, q.plan_expires_at as "planExpiresAt"
    from merchants m
    left join quotas q using (merchant_id)
    left join subscriptions s using (merchant_id)
    left join plan_purchases p on p.merchant_id = s.merchant_id and p.order_id = s.order_id
    where m.merchant_id = any(${merchantIds}::text[])
    order by m.merchant_id desc`)

/** Lists the newest first. */
export const listMerchantIds = (db: Queryable, { after, limit }: MerchantPage): Promise<readonly string[]> =>
  db.values<string>(sql`
    select merchant_id from merchants where merchant_id < coalesce(${after}, 'mes')
    order by merchant_id desc limit ${limit}`)

/** Lists suspended merchants, newest first, by their partial index. */
export const listSuspendedIds = (db: Queryable, { after, limit }: MerchantPage): Promise<readonly string[]> =>
  db.values<string>(sql`
    select merchant_id from merchants
    where suspended_at is not null and merchant_id < coalesce(${after}, 'mes')
    order by merchant_id desc limit ${limit}`)

/**
 * Finds merchants whose texts contain a part of three characters or more, by the search index; shorter parts are searched row by row,
 * newest first, until the page is full. `search` is in lower case.
 */
export const searchMerchantIds = (
  db: Queryable,
  search: string,
  { after, limit }: MerchantPage,
): Promise<readonly string[]> =>
  db.values<string>(sql`
    select m.merchant_id from merchants m
    where word_marks(merchant_words(m.merchant_id, m.name, m.email, m.website_name, m.mobile_number)) collate "C"
            @> word_marks(${search})
      and position(${search} in merchant_words(m.merchant_id, m.name, m.email, m.website_name, m.mobile_number)) > 0
      and m.merchant_id < coalesce(${after}, 'mes')
    order by m.merchant_id desc limit ${limit}`)

/** Searches parts of one or two characters, which the index does not contain. */
export const searchShortPart = (
  db: Queryable,
  search: string,
  { after, limit }: MerchantPage,
): Promise<readonly string[]> =>
  db.values<string>(sql`
    select merchant_id from merchants
    where position(${search} in lower(name || ' ' || email)) > 0 and merchant_id < coalesce(${after}, 'mes')
    order by merchant_id desc limit ${limit}`)
