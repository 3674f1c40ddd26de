import { type Queryable, sql } from '../../platform/database/database.ts'
import type { CreditFacts, Fault, OrderFacts } from './ledger-check.ts'

const merchantIdsOf = (rows: readonly { readonly merchant_id: string }[]): string[] => [
  ...new Set(rows.map((row) => row.merchant_id)),
]

export interface OrderKey {
  readonly merchant_id: string
  readonly order_id: string
}

/** Lists the orders after an id. */
export const listOrdersAfter = (db: Queryable, after: string, limit: number): Promise<OrderKey[]> =>
  db.rows(sql`
    select merchant_id, order_id from orders where order_id ~>~ ${after} order by order_id using ~<~ limit ${limit}`)

/** Lists the facts that the promises about these orders need, in one snapshot. Events older than `eventsKeptFrom` may be deleted. */
export const listOrderFacts = (
  db: Queryable,
  orders: readonly OrderKey[],
  eventsKeptFrom: Date,
): Promise<OrderFacts[]> =>
  db.rows<OrderFacts>(sql`
    select o.merchant_id, o.order_id, o.mode, a.mode as account_mode, o.status, o.failure_reason, o.version,
      o.amount_paise, o.payable_paise, o.settled_by_credit_id, o.settled_paise, o.amount_accepted_by, o.amount_accepted_why,
      c.amount_paise as credit_paise, c.utr as credit_utr, c.is_utr_typed as credit_confirmed, c.state as credit_state, c.order_id as credit_order_id,
      c.mode = o.mode as credit_of_mode,
      (select count(*)::int from evidence e
        where e.merchant_id = o.merchant_id and e.credit_id = o.settled_by_credit_id) as evidence,
      (select count(*)::int from orders x
        where x.merchant_id = o.merchant_id and x.settled_by_credit_id = o.settled_by_credit_id
          and x.order_id <> o.order_id) as also_settled,
      array(select version from order_history h
            where h.merchant_id = o.merchant_id and h.order_id = o.order_id order by version) as versions,
      array(select event from order_history h
            where h.merchant_id = o.merchant_id and h.order_id = o.order_id order by version) as events,
      array(select at >= ${eventsKeptFrom} from order_history h
            where h.merchant_id = o.merchant_id and h.order_id = o.order_id order by version) as events_kept,
      array(select w.event || ':' || w.sequence from webhook_events w
            where w.merchant_id = o.merchant_id and w.order_id = o.order_id order by w.sequence) as announced
    from orders o
    left join accounts a on a.merchant_id = o.merchant_id and a.account_id = o.account_id
    left join credits c on c.merchant_id = o.merchant_id and c.credit_id = o.settled_by_credit_id
    where o.merchant_id = any(${merchantIdsOf(orders)}::text[]) and o.order_id = any(${orders.map((order) => order.order_id)}::text[])
    order by o.order_id`)

export interface CreditKey {
  readonly merchant_id: string
  readonly credit_id: string
}

export const listCreditsAfter = (db: Queryable, after: CreditKey, limit: number): Promise<CreditKey[]> =>
  db.rows(sql`
    select merchant_id, credit_id from credits where (merchant_id, credit_id) > (${after.merchant_id}, ${after.credit_id})
    order by merchant_id, credit_id limit ${limit}`)

