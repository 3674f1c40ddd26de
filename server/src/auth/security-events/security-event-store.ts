import type { SecurityEventKind } from '@galla/contract/merchants/security-events'
import { type Queryable, sql, type Transaction } from '../../platform/database/database.ts'

export interface SecurityEventRow {
  event_id: string
  at: Date
  kind: SecurityEventKind
  network: string
  device: string
  subject: string
}

export const insertSecurityEvent = async (
  tx: Transaction,
  merchantId: string,
  row: SecurityEventRow,
): Promise<void> => {
  await tx.run(sql`
    insert into security_events (merchant_id, event_id, at, kind, network, device, subject)
    values (${merchantId}, ${row.event_id}, ${row.at}, ${row.kind}, ${row.network}, ${row.device}, ${row.subject})`)
}

/** Inserts at most one row of this kind since a time, in one statement, whether or not the email has an account. */
export const insertEventOfEmail = async (
  db: Queryable,
  email: string,
  row: SecurityEventRow,
  notSince: Date,
): Promise<void> => {
  await db.run(sql`
    insert into security_events (merchant_id, event_id, at, kind, network, device, subject)
    select m.merchant_id, ${row.event_id}, ${row.at}, ${row.kind}, ${row.network}, ${row.device}, ${row.subject}
    from merchants m
    where m.email = ${email} and not exists (
      select from security_events e where e.merchant_id = m.merchant_id and e.kind = ${row.kind} and e.at > ${notSince})`)
}

/** Lists the newest first. */
export const securityEventsOf = (
  db: Queryable,
  merchantId: string,
  max: number,
): Promise<SecurityEventRow[]> =>
  db.rows(sql`
    select event_id, at, kind, network, device, subject from security_events
    where merchant_id = ${merchantId} order by event_id desc limit ${max}`)

export const deleteOldSecurityEvents = (db: Queryable, before: Date, max: number): Promise<number> =>
  db.run(sql`
    delete from security_events where (merchant_id, event_id) in (
      select merchant_id, event_id from security_events where at <= ${before} limit ${max})`)
