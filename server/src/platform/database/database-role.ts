import { type Queryable, sql } from './database.ts'

/** True when the program's role is a superuser: it could read the server's files and run its programs. */
export const isSuperuser = (db: Queryable): Promise<boolean> =>
  db.value<boolean>(sql`select rolsuper as superuser from pg_roles where rolname = current_user`)