/** Lists the facts that the promises about these credits need. The credits follow one another. */
export const listCreditFacts = (db: Queryable, credits: readonly CreditKey[]): Promise<CreditFacts[]> =>
  db.rows<CreditFacts>(sql`
    select c.merchant_id, c.credit_id, c.state, c.amount_paise, c.refunding_paise, f.refunds_paise, f.sent_paise, f.revived_paise,
      (select count(*)::int from credits x
        where x.merchant_id = c.merchant_id and x.mode = c.mode and x.utr = c.utr and x.copy_of is null and c.copy_of is null
          and x.credit_id <> c.credit_id) as same_utr,
      (select count(*)::int from evidence e
        where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id) as evidence,
      (select count(*)::int from evidence e
        where e.merchant_id = c.merchant_id and e.credit_id = c.credit_id and e.amount_paise = c.amount_paise)
        as evidence_of_amount,
      exists (
        select from credit_history h
        where h.merchant_id = c.merchant_id and h.credit_id = c.credit_id and h.state = c.state
          and h.order_id is not distinct from c.order_id
          and h.at = (select max(at) from credit_history l
                      where l.merchant_id = c.merchant_id and l.credit_id = c.credit_id)) as is_last_in_history,
      (select o.settled_by_credit_id is not distinct from c.credit_id from orders o
        where o.merchant_id = c.merchant_id and o.order_id = c.order_id) as settles_its_order
    from credits c
    cross join lateral (
      select coalesce(sum(r.amount_paise) filter (where r.state in ('requested', 'sent', 'confirmed')), 0)::bigint as refunds_paise,
        coalesce(sum(r.amount_paise) filter (where r.state in ('sent', 'confirmed')), 0)::bigint as sent_paise,
        coalesce(sum(r.amount_paise) filter (where r.revived_at is not null and r.state in ('sent', 'confirmed')), 0)::bigint as revived_paise
      from refunds r where r.merchant_id = c.merchant_id and r.credit_id = c.credit_id) f
    where c.merchant_id = any(${merchantIdsOf(credits)}::text[])
      and (c.merchant_id, c.credit_id) >= (${credits[0]?.merchant_id ?? ''}, ${credits[0]?.credit_id ?? ''})
      and (c.merchant_id, c.credit_id) <= (${credits.at(-1)?.merchant_id ?? ''}, ${credits.at(-1)?.credit_id ?? ''})
    order by c.merchant_id, c.credit_id`)

/** Lists the merchants after an id. */
export const listMerchantsAfter = (db: Queryable, after: string, limit: number): Promise<string[]> =>
  db.values<string>(
    sql`select merchant_id from merchants where merchant_id > ${after} order by merchant_id limit ${limit}`,
  )

/** Lists the merchants among these whose used QR requests differ from their live orders. */
export const findQuotaFault = (db: Queryable, merchantId: string): Promise<string | undefined> =>
  db.maybeValue<string>(sql`
    select case when is_platform then 'the operator has used ' || used
      else 'merchant ' || merchant_id || ': ' || used || ' used, ' || orders || ' live orders' end as what
    from (
      select m.merchant_id, m.is_platform, coalesce(q.used, 0) as used, (
        select count(*) from orders where merchant_id = ${merchantId} and mode = 'live' and shown_paise > 0) as orders
      from merchants m left join quotas q on q.merchant_id = ${merchantId}
      where m.merchant_id = ${merchantId}) counted
    where used <> case when is_platform then 0 else orders end`)

export interface ReceivedDayKey {
  readonly merchant_id: string
  readonly day: string
}

/** Lists the days after a given one on which merchants received money. */
export const listReceivedDaysAfter = (
  db: Queryable,
  { merchant_id, day }: ReceivedDayKey,
  limit: number,
): Promise<ReceivedDayKey[]> =>
  db.rows<ReceivedDayKey>(sql`
    with next as (
      (select merchant_id, day from received_days where (merchant_id, day) > (${merchant_id}, ${day}::date)
        order by merchant_id, day limit ${limit})
      union
      (select merchant_id, day from received_changes where (merchant_id, day) > (${merchant_id}, ${day}::date)
        order by merchant_id, day limit ${limit}))
    select merchant_id, day::text as day from next order by next.merchant_id, next.day limit ${limit}`)

/** Whether the received sums of a merchant's day equal its credits. */
export const isReceivedExact = (db: Queryable, { merchant_id, day }: ReceivedDayKey): Promise<boolean> =>
  db.value<boolean>(sql`
    with summed as (
      select account_id, is_upi, sum(paise)::bigint as paise from (
        select account_id, is_upi, paise from received_days where merchant_id = ${merchant_id} and day = ${day}::date
        union all
        select account_id, is_upi, paise from received_changes where merchant_id = ${merchant_id} and day = ${day}::date) r
      group by 1, 2),
    counted as (
      select account_id, rail in ('upi', 'unknown') as is_upi, sum(amount_paise)::bigint as paise
      from credits
      where merchant_id = ${merchant_id}
        and state in ('matched', 'unmatched', 'ambiguous', 'amount_mismatch', 'duplicate', 'refunded') and copy_of is null
        and received_at >= ${day}::timestamp at time zone 'Asia/Kolkata'
        and received_at < (${day}::date + 1)::timestamp at time zone 'Asia/Kolkata'
      group by 1, 2)
    select not exists (
      select from summed full join counted using (account_id, is_upi)
      where coalesce(summed.paise, 0) <> coalesce(counted.paise, 0)) as exact`)

