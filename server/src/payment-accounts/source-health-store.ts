import type { Source } from '@galla/contract/webhooks/webhook'
import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import type { AccountKey } from './account-source.ts'
import type { HeartbeatKind } from './source-health.ts'

export interface Heartbeat extends AccountKey {
  readonly source: Source
  readonly kind: HeartbeatKind
}

/**
 * Records a heartbeat, at most one of each kind per source in half a minute; more cost a read, but no write. A message also records the length
 * of the silence before it, in the four-hour slots in which the silence began and ended. A source that was marked as no longer used, and sends
 * a message or a ping, is used again from now on. An outage can at most double the interval between pings.
 */
export const recordHeartbeat = async (db: Queryable, heartbeat: Heartbeat, now: Date): Promise<void> => {
  const { merchantId, accountId, source, kind } = heartbeat
  const change = await findChange(db, heartbeat, now)
  if (change === undefined) return
  const isFailure = kind === 'failure'
  await db.run(sql`
    insert into source_heartbeats as h (merchant_id, account_id, source, connected_at, heard_at, message_at, pinged_at,
      failing_since, failed_at)
    values (${merchantId}, ${accountId}, ${source}, ${now}, ${isFailure ? null : now}, ${kind === 'message' ? now : null},
      ${kind === 'ping' ? now : null}, ${isFailure ? now : null}, ${isFailure ? now : null})
    on conflict (merchant_id, account_id, source) do update set
      connected_at = case when greatest(excluded.message_at, excluded.pinged_at) > h.unused_since
        then excluded.connected_at else h.connected_at end,
      unused_since = case when greatest(excluded.message_at, excluded.pinged_at) > h.unused_since then null else h.unused_since end,
      heard_at = greatest(h.heard_at, excluded.heard_at),
      message_at = greatest(h.message_at, excluded.message_at),
      ping_seconds = case when excluded.pinged_at > h.pinged_at
        then least(3600, 2 * h.ping_seconds, extract(epoch from excluded.pinged_at - h.pinged_at))::int else h.ping_seconds end,
      pinged_at = greatest(h.pinged_at, excluded.pinged_at),
      failing_since = case when excluded.failing_since is not null then coalesce(h.failing_since, excluded.failing_since) end,
      failed_at = case when excluded.failed_at is not null then greatest(h.failed_at, excluded.failed_at) end`)
  if (kind === 'message') await recordGaps(db, heartbeat, change.previous_at, now)
}

/** The previous message, if this heartbeat changes what is known of its source. */
const findChange = (
  db: Queryable,
  { merchantId, accountId, source, kind }: Heartbeat,
  now: Date,
): Promise<{ previous_at: Date | null } | undefined> =>
  db.maybeOne(sql`
    select h.message_at as previous_at
    from (select ${now}::timestamptz as now, ${kind === 'message'}::boolean as is_message, ${kind === 'ping'}::boolean as is_ping,
      ${kind === 'failure'}::boolean as is_failure) i
    left join source_heartbeats h on h.merchant_id = ${merchantId} and h.account_id = ${accountId} and h.source = ${source}
    where h.connected_at is null
      or (is_message and (h.message_at is null or h.message_at <= now - interval '30 s'))
      or (is_ping and (h.pinged_at is null or h.pinged_at <= now - interval '30 s'))
      or (h.unused_since < now and (is_message or is_ping))
      or (is_failure and (h.failing_since is null or h.failed_at <= now - interval '30 s'))
      or (not is_failure and (h.failing_since is not null or h.heard_at is null or h.heard_at <= now - interval '30 s'))`)

const recordGaps = (
  db: Queryable,
  { merchantId, accountId, source }: Heartbeat,
  previousAt: Date | null,
  now: Date,
): Promise<number> =>
  db.run(sql`
    with news as (
      select ${now}::timestamptz as now, ${previousAt}::timestamptz as message_at,
        (floor((extract(epoch from ${now}::timestamptz) + 19800) / 14400))::int as slot_now,
        (floor((extract(epoch from ${previousAt}::timestamptz) + 19800) / 14400))::int as slot_before
    )
    insert into source_gaps as g (merchant_id, account_id, source, slot, longest_seconds)
    select ${merchantId}, ${accountId}, ${source}, pause.slot, least(14400, greatest(0, pause.seconds))::int
    from news cross join lateral (
      -- In one slot: the whole pause. Else its part in the slot it began in, and its part in this slot.
      select slot_now as slot, case when slot_before = slot_now then extract(epoch from now - message_at)
        when message_at is null then 0 else extract(epoch from now) + 19800 - slot_now * 14400.0 end as seconds
      union all
      select slot_before, (slot_before + 1) * 14400.0 - extract(epoch from message_at) - 19800 where slot_before < slot_now
    ) pause
    order by pause.slot
    on conflict (merchant_id, account_id, source, slot)
      do update set longest_seconds = greatest(g.longest_seconds, excluded.longest_seconds)`)

/** Marks a source as no longer used, or as used again from now on. Returns false if that changes nothing. */
export const updateSourceUse = async (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  source: Source,
  isUsed: boolean,
  now: Date,
): Promise<boolean> =>
  (await tx.run(sql`
    update source_heartbeats set unused_since = ${isUsed ? null : now},
      connected_at = case when ${isUsed}::boolean then ${now} else connected_at end
    where merchant_id = ${merchantId} and account_id = ${accountId} and source = ${source}
      and (unused_since is null) <> ${isUsed}::boolean`)) === 1

/** When a source last pinged, and since when it is not used. */
export const findPing = async (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
  source: Source,
): Promise<{ readonly pingedAt: Date | null; readonly unusedSince: Date | null }> => {
  const row = await db.maybeOne<{ pinged_at: Date | null; unused_since: Date | null }>(sql`
    select pinged_at, unused_since from source_heartbeats
    where merchant_id = ${merchantId} and account_id = ${accountId} and source = ${source}`)
  return { pingedAt: row?.pinged_at ?? null, unusedSince: row?.unused_since ?? null }
}

/** When a source was last heard. */
export const findHeardAt = async (
  db: Queryable,
  { merchantId, accountId }: AccountKey,
  source: Source,
): Promise<Date | null> =>
  (await db.maybeValue<Date | null>(sql`
    select greatest(heard_at, message_at, pinged_at) from source_heartbeats
    where merchant_id = ${merchantId} and account_id = ${accountId} and source = ${source}`)) ?? null

/** Forgets a source that is no longer connected, or that is connected again. */
export const deleteHeartbeat = (
  tx: Transaction,
  { merchantId, accountId }: AccountKey,
  source: Source,
): Promise<number> =>
  tx.run(sql`
    delete from source_heartbeats
    where merchant_id = ${merchantId} and account_id = ${accountId} and source = ${source}`)
