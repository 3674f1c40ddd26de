import type { AlertChannel, AlertOutcome } from '@galla/contract/bank-alerts/alerts'
import type { Mode } from '@galla/contract/orders/order-status'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { part, type Queryable, type SqlPart, sql, type Transaction } from '../platform/database/database.ts'
import { prepared } from '../platform/database/sql.ts'

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

/**
 * Inserts a message of the address's account. A repeated message is not stored again. Undefined if the address is unknown. `isPending`: it
 * is new, and reports a credit or a reversal to record, or a payment to look for at the provider.
 */
export const insertAlert = async (
  db: Queryable,
  alert: NewAlert,
): Promise<{ readonly isPending: boolean } | undefined> =>
  db.maybeOne(sql`
    with owned as (
      select t.account_id, a.mode, case when a.keeps_other_rails then ${alert.outcomeIfKept} else ${alert.outcome} end as outcome
      from alert_tokens t
      join accounts a on a.merchant_id = t.merchant_id and a.account_id = t.account_id
      where t.merchant_id = ${alert.merchantId} and t.token_hash = ${alert.tokenHash}
    ), fresh as (
      insert into alerts (merchant_id, alert_id, account_id, mode, received_at, occurred_at, dedup_key, sealed, outcome, pending)
      select ${alert.merchantId}, ${alert.alertId}, account_id, mode, ${alert.receivedAt}, ${alert.occurredAt}, ${alert.dedupKey},
        ${alert.sealed}, outcome, outcome = 'credit' or ${alert.needsSweep}
      from owned
      where not exists (
        select from alerts e
        where e.merchant_id = ${alert.merchantId} and e.account_id = owned.account_id and e.dedup_key = ${alert.earlierKey})
      on conflict do nothing
      returning pending
    )
    select coalesce((select pending from fresh), false) as "isPending" from owned`)

export interface AlertId {
  readonly merchantId: string
  readonly alertId: string
}

export interface AlertRow extends AlertId, AccountKey {
  readonly channel: AlertChannel
  readonly receivedAt: Date
  readonly occurredAt: Date
  readonly sealed: Buffer
  readonly outcome: AlertOutcome
  readonly creditId: string | null
}

/** An `AlertRow`, of the alerts `a`. */
const ALERT = part`
  a.merchant_id as "merchantId", a.alert_id as "alertId", a.account_id as "accountId", a.channel,
  a.received_at as "receivedAt", a.occurred_at as "occurredAt", a.sealed, a.outcome, a.credit_id as "creditId"`

/** Locks a pending alert, unless another worker has locked or recorded it. */
export const claimAlert = (
  tx: Transaction,
  { merchantId, alertId }: AlertId,
): Promise<AlertRow | undefined> =>
  tx.maybeOne(
    prepared(sql`
    select ${ALERT} from alerts a
    where merchant_id = ${merchantId} and alert_id = ${alertId} and pending for update skip locked`),
  )

/** Pending alerts that are read to find the first ones of each merchant. */
const PENDING_READ_MAX = 5_000

/** Lists pending alerts, the oldest of each merchant first, so that one with many does not hold up the others. */
export const listPendingAlerts = (db: Queryable, limit: number): Promise<AlertId[]> =>
  db.rows(sql`
    select merchant_id as "merchantId", alert_id as "alertId" from (
      select merchant_id, alert_id, received_at, row_number() over (partition by merchant_id order by received_at) as turn
      from (
        select merchant_id, alert_id, received_at from alerts where pending order by received_at limit ${PENDING_READ_MAX}) oldest) p
    order by turn, received_at limit ${limit}`)

/** Makes statements of the transaction fail that wait longer than a second for a lock, on each server of a distributed database. */
export const limitLockWait = (tx: Transaction): Promise<number> => tx.run(sql`set local lock_timeout = '1s'`)

/** The final outcome of an alert. */
export interface DoneAlert extends AlertId {
  readonly outcome: AlertOutcome
  readonly creditId?: string | null
}

export const updateAlertOutcome = (
  db: Queryable,
  { merchantId, alertId, outcome, creditId = null }: DoneAlert,
): Promise<number> =>
  db.run(sql`
    update alerts set pending = false, outcome = ${outcome}, credit_id = coalesce(${creditId}, credit_id)
    where merchant_id = ${merchantId} and alert_id = ${alertId}`)

export const findAlert = (
  db: Queryable,
  merchantId: string,
  mode: Mode,
  alertId: string,
): Promise<AlertRow | undefined> =>
  db.maybeOne(sql`
    select ${ALERT} from alerts a
    where merchant_id = ${merchantId} and mode = ${mode} and alert_id = ${alertId}`)

/** Locks an alert of the merchant. */
export const lockAlert = (
  tx: Transaction,
  merchantId: string,
  mode: Mode,
  alertId: string,
): Promise<AlertRow | undefined> =>
  tx.maybeOne(sql`
    select ${ALERT} from alerts a
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
    select ${ALERT} from alerts a
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
    select ${ALERT}
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
