import { ALERT_DAYS } from '@galla/contract/reconciliation/alerts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { deleteRefusedAlertsBefore } from './alert-signing-store.ts'
import { deleteAlertsBefore } from './alert-store.ts'

const DAY_MS = 86_400_000
const BATCH = 5_000

/** Deletes some of the alerts that have expired. */
export const deleteOldAlerts = async ({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<{ more: boolean }> => {
  const before = new Date(clock.now().getTime() - ALERT_DAYS * DAY_MS)
  const forgotten = [
    await deleteAlertsBefore(db, before, BATCH),
    await deleteRefusedAlertsBefore(db, before, BATCH),
  ]
  return { more: forgotten.includes(BATCH) }
}
