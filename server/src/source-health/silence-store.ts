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

type WatchedRow = Omit<WatchedSource, 'silence'> & {
  readonly silenceId: string | null
  readonly reason: SilenceReason | null
  readonly silenceHeardAt: Date | null
  readonly isMailed: boolean | null
}

const watchedFrom = ({
  silenceId,
  reason,
  silenceHeardAt,
  isMailed,
  ...source
}: WatchedRow): WatchedSource => ({
  ...source,
  silence:
    silenceId === null || reason === null
      ? null
      : { silenceId, reason, heardAt: silenceHeardAt, isMailed: isMailed ?? false },
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
    select h.merchant_id as "merchantId", h.account_id as "accountId", h.source, a.upi_id as "upiId", h.unused_since is null as "isUsed",
      h.connected_at as "connectedAt", h.heard_at as "heardAt", h.message_at as "messageAt", h.pinged_at as "pingedAt",
      h.ping_seconds as "pingSeconds", h.failing_since as "failingSince", h.failed_at as "failedAt",
      s.silence_id as "silenceId", s.reason, s.heard_at as "silenceHeardAt", s.is_mailed as "isMailed",
      array(select g.longest_seconds from source_gaps g
        where g.merchant_id = h.merchant_id and g.account_id = h.account_id and g.source = h.source
          and g.slot between ${slot - 84}::int and ${slot - 6}::int and (g.slot - ${slot}::int) % 6 = 0) as pauses,
      exists (select from source_gaps g
        where g.merchant_id = h.merchant_id and g.account_id = h.account_id and g.source = h.source
          and (g.slot in (${slot - 42}::int, ${slot - 84}::int)
            or (g.slot = ${slot - 6}::int and h.connected_at > ${now}::timestamptz - interval '7 days'))) as "isTradingTime",
      exists (select from orders o
        where o.merchant_id = h.merchant_id and o.order_id >= ${ordersFrom} and o.account_id = h.account_id
          and o.expires_at > ${now} and o.status in ('created', 'pending')) as "hasOpenOrders",
      exists (select from source_silences p
        where p.merchant_id = h.merchant_id and p.account_id = h.account_id and p.source = h.source and p.reason in ('pings', 'failing')
          and int4range(${slotIn(part`p.noticed_at`)}, ${slotIn(part`p.ended_at`)}, '[]') @> any (${weekOfSlots}::int[]))
        as "wasSilentThen",
      ${mayMiss} as "mayMiss"
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
