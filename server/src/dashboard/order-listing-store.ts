import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'

/** Orders in a slice: as many as a search looks through at least; see migration 0012. */
export const SLICE_ORDERS = 4_096

/** Lists the orders between two watermarks, which the transaction holds, so that the orders list finds them by index. */
export const listNextOrders = (
  tx: Transaction,
  after: string,
  upTo: string,
  sliceOrders: number,
): Promise<number> =>
  tx.run(sql`
    with next as materialized (
      select o, merchant_id, mode, order_id,
        row_number() over (partition by merchant_id, mode order by order_id) - 1 as position
      from orders o where order_id ~>~ ${after} and order_id ~<=~ ${upTo}
    ), shops as materialized (
      select n.merchant_id, n.mode, s.first_id, coalesce(s.orders, 0) as orders
      from (select distinct merchant_id, mode from next) n
      left join lateral (
        select first_id, orders from order_slices s where s.merchant_id = n.merchant_id and s.mode = n.mode
        order by first_id desc limit 1) s on true
    ), numbered as materialized (
      select n.*, s.first_id as open_id, (s.orders + n.position) / ${sliceOrders}::int as slice
      from next n join shops s using (merchant_id, mode)
    ), cut as materialized (
      select n.*, case when slice = 0 then coalesce(open_id, '')
        else min(order_id) over (partition by merchant_id, mode, slice) end as first_id
      from numbered n
    ), sliced as (
      insert into order_slices as s (merchant_id, mode, first_id, orders)
      select merchant_id, mode, first_id, count(*) from cut group by 1, 2, 3
      on conflict (merchant_id, mode, first_id) do update set orders = s.orders + excluded.orders
    )
    insert into listed_orders (merchant_id, mode, order_id, slice, status, payable_paise, customer_mobile, words)
    select merchant_id, mode, order_id, order_slice_name(merchant_id, mode, first_id), (o).status, (o).payable_paise,
      (o).customer_mobile, order_words(o)
    from cut order by order_id`)

/** Has the index of words take in what was listed. After the commit: it takes time, and nobody needs to wait for it. */
export const sortInListed = async (db: Queryable): Promise<void> => {
  await db.one(sql`select gin_clean_pending_list('listed_orders_marks')`)
}
