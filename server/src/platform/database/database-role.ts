import { type Queryable, sql } from './database.ts'

/** True when the program's role is a superuser: it could read the server's files and run its programs. */
export const isSuperuser = (db: Queryable): Promise<boolean> =>
  db.value<boolean>(sql`select rolsuper as superuser from pg_roles where rolname = current_user`)

/** The warning about the embedded database in production. */
export const embeddedWarning = (version: string): string =>
  `It is the PostgreSQL ${version} that comes with the source folder and gets no security updates. Install your system's PostgreSQL, move the data there with npm run galla -- move-database, and set DATABASE_URL.`

export const versionOf = (db: Queryable): Promise<string> =>
  db.value<string>(sql`select current_setting('server_version') as version`)
