import { type Queryable, sql } from '../database/database.ts'

/** Longer than a restart. Silence is judged by longer pauses, so that what a shorter gap swallowed raises no alarm. */
const GAP_SECONDS = 120

/** Notes that a process takes requests. After a gap in which none did, the time counts again from then. */
export const recordListening = (db: Queryable, now: Date): Promise<number> =>
  db.run(sql`
    insert into listening as l (since, seen_at) values (${now}, ${now})
    on conflict (is_only) do update set seen_at = greatest(l.seen_at, excluded.seen_at),
      since = case when l.seen_at < excluded.since - make_interval(secs => ${GAP_SECONDS}) then excluded.since else l.since end`)

/** Since when some process takes requests without a gap. Null: none does now. */
export const findListeningSince = async (db: Queryable, now: Date): Promise<Date | null> =>
  (
    await db.maybeOne<{ since: Date }>(sql`
      select since from listening where seen_at >= ${now}::timestamptz - make_interval(secs => ${GAP_SECONDS})`)
  )?.since ?? null
