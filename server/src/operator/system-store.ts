import { type Queryable, sql } from '../platform/database/database.ts'

export interface DatabaseRow {
  version: string
  bytes: bigint
  connections: number
  connections_max: number
  merchants: number
}

export const getDatabaseStatus = async (db: Queryable): Promise<DatabaseRow> => {
  const server = await db.one<Omit<DatabaseRow, 'merchants'>>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database())::bigint as bytes,
           (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
           current_setting('max_connections')::int as connections_max`)
  // A separate statement: on a distributed database, the statement above must run on the connected server.
  const merchants = await db.value<number>(
    sql`select count(*)::int as merchants from merchants where role = 'owner'`,
  )
  return { ...server, merchants }
}

export const findLastMigration = (db: Queryable): Promise<{ count: number; last: string; ranAt: Date }> =>
  db.one(sql`
    select (select count(*)::int from migrations) as count, name as last, ran_at as "ranAt"
    from migrations order by name desc limit 1`)
