import type { AlertChannel, AlertOutcome } from '@galla/contract/bank-alerts/alerts'
import type { Mode } from '@galla/contract/orders/order-status'
import {
  type Database,
  part,
  type Queryable,
  type SqlPart,
  sql,
  type Transaction,
} from '../platform/database/database.ts'
import {
  merchantColumnForInsert,
  merchantsOf,
  onShardOf,
  shardOf,
} from '../platform/distributed/merchant-shards.ts'

export type AlertFilter = AlertOutcome | 'waiting' | 'all'

export interface NewAlert {
  /** The merchant of the address when the message was received. */
  readonly merchantId: string
  readonly alertId: string
  readonly tokenHash: Uint8Array
  readonly receivedAt: Date
  readonly occurredAt: Date
  readonly dedupKey: Uint8Array
  /** The key that the same message would have had shortly before, for phones that send no time. */
  readonly earlierKey: Uint8Array
  readonly sealed: Uint8Array
  readonly outcome: AlertOutcome
  /** If the account records money of other rails. */
  readonly outcomeIfKept: AlertOutcome
  /** See `needsSweep`. */
  readonly needsSweep: boolean
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** The account is null if the address is unknown. */
export interface InsertedAlert {
  readonly merchant_id: string | null
  readonly account_id: string | null
  readonly fresh: boolean
}

/** Inserts messages of all merchants in one round trip. A repeated message is not stored again. */
export const insertAlerts = (db: Database, alerts: readonly NewAlert[]): Promise<InsertedAlert[]> => {
  const merchants = merchantsOf(alerts)
  const shard = shardOf(db, merchants[0] ?? '')
  const merchantId = merchantColumnForInsert(shard, part`owned.merchant_id`, part`own.merchant_id`)
  return db.rows(sql`
    with input as materialized (
      select * from json_to_recordset(${JSON.stringify(
        alerts.map((alert, n) => ({
          n,
          merchant_id: alert.merchantId,
          alert_id: alert.alertId,
          token_hash: hex(alert.tokenHash),
          received_at: alert.receivedAt,
          occurred_at: alert.occurredAt,
          dedup_key: hex(alert.dedupKey),
          earlier_key: hex(alert.earlierKey),
          sealed: hex(alert.sealed),
          outcome: alert.outcome,
          outcome_if_kept: alert.outcomeIfKept,
          needs_sweep: alert.needsSweep,
        })),
      )}::json) as i (n int, merchant_id text, alert_id text, token_hash text, received_at timestamptz, occurred_at timestamptz,
        dedup_key text, earlier_key text, sealed text, outcome text, outcome_if_kept text,
        needs_sweep boolean)
    ), owned as materialized (
      select i.alert_id, i.received_at, i.occurred_at, i.dedup_key, i.earlier_key, i.sealed, i.n, i.needs_sweep, t.merchant_id, t.account_id,
        t.mode, case when t.keeps_other_rails then i.outcome_if_kept else i.outcome end as outcome
      from input i
      left join lateral (
        select t.merchant_id, t.account_id, a.mode, a.keeps_other_rails from alert_tokens t
        join accounts a on a.merchant_id = t.merchant_id and a.account_id = t.account_id
        where ${onShardOf(part`t.merchant_id`, merchants)} and ${onShardOf(part`a.merchant_id`, merchants)}
          and t.merchant_id = i.merchant_id and t.token_hash = decode(i.token_hash, 'hex') limit 1) t on true
    ), fresh as (
      insert into alerts (merchant_id, alert_id, account_id, mode, received_at, occurred_at, dedup_key, sealed, outcome, pending)
      select ${merchantId}, owned.alert_id, owned.account_id, owned.mode, owned.received_at, owned.occurred_at,
        decode(owned.dedup_key, 'hex'), decode(owned.sealed, 'hex'), owned.outcome, owned.outcome = 'credit' or owned.needs_sweep
      from owned
      left join accounts own on ${onShardOf(part`own.merchant_id`, merchants)} and own.merchant_id = owned.merchant_id and own.account_id = owned.account_id
      where owned.merchant_id is not null and not exists (
        select from alerts a where ${onShardOf(part`a.merchant_id`, merchants)} and a.merchant_id = owned.merchant_id and a.account_id = owned.account_id
          and a.dedup_key = decode(owned.earlier_key, 'hex'))
      order by owned.merchant_id, owned.account_id, owned.dedup_key
      on conflict do nothing
      returning alert_id
    )
    select owned.merchant_id, owned.account_id, f.alert_id is not null as fresh
    from owned left join fresh f on f.alert_id = owned.alert_id
    order by owned.n`)
}

export interface AlertRow {
  merchant_id: string
  alert_id: string
  account_id: string
  channel: AlertChannel
  received_at: Date
  occurred_at: Date
  sealed: Buffer
  outcome: AlertOutcome
  credit_id: string | null
}

const COLUMNS = part`merchant_id, alert_id, account_id, channel, received_at, occurred_at, sealed, outcome, credit_id`

export interface AlertId {
  readonly merchantId: string
  readonly alertId: string
}

/** Locks the merchants' oldest pending alerts, except those that another worker has locked. */
export const claimPendingAlerts = (
  tx: Transaction,
  merchantIds: readonly string[],
  limit: number,
): Promise<AlertRow[]> =>
  tx.rows(sql`
    select ${COLUMNS} from alerts
    where merchant_id = any(${merchantIds}::text[]) and pending
    order by received_at limit ${limit} for update skip locked`)

/** Locks a pending alert, unless another worker has locked or recorded it. */
export const claimAlert = (tx: Transaction, { merchantId, alertId }: AlertId): Promise<AlertRow[]> =>
  tx.rows(sql`
    select ${COLUMNS} from alerts
    where merchant_id = ${merchantId} and alert_id = ${alertId} and pending for update skip locked`)

export const listPendingAlerts = (
  db: Queryable,
  limit: number,
): Promise<{ merchant_id: string; alert_id: string }[]> =>
  db.rows(sql`select merchant_id, alert_id from alerts where pending order by received_at limit ${limit}`)

/** Makes statements of the transaction fail that wait longer than a second for a lock, on each server of a distributed database. */
export const limitLockWait = (tx: Transaction): Promise<number> => tx.run(sql`set local lock_timeout = '1s'`)

/** The final outcome of an alert. */
export interface DoneAlert extends AlertId {
  readonly outcome: AlertOutcome
  readonly creditId?: string
}

export const updateAlertOutcomes = async (db: Queryable, alerts: readonly DoneAlert[]): Promise<number> =>
  alerts.length === 0
    ? 0
    : db.run(sql`
        update alerts a set pending = false, outcome = d.outcome, credit_id = coalesce(d.credit_id, a.credit_id)
        from unnest(${alerts.map(({ merchantId }) => merchantId)}::text[], ${alerts.map(({ alertId }) => alertId)}::text[],
          ${alerts.map(({ outcome }) => outcome)}::text[], ${alerts.map(({ creditId }) => creditId ?? null)}::text[])
          d (merchant_id, alert_id, outcome, credit_id)
        where ${onShardOf(part`a.merchant_id`, merchantsOf(alerts))}
          and a.merchant_id = d.merchant_id and a.alert_id = d.alert_id`)

export const findAlert = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  alertId: string,
): Promise<AlertRow | undefined> =>
  db.maybeOne(sql`
    select ${COLUMNS} from alerts
    where merchant_id = ${merchantId} and mode = ${mode} and alert_id = ${alertId}`)

