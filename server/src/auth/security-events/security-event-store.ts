import type { SecurityEventKind } from '@galla/contract/auth/security-events'
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

/** Inserts a row for the account of this email, unless it has one of the same kind since `notSince`. */
export const insertEventOfEmail = async (
  db: Queryable,
  email: string,
  row: SecurityEventRow,
  notSince: Date,
): Promise<void> => {
  const account = await db.maybeOne<{ merchant_id: string }>(
    sql`select merchant_id from merchants where email = ${email}`,
  )
  // The same statements run without an account, so that the response time does not reveal whether there is one.
  const merchantId = account?.merchant_id ?? ''
  const known = await db.value<boolean>(sql`
    select exists (
      select from security_events
      where merchant_id = ${merchantId} and kind = ${row.kind} and at > ${notSince}) as known`)
  await db.run(sql`
    insert into security_events (merchant_id, event_id, at, kind, network, device, subject)
    select merchant_id, ${row.event_id}, ${row.at}, ${row.kind}, ${row.network}, ${row.device}, ${row.subject}
    from merchants where merchant_id = ${merchantId} and not ${known}::boolean`)
}

/** Lists the newest first. */
export const listSecurityEventRows = (
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
