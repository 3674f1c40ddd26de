import { type Queryable, sql } from './database.ts'

/** True when the program's role is a superuser: it could read the server's files and run its programs. */
export const isSuperuser = async (db: Queryable): Promise<boolean> => {
  const superuser = await db.value<boolean>(
    sql`select rolsuper as superuser from pg_roles where rolname = current_user`,
  )
  return superuser
}
