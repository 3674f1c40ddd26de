import { SECURITY_EVENTS_MAX, type SecurityEvent as ShownEvent } from '@galla/contract/auth/security-events'
import type { SessionCaller } from '../../merchants/caller.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import { isoDates } from '../../platform/iso-dates.ts'
import { deviceLabel } from '../devices/device-label.ts'
import { networkOf, type SecurityEvent } from './security-event.ts'
import {
  type ActivityRow,
  insertActivity,
  insertEventOfEmail,
  listSecurityEventRows,
} from './security-event-store.ts'

export type RecordSecurityDeps = Pick<Platform, 'clock' | 'ids'>

const rowOf = (
  { clock, ids }: RecordSecurityDeps,
  {
    kind,
    client: { address, userAgent, by },
    subject = '',
  }: Pick<SecurityEvent, 'client' | 'subject'> & { readonly kind: string },
): ActivityRow => {
  const at = clock.now()
  return {
    id: ids.ulid(at),
    at,
    kind,
    personId: by?.personId ?? null,
    role: by?.role ?? null,
    mode: by?.mode ?? null,
    network: networkOf(address),
    device: deviceLabel(userAgent),
    subject: subject.slice(0, SUBJECT_CHARACTERS_MAX),
  }
}

const SUBJECT_CHARACTERS_MAX = 400

/** Records a change to an account in the transaction that makes it. */
export const recordSecurityEvent = (
  tx: Transaction,
  deps: RecordSecurityDeps,
  { merchantId, ...event }: SecurityEvent,
): Promise<void> => insertActivity(tx, merchantId, rowOf(deps, event))

/** Records a call of a session that succeeded, after it: if the process dies between them, the line is missing and the change is not. */
export const recordCall = (
  deps: RecordSecurityDeps & { readonly db: Database },
  { merchantId, client }: Pick<SessionCaller, 'merchantId' | 'client'>,
  call: string,
  subject: string,
): Promise<void> => insertActivity(deps.db, merchantId, rowOf(deps, { kind: call, client, subject }))

const BURST_MS = 15 * 60_000

/** Records many failed logins as one line, if the address has an account. */
export const recordFailedLogins = (
  deps: RecordSecurityDeps & { readonly db: Database },
  email: string,
  client: SecurityEvent['client'],
): Promise<void> =>
  insertEventOfEmail(
    deps.db,
    email,
    rowOf(deps, { kind: 'login_failures', client }),
    new Date(deps.clock.now().getTime() - BURST_MS),
  )

export const listSecurityEvents = async (
  { db }: { readonly db: Database },
  { merchantId }: SessionCaller,
): Promise<ShownEvent[]> => (await listSecurityEventRows(db, merchantId, SECURITY_EVENTS_MAX)).map(isoDates)
