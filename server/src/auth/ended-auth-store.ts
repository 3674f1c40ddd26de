import { part, type Queryable, type SqlPart, sql } from '../platform/database/database.ts'
import { SECURITY_EVENT_DAYS } from './security-events/security-event.ts'

interface Ended {
  readonly from: SqlPart
  readonly key: SqlPart
  /** When a row ends. */
  readonly time: SqlPart
  /** How long it is kept after that. */
  readonly days: number
}

const EXPIRED = { time: part`expires_at`, days: 0 }

/** Expired sessions, links and counters, and old security events. */
export const ENDED_AUTH: readonly Ended[] = [
  { from: part`from sessions`, key: part`merchant_id, token_hash`, ...EXPIRED },
  { from: part`from rate_counters`, key: part`name, key_hash`, time: part`window_ends_at`, days: 0 },
  { from: part`from password_resets`, key: part`merchant_id`, ...EXPIRED },
  { from: part`from email_changes`, key: part`merchant_id`, ...EXPIRED },
  { from: part`from email_restores`, key: part`merchant_id, restore_id`, ...EXPIRED },
  { from: part`from invitations`, key: part`merchant_id, invitation_id`, ...EXPIRED },
  { from: part`from passkey_challenges`, key: part`challenge_hash`, ...EXPIRED },
  {
    from: part`from security_events`,
    key: part`merchant_id, event_id`,
    time: part`at`,
    days: SECURITY_EVENT_DAYS,
  },
]

/** Deletes at most `max` rows, so that a long pause does not cause one long statement. */
export const deleteEnded = (
  db: Queryable,
  { from, key, time }: Ended,
  before: Date,
  max: number,
): Promise<number> =>
  db.run(
    sql`delete ${from} where (${key}) in (select ${key} ${from} where ${time} <= ${before} limit ${max})`,
  )
