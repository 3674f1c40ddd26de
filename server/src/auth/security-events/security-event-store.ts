import type { Activity } from '@galla/contract/auth/activity'
import { SECURITY_EVENT_KINDS, type SecurityEvent } from '@galla/contract/auth/security-events'
import type { Mode } from '@galla/contract/orders/order-status'
import { type Queryable, sql } from '../../platform/database/database.ts'
import type { WithDates } from '../../platform/iso-dates.ts'

/** Of a session's call, or of what happened without one. */
export interface ActivityRow extends WithDates<Omit<Activity, 'person'>, 'at'> {
  readonly personId: string | null
}

export const insertActivity = async (db: Queryable, merchantId: string, row: ActivityRow): Promise<void> => {
  await db.run(sql`
    insert into security_events (merchant_id, event_id, at, kind, person_id, role, mode, network, device, subject)
    values (${merchantId}, ${row.id}, ${row.at}, ${row.kind}, ${row.personId}, ${row.role}, ${row.mode}, ${row.network},
            ${row.device}, ${row.subject})`)
}

/** Inserts a row for the account of this email, unless it has one of the same kind since `notSince`. */
export const insertEventOfEmail = async (
  db: Queryable,
  email: string,
  row: ActivityRow,
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
    select merchant_id, ${row.id}, ${row.at}, ${row.kind}, ${row.network}, ${row.device}, ${row.subject}
    from merchants where merchant_id = ${merchantId} and not ${known}::boolean`)
}

/** Lists the newest first. */
export const listSecurityEventRows = (
  db: Queryable,
  merchantId: string,
  max: number,
): Promise<WithDates<SecurityEvent, 'at'>[]> =>
  db.rows(sql`
    select event_id as id, at, kind, network, device, subject from security_events
    where merchant_id = ${merchantId} and kind = any(${SECURITY_EVENT_KINDS}) order by event_id desc limit ${max}`)

/** Null: whatever it is. */
export interface ActivityFilter {
  readonly person: string | null
  readonly kinds: readonly string[] | null
  readonly mode: Mode | null
  readonly from: string
  readonly before: string
}

/** Lists the newest first, with whose login it was. */
export const listActivityRows = (
  db: Queryable,
  merchantId: string,
  { person, kinds, mode, from, before }: ActivityFilter,
  max: number,
): Promise<WithDates<Activity, 'at'>[]> =>
  db.rows(sql`
    select e.event_id as id, e.at, e.kind, e.role, e.subject, e.network, e.device, e.mode,
      case when e.person_id is not null then json_build_object('id', e.person_id, 'name', p.name, 'email', p.email) end as person
    from security_events e left join merchants p on p.merchant_id = e.person_id
    where e.merchant_id = ${merchantId} and e.event_id >= ${from} and e.event_id < ${before}
      and (${person}::text is null or e.person_id = ${person}) and (${kinds}::text[] is null or e.kind = any(${kinds}::text[]))
      and (${mode}::text is null or e.mode = ${mode})
    order by e.event_id desc limit ${max}`)
