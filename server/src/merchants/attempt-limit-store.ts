import { type Queryable, sql, type Transaction } from '../platform/database/database.ts'

export interface Counted {
  readonly count: number
  readonly endsAt: Date
}

/** Returns undefined when the window has ended. */
export const findRateCounter = (
  db: Queryable,
  name: string,
  keyHash: Uint8Array,
  now: Date,
): Promise<Counted | undefined> =>
  db.maybeOne(sql`
    select count, window_ends_at as "endsAt" from rate_counters
    where name = ${name} and key_hash = ${keyHash} and window_ends_at > ${now}`)

/** Adds one. The first after a window's end starts the next window; later ones never move the end. */
export const incrementRateCounter = (
  db: Queryable,
  name: string,
  keyHash: Uint8Array,
  now: Date,
  endsAt: Date,
): Promise<Counted> =>
  db.one(sql`
    insert into rate_counters as c (name, key_hash, window_started_at, window_ends_at, count)
    values (${name}, ${keyHash}, ${now}, ${endsAt}, 1)
    on conflict (name, key_hash) do update set
      count = case when c.window_ends_at > ${now} then c.count + 1 else 1 end,
      window_started_at = case when c.window_ends_at > ${now} then c.window_started_at else ${now} end,
      window_ends_at = case when c.window_ends_at > ${now} then c.window_ends_at else ${endsAt} end
    returning count, window_ends_at as "endsAt"`)

/** Adds one unless the window already holds `max`: then it returns false and counts nothing. */
export const incrementRateCounterBelow = async (
  db: Queryable,
  name: string,
  keyHash: Uint8Array,
  now: Date,
  endsAt: Date,
  max: number,
): Promise<boolean> =>
  (await db.run(sql`
    insert into rate_counters as c (name, key_hash, window_started_at, window_ends_at, count)
    values (${name}, ${keyHash}, ${now}, ${endsAt}, 1)
    on conflict (name, key_hash) do update set
      count = case when c.window_ends_at > ${now} then c.count + 1 else 1 end,
      window_started_at = case when c.window_ends_at > ${now} then c.window_started_at else ${now} end,
      window_ends_at = case when c.window_ends_at > ${now} then c.window_ends_at else ${endsAt} end
    where c.window_ends_at <= ${now} or c.count < ${max}`)) === 1

export const decrementRateCounter = async (
  tx: Queryable,
  name: string,
  keyHash: Uint8Array,
): Promise<void> => {
  await tx.run(sql`
    update rate_counters set count = count - 1 where name = ${name} and key_hash = ${keyHash} and count > 0`)
}

export const deleteRateCounter = async (
  tx: Transaction,
  name: string,
  keyHash: Uint8Array,
): Promise<void> => {
  await tx.run(sql`delete from rate_counters where name = ${name} and key_hash = ${keyHash}`)
}