/** Lists columns, triggers and constraints that do not fit the promises. */
export const listSchemaFaults = (db: Queryable, guards: readonly string[]): Promise<Fault[]> =>
  db.rows<Fault>(sql`
    select 'money_whole' as promise, table_name || '.' || column_name || ' is ' || data_type as what
    from information_schema.columns
    where table_schema = 'public'
      and (data_type in ('real', 'double precision', 'numeric', 'money') or column_name like '%paise' and data_type <> 'bigint')
    union all
    select 'times_utc', table_name || '.' || column_name || ' is ' || data_type
    from information_schema.columns
    where table_schema = 'public' and data_type in ('timestamp without time zone', 'time without time zone')
    union all
    select 'guards_stand', 'the trigger ' || t.tgname || ' of ' || t.tgrelid::regclass || ' is off'
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and t.tgenabled not in ('O', 'A')
    union all
    select 'guards_stand', 'the constraint ' || conname || ' of ' || conrelid::regclass || ' was never validated'
    from pg_constraint where connamespace = 'public'::regnamespace and not convalidated
    union all
    select 'guards_stand', 'missing: ' || guard from unnest(${[...guards]}::text[]) guard
    where not exists (select from pg_constraint where conname = guard)
      and not exists (
        select from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relname = guard and i.indisunique and i.indisvalid)
      and not exists (select from pg_trigger where tgname || ' ' || tgrelid::regclass = guard)`)

interface PurchaseKey {
  readonly merchant_id: string
  readonly order_id: string
}

/** Lists the purchases after a given one, with the operator's merchant whose order pays for each. */
export const listPurchasesAfter = (
  db: Queryable,
  after: PurchaseKey,
  limit: number,
): Promise<(PurchaseKey & { readonly platform_merchant_id: string })[]> =>
  db.rows(sql`
    select merchant_id, order_id, platform_merchant_id from plan_purchases
    where (merchant_id, order_id) > (${after.merchant_id}, ${after.order_id}) order by merchant_id, order_id limit ${limit}`)

/** Lists the orders among these that the merchant has. */
export const listExistingOrderIds = async (
  db: Queryable,
  merchantId: string,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const found = await db.values<string>(sql`
    select order_id from orders where merchant_id = ${merchantId} and order_id = any(${orderIds}::text[])`)
  return new Set(found)
}

export const listLastInvoiceNumbers = (
  db: Queryable,
): Promise<{ readonly financial_year: string; readonly last_number: number }[]> =>
  db.rows(sql`select financial_year, last_number from invoice_numbers order by financial_year`)

/** Lists merchants whose sale invoices of a year have a gap or a number twice. */
export const listSaleInvoiceGaps = (
  db: Queryable,
  limit: number,
): Promise<
  { readonly merchant_id: string; readonly financial_year: string; readonly last_number: number }[]
> =>
  db.rows(sql`
    select n.merchant_id, n.financial_year, n.last_number from sale_invoice_numbers n
    left join sale_invoices i
      on i.merchant_id = n.merchant_id and i.financial_year = n.financial_year and i.number between 1 and n.last_number
    group by n.merchant_id, n.financial_year, n.last_number having count(i.number) <> n.last_number
    order by n.merchant_id limit ${limit}`)

/** Counts the invoices of a year up to a number, and their distinct numbers. */
export const countInvoices = (
  db: Queryable,
  financialYear: string,
  lastNumber: number,
): Promise<{ readonly invoices: number; readonly numbers: number }> =>
  db.one(sql`
    select count(*)::int as invoices, count(distinct number)::int as numbers from invoices
    where financial_year = ${financialYear} and number <= ${lastNumber} limit 1`)
