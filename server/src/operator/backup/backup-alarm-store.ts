import { type Queryable, sql } from '../../platform/database/database.ts'

/** Returns 0 when the operators were mailed about this incident already. */
export const insertAlarm = (db: Queryable, kind: string, now: Date): Promise<number> =>
  db.run(sql`insert into backup_alarms (kind, raised_at) values (${kind}, ${now}) on conflict do nothing`)

export const deleteAlarm = (db: Queryable, kind: string): Promise<number> =>
  db.run(sql`delete from backup_alarms where kind = ${kind}`)

export const listOperators = (db: Queryable): Promise<string[]> =>
  db.values<string>(sql`
    select merchant_id from merchants where role = 'operator' order by merchant_id`)
