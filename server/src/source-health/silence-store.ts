import type { SilenceReason, Source } from '@galla/contract/webhooks/webhook'
import type { AccountKey } from '../payment-accounts/account-source.ts'
import { SILENCE_SECONDS, type SourceState, slotOf } from '../payment-accounts/source-health.ts'
import { part, type Queryable, type SqlPart, sql, type Transaction } from '../platform/database/database.ts'
import { LATE_SECONDS } from './missed-payments.ts'

export interface OpenSilence {
  readonly silenceId: string
  readonly reason: SilenceReason
  readonly heardAt: Date | null
  readonly isMailed: boolean
}

/** A source that may have fallen silent, or may be back. */
export interface WatchedSource extends AccountKey, SourceState {
  readonly upiId: string
  readonly isUsed: boolean
  /** Another source reported a payment since its last message. */
  readonly mayMiss: boolean
  readonly silence: OpenSilence | null
}

interface WatchedRow {
  merchant_id: string
  account_id: string
  source: Source
  upi_id: string
  is_used: boolean
  connected_at: Date
  heard_at: Date | null
  message_at: Date | null
  pinged_at: Date | null
  ping_seconds: number | null
  failing_since: Date | null
  failed_at: Date | null
  pauses: number[]
  is_trading_time: boolean
  has_open_orders: boolean
  was_silent_then: boolean
  may_miss: boolean
  silence_id: string | null
  reason: SilenceReason | null
  silence_heard_at: Date | null
  is_mailed: boolean | null
}

const watchedFrom = (row: WatchedRow): WatchedSource => ({
  merchantId: row.merchant_id,
  accountId: row.account_id,
  source: row.source,
  upiId: row.upi_id,
  isUsed: row.is_used,
  connectedAt: row.connected_at,
  heardAt: row.heard_at,
  messageAt: row.message_at,
  pingedAt: row.pinged_at,
  pingSeconds: row.ping_seconds,
  failingSince: row.failing_since,
  failedAt: row.failed_at,
  pauses: row.pauses,
  isTradingTime: row.is_trading_time,
  hasOpenOrders: row.has_open_orders,
  wasSilentThen: row.was_silent_then,
  mayMiss: row.may_miss,
  silence:
    row.silence_id === null || row.reason === null
      ? null
      : {
          silenceId: row.silence_id,
          reason: row.reason,
          heardAt: row.silence_heard_at,
          isMailed: row.is_mailed ?? false,
        },
})

export interface WatchPage {
  readonly now: Date
  /** Orders from this id on can still be open, and payments from it on can be missing. */
  readonly ordersFrom: string
  readonly after: { readonly merchantId: string; readonly accountId: string; readonly source: string }
  readonly limit: number
}

const slotIn = (column: SqlPart): SqlPart => part`floor((extract(epoch from ${column}) + 19800) / 14400)::int`

/**
 * Lists sources of current live accounts that were not heard for minutes, that fail, that may miss payments, or whose silence is open, with the
 * data to judge them. India's day has six slots; the same slot of another day differs by a multiple of six. The same slots of the last week
 * show whether the source is often silent then.
 */
