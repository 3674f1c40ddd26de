import type { Mode } from '@galla/contract/orders/order-status'
import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import { part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { rowsByAge } from '../platform/jobs/delete-by-age.ts'
import type { Counter, CounterCaller } from './counter.ts'

export interface ListedCounter extends Counter {
  readonly devices: number
  readonly hasLogin: boolean
}

/** Lists the active counters of a mode, or only the one with this id. */
export const listCounterRows = (
  db: Queryable,
  { merchantId, mode }: { readonly merchantId: string; readonly mode: Mode },
  now: Date,
  counterId: string | null = null,
): Promise<ListedCounter[]> =>
  db.rows(sql`
    select c.merchant_id as "merchantId", c.counter_id as "counterId", c.account_id as "accountId", a.mode, c.name, c.language,
      a.upi_id as "upiId", a.merchant_name as "payeeName", a.is_current as "accountIsCurrent", c.created_at as "createdAt",
      c.login_hash is not null as "hasLogin",
      (select count(*)::int from counter_sessions s
        where s.merchant_id = c.merchant_id and s.counter_id = c.counter_id and s.expires_at > ${now}) as devices
    from counters c join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id
    where c.merchant_id = ${merchantId} and a.mode = ${mode} and c.closed_at is null
      and (${counterId}::text is null or c.counter_id = ${counterId})
    order by c.created_at, c.counter_id`)

export interface NewCounter {
  readonly merchantId: string
  readonly mode: Mode
  readonly counterId: string
  readonly name: string
  readonly language: PageLanguage
  readonly pinHash: string
  readonly loginHash: Uint8Array
  readonly createdAt: Date
}

/** Inserts a counter of the current account; false when there is none. */
export const insertCounter = async (tx: Transaction, counter: NewCounter): Promise<boolean> =>
  (await tx.run(sql`
    insert into counters (merchant_id, counter_id, account_id, name, language, pin_hash, login_hash, created_at)
    select merchant_id, ${counter.counterId}, account_id, ${counter.name}, ${counter.language}, ${counter.pinHash},
      ${counter.loginHash}, ${counter.createdAt}
    from accounts where merchant_id = ${counter.merchantId} and mode = ${counter.mode} and is_current`)) === 1

export interface CounterKey {
  readonly merchantId: string
  readonly mode: Mode
  readonly counterId: string
}

/** Locks an active counter and returns its name, so that a login does not run at the same time as a change of its link or its closing. */
export const lockCounter = async (
  tx: Transaction,
  { merchantId, mode, counterId }: CounterKey,
): Promise<string | undefined> =>
  (
    await tx.maybeOne<{ name: string }>(sql`
    select c.name from counters c join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id
    where c.merchant_id = ${merchantId} and c.counter_id = ${counterId} and a.mode = ${mode} and c.closed_at is null
    for no key update of c`)
  )?.name

export const updateCounterLogin = (
  tx: Transaction,
  { merchantId, counterId }: CounterKey,
  pinHash: string,
  loginHash: Uint8Array,
): Promise<number> =>
  tx.run(sql`
    update counters set pin_hash = ${pinHash}, login_hash = ${loginHash}
    where merchant_id = ${merchantId} and counter_id = ${counterId}`)

export const updateCounterClosedAt = (
  tx: Transaction,
  { merchantId, counterId }: CounterKey,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update counters set closed_at = greatest(created_at, ${now}) where merchant_id = ${merchantId} and counter_id = ${counterId}`)

export interface CounterLogin {
  readonly merchantId: string
  readonly mode: Mode
  readonly counterId: string
  readonly pinHash: string
}

/** Finds the active counter of a login link. */
export const findLogin = (db: Queryable, loginHash: Uint8Array): Promise<CounterLogin | undefined> =>
  db.maybeOne(sql`
    select c.merchant_id as "merchantId", a.mode, c.counter_id as "counterId", c.pin_hash as "pinHash"
    from counters c join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id
    where c.login_hash = ${loginHash} and c.closed_at is null`)

/** Logs a device in. If there are more than `max` devices, logs out the oldest ones. */
export const insertCounterSession = async (
  tx: Transaction,
  { merchantId, counterId }: CounterKey,
  tokenHash: Uint8Array,
  { now, expiresAt, max }: { readonly now: Date; readonly expiresAt: Date; readonly max: number },
): Promise<void> => {
  await tx.run(sql`
    insert into counter_sessions (merchant_id, counter_id, token_hash, created_at, expires_at)
    values (${merchantId}, ${counterId}, ${tokenHash}, ${now}, ${expiresAt})`)
  await tx.run(sql`
    delete from counter_sessions
    where merchant_id = ${merchantId} and counter_id = ${counterId} and (expires_at <= ${now} or token_hash not in (
      select token_hash from counter_sessions where merchant_id = ${merchantId} and counter_id = ${counterId}
      order by created_at desc, token_hash = ${tokenHash} desc limit ${max}))`)
}

/** Lists the open counters of the account that received a payment, at most two. */
export const listCountersOfCredit = (
  db: Queryable,
  merchantId: string,
  creditId: string,
): Promise<CounterCaller[]> =>
  db.rows(sql`
    select k.merchant_id as "merchantId", c.mode, k.account_id as "accountId", k.counter_id as "counterId", k.name as "counterName"
    from credits c join counters k on k.merchant_id = c.merchant_id and k.account_id = c.account_id
    where c.merchant_id = ${merchantId} and c.credit_id = ${creditId} and k.closed_at is null limit 2`)

export const findCounterCaller = (
  db: Queryable,
  tokenHash: Uint8Array,
  now: Date,
): Promise<CounterCaller | undefined> =>
  db.maybeOne(sql`
    select c.merchant_id as "merchantId", a.mode, c.account_id as "accountId", c.counter_id as "counterId",
      c.name as "counterName"
    from counter_sessions s
    join counters c on c.merchant_id = s.merchant_id and c.counter_id = s.counter_id
    join accounts a on a.merchant_id = c.merchant_id and a.account_id = c.account_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and c.closed_at is null`)

export const deleteCounterSession = (db: Queryable, tokenHash: Uint8Array): Promise<number> =>
  db.run(sql`delete from counter_sessions where token_hash = ${tokenHash}`)

export const deleteCounterSessions = (
  tx: Transaction,
  { merchantId, counterId }: CounterKey,
): Promise<number> =>
  tx.run(sql`delete from counter_sessions where merchant_id = ${merchantId} and counter_id = ${counterId}`)

/** Locks the counters of a merchant that devices can log in at, in one order. A login that is under way ends before. */
export const lockCountersWithLogin = async (tx: Transaction, merchantId: string): Promise<void> => {
  await tx.rows(sql`
    select from counters where merchant_id = ${merchantId} and login_hash is not null
    order by counter_id for no key update`)
}

export const deleteSessionsOfCounters = (tx: Transaction, merchantId: string): Promise<number> =>
  tx.run(sql`delete from counter_sessions where merchant_id = ${merchantId}`)

/** Ends the login links of a merchant's active counters. */
export const updateLoginsEnded = (tx: Transaction, merchantId: string): Promise<number> =>
  tx.run(sql`
    update counters set login_hash = null
    where merchant_id = ${merchantId} and login_hash is not null and closed_at is null`)

/** Closed before a time, and no order names them: those of orders stay, because sums and order details name them. */
export const closedUnusedCounters = rowsByAge(
  part`counters`,
  part`counter_id`,
  (before) => part`
    t.closed_at < ${before}
      and not exists (
        select from counter_orders k where k.merchant_id = t.merchant_id and k.counter_id = t.counter_id)
      and not exists (
        select from counter_orders o where o.merchant_id = t.merchant_id and o.taken_at_counter_id = t.counter_id)
      and not exists (
        select from counter_sessions s where s.merchant_id = t.merchant_id and s.counter_id = t.counter_id)`,
)

interface NewCounterOrder {
  readonly orderId: string
  /** The payment that the cashier took for it. */
  readonly creditId: string | null
  /** The counter created this order: it was not picked. */
  readonly isSale: boolean
}

/** Adds an order to a counter; null: sold from the dashboard. An order of another counter's keypad stays a sale of that counter. */
export const saveCounterOrder = (
  tx: Transaction,
  { merchantId, counterId }: { readonly merchantId: string; readonly counterId: string | null },
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
  { merchantId, counterId }: Omit<CounterKey, 'mode'>,
  creditId: string,
): Promise<string | undefined> =>
  db.maybeValue<string>(sql`
    select order_id from counter_orders
    where merchant_id = ${merchantId} and taken_at_counter_id = ${counterId} and credit_id = ${creditId}`)

/** Finds the order of a counter with this client_txn_id. */
export const findCounterOrder = (
  db: Queryable,
  { merchantId, counterId }: Omit<CounterKey, 'mode'>,
  mode: string,
  clientTxnId: string,
): Promise<string | undefined> =>
  db.maybeValue<string>(sql`
    select o.order_id from orders o
    join counter_orders k on k.merchant_id = o.merchant_id and k.order_id = o.order_id
    where o.merchant_id = ${merchantId} and o.mode = ${mode} and o.client_txn_id = ${clientTxnId}
      and k.counter_id = ${counterId}`)