/** Locks an alert of the merchant. */
export const lockAlert = (
  tx: Transaction,
  merchantId: string,
  mode: Mode,
  alertId: string,
): Promise<AlertRow | undefined> =>
  tx.maybeOne(sql`
    select ${COLUMNS} from alerts
    where merchant_id = ${merchantId} and mode = ${mode} and alert_id = ${alertId} for update`)

/** Waiting alerts are few and have their own index. */
const hasOutcome = (outcome: AlertFilter): SqlPart => {
  if (outcome === 'all') return part`true`
  return outcome === 'waiting' ? part`outcome in ('unread', 'untrusted')` : part`outcome = ${outcome}`
}

export const listAlerts = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  outcome: AlertFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<AlertRow[]> =>
  db.rows(sql`
    select ${COLUMNS} from alerts
    where merchant_id = ${merchantId} and mode = ${mode} and ${hasOutcome(outcome)}
    order by received_at desc, alert_id desc limit ${page.limit} offset ${page.offset}`)

export const countAlerts = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  outcome: AlertFilter,
  countedMax: number,
): Promise<number> =>
  db.value<number>(sql`
    select count(*)::int as n from (
      select from alerts
      where merchant_id = ${merchantId} and mode = ${mode} and ${hasOutcome(outcome)} limit ${countedMax + 1}) counted`)

/** Lists the stored messages that are evidence of a credit, the oldest first. */
export const listAlertsOfCredit = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  creditId: string,
  limit: number,
): Promise<AlertRow[]> =>
  db.rows(sql`
    select a.merchant_id, a.alert_id, a.account_id, a.channel, a.received_at, a.occurred_at, a.sealed, a.outcome, a.credit_id
    from evidence e
    join alerts a on a.merchant_id = e.merchant_id and a.alert_id = e.source_key and a.mode = ${mode}
    where e.merchant_id = ${merchantId} and e.credit_id = ${creditId} and e.source = 'alert'
    order by a.received_at limit ${limit}`)

export const findLastAlertAt = (db: Queryable, merchantId: string, mode: Mode): Promise<Date | null> =>
  db.value<Date | null>(sql`
    select max(received_at) as at from alerts where merchant_id = ${merchantId} and mode = ${mode}`)

/** Deletes old alerts, except those whose credit is not recorded yet. */
export const deleteAlertsBefore = (db: Queryable, before: Date, limit: number): Promise<number> =>
  db.run(sql`
    delete from alerts a using (
      select merchant_id, alert_id from alerts where received_at < ${before} and not pending
      order by received_at limit ${limit}) old
    where a.merchant_id = old.merchant_id and a.alert_id = old.alert_id`)

/** When an account's phone sent its last message, and how many of each outcome since a time. */
export const countAlertsOfAccount = async (
  db: Queryable,
  {
    merchantId,
    mode,
    accountId,
  }: { readonly merchantId: string; readonly mode: Mode; readonly accountId: string },
  since: Date,
): Promise<{ last: Date | null; counts: Partial<Record<AlertOutcome, number>> }> => {
  const rows = await db.rows<{ outcome: AlertOutcome; last: Date; n: number }>(sql`
    select outcome, max(received_at) as last, (count(*) filter (where received_at >= ${since}))::int as n from alerts
    where merchant_id = ${merchantId} and mode = ${mode} and account_id = ${accountId} and channel = 'phone'
    group by outcome`)
  const last = rows.map((row) => row.last).toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
  return { last, counts: Object.fromEntries(rows.map(({ outcome, n }) => [outcome, n])) }
}
