import { type Database, sql } from '../src/platform/database/database.ts'

/**
 * How many rows of these tables, and entries of their indexes, a call reads, whosever they are. PostgreSQL counts for a whole
 * database, and a connection tells what it read up to some seconds after. So `db` has one connection, and what the test read
 * before it read with that one: another's would be counted while the call runs, and taken for the call's.
 */
export const rowsReadBy = async (
  db: Database,
  tables: readonly string[],
  call: () => Promise<unknown>,
): Promise<number> => {
  if (db.pool.options.max !== 1) throw new Error('what is read can only be counted on one connection')
  const before = await counted(db, tables)
  await call()
  return (await counted(db, tables)) - before
}

const counted = async (db: Database, tables: readonly string[]): Promise<number> => {
  await db.run(sql`select pg_stat_force_next_flush()`)
  const { known, read } = await db.one<{ known: number; read: bigint }>(sql`
    select count(*)::int as known, coalesce(sum(seq_tup_read + entries), 0)::bigint as read
    from pg_stat_user_tables t cross join lateral
      (select coalesce(sum(idx_tup_read), 0) as entries from pg_stat_user_indexes i where i.relid = t.relid) of_indexes
    where relname = any(${tables}::text[])`)
  // Of a table with another name nothing would ever be read.
  if (known !== tables.length) throw new Error(`not all of these are tables: ${tables.join(', ')}`)
  return Number(read)
}
