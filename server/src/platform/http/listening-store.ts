import { type Queryable, sql } from '../database/database.ts'

/** Longer than a restart. Alarms about silent sources wait longer than this, so a restart raises none. */
export const LISTENING_GAP_SECONDS = 120

/** Records that a process takes requests. After a gap in which none did, `since` starts again. */
export const recordListening = (db: Queryable, now: Date): Promise<number> =>
  db.run(sql`
    insert into listening as l (since, seen_at) values (${now}, ${now})
    on conflict (is_only) do update set seen_at = greatest(l.seen_at, excluded.seen_at),
      since = case when l.seen_at < excluded.since - make_interval(secs => ${LISTENING_GAP_SECONDS}) then excluded.since else l.since end`)

/** Since when some process has taken requests without a gap, and when one last said so, both by the clock of those processes. */
export interface Listening {
  readonly since: Date
  readonly seenAt: Date
}

/** Undefined when no process has ever taken requests. `seenAt` grows as long as one does. */
export const findListening = (db: Queryable): Promise<Listening | undefined> =>
  db.maybeOne(sql`select since, seen_at as "seenAt" from listening`)
