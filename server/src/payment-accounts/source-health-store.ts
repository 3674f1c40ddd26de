import type { Source } from '@galla/contract/webhooks/webhook'
import { part, type Queryable, sql, type Transaction } from '../platform/database/database.ts'
import { prepared } from '../platform/database/sql.ts'
import { merchantsOf, onShardOf } from '../platform/distributed/merchant-shards.ts'
import type { AccountKey } from './account-source.ts'
import type { HeartbeatKind } from './source-health.ts'

export interface Heartbeat extends AccountKey {
  readonly source: Source
  readonly kind: HeartbeatKind
}

/**
 * Records heartbeats, at most one of each kind per source in half a minute; more cost a read, but no write. A message also records the length
 * of the silence before it, in the four-hour slots in which the silence began and ended. A source that was marked as no longer used, and sends
 * a message or a ping, is used again from now on. An outage can at most double the interval between pings.
 */
export const recordHeartbeats = async (
  db: Queryable,
  heartbeats: readonly Heartbeat[],
  now: Date,
): Promise<void> => {
  if (heartbeats.length === 0) return
  const changes = await findChanges(db, heartbeats, now)
  if (changes.length === 0) return
  await db.run(sql`
    insert into source_heartbeats as h (merchant_id, account_id, source, connected_at, heard_at, message_at, pinged_at,
      failing_since, failed_at)
    select merchant_id, account_id, source, ${now}::timestamptz, case when not is_failure then ${now}::timestamptz end,
      case when is_message then ${now}::timestamptz end, case when is_ping then ${now}::timestamptz end,
      case when is_failure then ${now}::timestamptz end, case when is_failure then ${now}::timestamptz end
    from unnest(${changes.map((each) => each.merchant_id)}::text[], ${changes.map((each) => each.account_id)}::text[],
      ${changes.map((each) => each.source)}::text[], ${changes.map((each) => each.is_message)}::boolean[],
      ${changes.map((each) => each.is_ping)}::boolean[], ${changes.map((each) => each.is_failure)}::boolean[])
      as n (merchant_id, account_id, source, is_message, is_ping, is_failure)
    order by merchant_id, account_id, source
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
  await recordGaps(
    db,
    changes.filter((each) => each.is_message),
    now,
  )
}

interface Change {
  merchant_id: string
  account_id: string
  source: Source
  is_message: boolean
  is_ping: boolean
  is_failure: boolean
  /** The previous message. */
  message_at: Date | null
}

/** The sources that these heartbeats change, each once. */
const findChanges = (db: Queryable, heartbeats: readonly Heartbeat[], now: Date): Promise<Change[]> =>
  db.rows(
    prepared(sql`
    select i.merchant_id, i.account_id, i.source, i.is_message, i.is_ping, i.is_failure, h.message_at
    from (
      select merchant_id, account_id, source, bool_or(kind = 'message') as is_message, bool_or(kind = 'ping') as is_ping,
        bool_and(kind = 'failure') as is_failure, ${now}::timestamptz as now
      from unnest(${heartbeats.map((each) => each.merchantId)}::text[], ${heartbeats.map((each) => each.accountId)}::text[],
        ${heartbeats.map((each) => each.source)}::text[], ${heartbeats.map((each) => each.kind)}::text[])
        as i (merchant_id, account_id, source, kind)
      group by merchant_id, account_id, source
    ) i
    left join source_heartbeats h on ${onShardOf(part`h.merchant_id`, merchantsOf(heartbeats))}
      and h.merchant_id = i.merchant_id and h.account_id = i.account_id and h.source = i.source
    where h.connected_at is null
      or (is_message and (h.message_at is null or h.message_at <= now - interval '30 s'))
      or (is_ping and (h.pinged_at is null or h.pinged_at <= now - interval '30 s'))
      or (h.unused_since < now and (is_message or is_ping))
      or (is_failure and (h.failing_since is null or h.failed_at <= now - interval '30 s'))
      or (not is_failure and (h.failing_since is not null or h.heard_at is null or h.heard_at <= now - interval '30 s'))`),
  )

const recordGaps = async (db: Queryable, messages: readonly Change[], now: Date): Promise<void> => {
  if (messages.length === 0) return
  await db.run(sql`
    with news as (
      select n.*, ${now}::timestamptz as now,
        (floor((extract(epoch from ${now}::timestamptz) + 19800) / 14400))::int as slot_now,
        (floor((extract(epoch from message_at) + 19800) / 14400))::int as slot_before
      from unnest(${messages.map((each) => each.merchant_id)}::text[], ${messages.map((each) => each.account_id)}::text[],
        ${messages.map((each) => each.source)}::text[], ${messages.map((each) => each.message_at)}::timestamptz[])
        as n (merchant_id, account_id, source, message_at)
    )
    insert into source_gaps as g (merchant_id, account_id, source, slot, longest_seconds)
    select merchant_id, account_id, source, pause.slot, least(14400, greatest(0, pause.seconds))::int
    from news cross join lateral (
      -- In one slot: the whole pause. Else its part in the slot it began in, and its part in this slot.
      select slot_now as slot, case when slot_before = slot_now then extract(epoch from now - message_at)
        when message_at is null then 0 else extract(epoch from now) + 19800 - slot_now * 14400.0 end as seconds
      union all
      select slot_before, (slot_before + 1) * 14400.0 - extract(epoch from message_at) - 19800 where slot_before < slot_now
    ) pause
    order by merchant_id, account_id, source, pause.slot
    on conflict (merchant_id, account_id, source, slot)
      do update set longest_seconds = greatest(g.longest_seconds, excluded.longest_seconds)`)
}

export const recordHeartbeat = (db: Queryable, heartbeat: Heartbeat, now: Date): Promise<void> =>
  recordHeartbeats(db, [heartbeat], now)

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
