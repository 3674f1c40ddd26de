import type { AlertChannel, AlertOutcome } from '@galla/contract/bank-alerts/alerts'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'

export interface NewEmailAlert {
  readonly alertId: string
  readonly receivedAt: Date
  readonly occurredAt: Date
  readonly dedupKey: Uint8Array
  readonly sealed: Uint8Array
  readonly outcome: AlertOutcome
  /** If the account records money of other rails. */
  readonly outcomeIfKept: AlertOutcome
  /** See `needsSweep`. */
  readonly needsSweep: boolean
  /** Not verified as the bank's. */
  readonly isRefused: boolean
}

/**
 * How many e-mails without a credit are listed per account and day. More are only counted. Refused ones have their own limit, because anyone can
 * send them.
 */
export const LISTED_MAX = { refused: 200, signed: 2_000 } as const

interface DayCounts {
  refused: number
  signed: number
  not_listed: number
}

/** Another process, whose clock is ahead, may have started the next day's counts. */
const IS_COUNTED = part`d.day in (excluded.day, excluded.day + 1)`

/** Locks the account's counts of the day, so that two writers together cannot exceed the limit. */
const lockDay = (tx: Transaction, { merchantId, accountId }: AccountKey, at: Date): Promise<DayCounts> =>
  tx.one(sql`
    insert into bank_email_days as d (merchant_id, account_id, day) values (${merchantId}, ${accountId}, ${dayOf(at)})
    on conflict (merchant_id, account_id) do update set
      day = case when ${IS_COUNTED} then d.day else excluded.day end,
      refused = case when ${IS_COUNTED} then d.refused else 0 end,
      signed = case when ${IS_COUNTED} then d.signed else 0 end,
      not_listed = case when ${IS_COUNTED} then d.not_listed else 0 end
    returning refused, signed, not_listed`)

const saveDay = (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  counts: DayCounts,
): Promise<number> =>
  tx.run(sql`
    update bank_email_days set refused = ${counts.refused}, signed = ${counts.signed}, not_listed = ${counts.not_listed}
    where merchant_id = ${merchantId} and account_id = ${accountId}`)

const dayOf = (at: Date) => part`(${at}::timestamptz at time zone 'Asia/Kolkata')::date`

/** Counts the e-mails of this day that were not listed. */
export const countNotListed = async (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
  now: Date,
): Promise<number> => {
  const row = await db.maybeOne<Pick<DayCounts, 'not_listed'>>(sql`
    select not_listed from bank_email_days
    where merchant_id = ${merchantId} and account_id = ${accountId} and day = ${dayOf(now)}`)
  return row?.not_listed ?? 0
}

const mayBeCredit = ({ outcome, outcomeIfKept }: NewEmailAlert): boolean =>
  outcome === 'credit' || outcomeIfKept === 'credit'

/** An e-mail that was added. `isPending`: it has something to record. */
export interface AddedEmail {
  readonly merchantId: string
  readonly alertId: string
  readonly isPending: boolean
}

/** Adds e-mails to the account's received messages. A repeated one, from either channel, is not stored again. */
export const insertEmailAlerts = async (
  tx: Transaction,
  account: AccountKey,
  channel: Exclude<AlertChannel, 'phone'>,
  alerts: readonly NewEmailAlert[],
): Promise<AddedEmail[]> => {
  const [limited] = alerts.filter((alert) => !mayBeCredit(alert))
  const counts = limited === undefined ? undefined : await lockDay(tx, account, limited.receivedAt)
  const added: AddedEmail[] = []
  for (const alert of alerts) {
    const kind = alert.isRefused ? 'refused' : 'signed'
    const counted = mayBeCredit(alert) ? undefined : counts
    if (counted !== undefined && counted[kind] >= LISTED_MAX[kind]) counted.not_listed += 1
    else {
      const inserted = await insertEmailAlert(tx, account, channel, alert)
      if (inserted === undefined) continue
      added.push(inserted)
      if (counted !== undefined) counted[kind] += 1
    }
  }
  if (counts !== undefined) await saveDay(tx, account, counts)
  return added
}

const insertEmailAlert = (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  channel: Exclude<AlertChannel, 'phone'>,
  alert: NewEmailAlert,
): Promise<AddedEmail | undefined> =>
  tx.maybeOne(sql`
    insert into alerts (merchant_id, alert_id, account_id, mode, channel, received_at, occurred_at, dedup_key, sealed, outcome, pending)
    select ${merchantId}, ${alert.alertId}, account_id, mode, ${channel}, ${alert.receivedAt}, ${alert.occurredAt},
      ${alert.dedupKey}, ${alert.sealed}, case when keeps_other_rails then ${alert.outcomeIfKept} else ${alert.outcome} end,
      case when keeps_other_rails then ${alert.outcomeIfKept} else ${alert.outcome} end = 'credit' or ${alert.needsSweep}::boolean
    from accounts
    where merchant_id = ${merchantId} and account_id = ${accountId}
    on conflict do nothing returning merchant_id as "merchantId", alert_id as "alertId", pending as "isPending"`)
