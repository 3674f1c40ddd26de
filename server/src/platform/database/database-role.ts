import { type Queryable, sql } from './database.ts'

/** Whether the program's connections may do anything on the server, reading its files and running its programs included. */
export const isSuperuser = async (db: Queryable): Promise<boolean> => {
  const { superuser } = await db.one<{ superuser: boolean }>(
    sql`select rolsuper as superuser from pg_roles where rolname = current_user`,
  )
  return superuser
}
