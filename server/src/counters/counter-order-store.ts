import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'

interface CounterKey {
  readonly merchantId: string
  readonly counterId: string
}

interface NewCounterOrder {
  readonly orderId: string
  /** The payment that the cashier took for it. */
  readonly creditId: string | null
  /** The counter created this order: it was not picked. */
  readonly isSale: boolean
}

/** Adds an order to a counter. An order of another counter's keypad stays a sale of that counter. */
export const saveCounterOrder = (
  tx: Transaction,
  { merchantId, counterId }: CounterKey,
  { orderId, creditId, isSale }: NewCounterOrder,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    insert into counter_orders (merchant_id, order_id, counter_id, added_at, is_sale, credit_id, taken_at_counter_id)
    values (${merchantId}, ${orderId}, ${counterId}, ${now}, ${isSale}, ${creditId},
      case when ${creditId}::text is not null then ${counterId}::text end)
    on conflict (merchant_id, order_id) do update
    set credit_id = excluded.credit_id, taken_at_counter_id = excluded.taken_at_counter_id`)

/** Finds the order for which this counter took the payment. It may be an order of another counter. */
export const findOrderOfCredit = (
  db: Queryable,
  { merchantId, counterId }: CounterKey,
  creditId: string,
): Promise<string | undefined> =>
  db.maybeValue<string>(sql`
    select order_id from counter_orders
    where merchant_id = ${merchantId} and taken_at_counter_id = ${counterId} and credit_id = ${creditId}`)

/** Finds the order of a counter with this client_txn_id. */
export const findCounterOrder = (
  db: Queryable,
  { merchantId, counterId }: CounterKey,
  mode: string,
  clientTxnId: string,
): Promise<string | undefined> =>
  db.maybeValue<string>(sql`
    select o.order_id from orders o
    join counter_orders k on k.merchant_id = o.merchant_id and k.order_id = o.order_id
    where o.merchant_id = ${merchantId} and o.mode = ${mode} and o.client_txn_id = ${clientTxnId}
      and k.counter_id = ${counterId}`)