export const listWatchedSources = async (
  db: Queryable,
  { now, ordersFrom, after, limit }: WatchPage,
): Promise<WatchedSource[]> => {
  const slot = slotOf(now)
  const weekOfSlots = [1, 2, 3, 4, 5, 6, 7].map((days) => slot - 6 * days)
  const quietSince = new Date(now.getTime() - SILENCE_SECONDS * 1000)
  const lateSince = new Date(now.getTime() - LATE_SECONDS * 1000)
  const mayMiss = part`(h.source in ('phone', 'mailbox') and h.message_at <= ${lateSince}
    and exists (select from source_heartbeats o
      where o.merchant_id = h.merchant_id and o.account_id = h.account_id and o.source <> h.source)
    and exists (select from credits c
      where c.merchant_id = h.merchant_id and c.credit_id >= ${ordersFrom} and c.account_id = h.account_id and c.utr is not null
        and c.state <> 'ignored' and c.created_at > h.message_at and c.created_at <= ${lateSince}))`
  const rows = await db.rows<WatchedRow>(sql`
    select h.merchant_id, h.account_id, h.source, a.upi_id, h.unused_since is null as is_used, h.connected_at, h.heard_at, h.message_at, h.pinged_at, h.ping_seconds,
      h.failing_since, h.failed_at, s.silence_id, s.reason, s.heard_at as silence_heard_at, s.is_mailed,
      array(select g.longest_seconds from source_gaps g
        where g.merchant_id = h.merchant_id and g.account_id = h.account_id and g.source = h.source
          and g.slot between ${slot - 84}::int and ${slot - 6}::int and (g.slot - ${slot}::int) % 6 = 0) as pauses,
      exists (select from source_gaps g
        where g.merchant_id = h.merchant_id and g.account_id = h.account_id and g.source = h.source
          and (g.slot in (${slot - 42}::int, ${slot - 84}::int)
            or (g.slot = ${slot - 6}::int and h.connected_at > ${now}::timestamptz - interval '7 days'))) as is_trading_time,
      exists (select from orders o
        where o.merchant_id = h.merchant_id and o.order_id >= ${ordersFrom} and o.account_id = h.account_id
          and o.expires_at > ${now} and o.status in ('created', 'pending')) as has_open_orders,
      exists (select from source_silences p
        where p.merchant_id = h.merchant_id and p.account_id = h.account_id and p.source = h.source and p.reason in ('pings', 'failing')
          and int4range(${slotIn(part`p.noticed_at`)}, ${slotIn(part`p.ended_at`)}, '[]') @> any (${weekOfSlots}::int[]))
        as was_silent_then,
      ${mayMiss} as may_miss
    from source_heartbeats h
    join accounts a on a.merchant_id = h.merchant_id and a.account_id = h.account_id and a.mode = 'live' and a.is_current
    left join source_silences s on s.merchant_id = h.merchant_id and s.account_id = h.account_id and s.source = h.source
      and s.ended_at is null
    where (h.merchant_id, h.account_id, h.source) > (${after.merchantId}, ${after.accountId}, ${after.source})
      and h.source <> 'statement'
      and (s.silence_id is not null or (h.unused_since is null and (h.failing_since is not null or h.heard_at <= ${quietSince} or ${mayMiss})))
    order by h.merchant_id, h.account_id, h.source limit ${limit}`)
  return rows.map(watchedFrom)
}

/** Opens a silence of a source that has none. Null: another worker has opened it. */
export const openSilence = async (
  tx: Transaction,
  silence: AccountKey & {
    readonly silenceId: string
    readonly source: Source
    readonly reason: SilenceReason
    readonly heardAt: Date | null
  },
  now: Date,
  mailsADayMax: number,
): Promise<{ isMailed: boolean } | null> => {
  const { merchantId, accountId, source } = silence
  const row = await tx.maybeOne<{ is_mailed: boolean }>(sql`
    insert into source_silences (merchant_id, silence_id, account_id, source, reason, heard_at, noticed_at, is_mailed)
    select ${merchantId}, ${silence.silenceId}, ${accountId}, ${source}, ${silence.reason}, ${silence.heardAt}, ${now},
      count(*) < ${mailsADayMax}::int
    from source_silences s
    where s.merchant_id = ${merchantId} and s.account_id = ${accountId} and s.source = ${source} and s.is_mailed
      and s.noticed_at > ${now}::timestamptz - interval '1 day'
    on conflict (merchant_id, account_id, source) where ended_at is null do nothing
    returning is_mailed`)
  return row === undefined ? null : { isMailed: row.is_mailed }
}

/** Ends an open silence. False: another worker has ended it. */
export const endSilence = async (
  tx: Transaction,
  merchantId: string,
  silenceId: string,
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    update source_silences set ended_at = greatest(noticed_at, ${now})
    where merchant_id = ${merchantId} and silence_id = ${silenceId} and ended_at is null`)) === 1

/** Ends the open silence of a source that is no longer used. */
export const endSilenceOf = (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  source: Source,
  now: Date,
): Promise<number> =>
  tx.run(sql`
    update source_silences set ended_at = greatest(noticed_at, ${now})
    where merchant_id = ${merchantId} and account_id = ${accountId} and source = ${source} and ended_at is null`)

/** Deletes the pauses before a slot and the silences that ended before a time, a bounded batch at a time. */
export const deleteExpiredHealth = async (
  db: Queryable,
  { slot, endedAt }: { readonly slot: number; readonly endedAt: Date },
  limit: number,
): Promise<number> => {
  const gaps = await db.run(sql`
    delete from source_gaps where (merchant_id, account_id, source, slot) in (
      select merchant_id, account_id, source, slot from source_gaps where slot < ${slot}::int limit ${limit})`)
  const silences = await db.run(sql`
    delete from source_silences where (merchant_id, silence_id) in (
      select merchant_id, silence_id from source_silences where ended_at < ${endedAt} limit ${limit})`)
  return Math.max(gaps, silences)
}
