import { type Queryable, sql } from '../../platform/database/database.ts'

export interface DatabaseFacts {
  version: string
  version_number: number
  role: string
  superuser: boolean
  read_only: string
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  encoding: string
  connections: number
  connections_max: number
  now: Date
}

export const getDatabaseFacts = (db: Queryable): Promise<DatabaseFacts> =>
  db.one(sql`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as version_number,
           current_user::text as role, (select rolsuper from pg_roles where rolname = current_user) as superuser,
           current_setting('transaction_read_only') as read_only, current_setting('fsync') as fsync,
           current_setting('full_page_writes') as full_page_writes,
           current_setting('synchronous_commit') as synchronous_commit, current_setting('server_encoding') as encoding,
           (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
           current_setting('max_connections')::int as connections_max, clock_timestamp() as now`)

/** True when a start has made the tables. */
export const hasTables = (db: Queryable): Promise<boolean> =>
  db.value<boolean>(sql`select to_regclass('public.setup_tokens') is not null`)

/** The operator, and whether two-factor login is on. */
export const findOperatorLogin = async (db: Queryable): Promise<{ protected: boolean } | undefined> => {
  const operator = await db.maybeOne<{ merchant_id: string }>(
    sql`select merchant_id from merchants where is_platform`,
  )
  if (operator === undefined) return undefined
  return db.one(sql`
    select exists (
      select from second_factors
      where merchant_id = ${operator.merchant_id} and confirmed_at is not null) as protected`)
}
