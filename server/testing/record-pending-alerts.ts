import { type RecordAlertDeps, recordAlerts } from '../src/bank-alerts/record-alerts.ts'
import { sql } from '../src/platform/database/database.ts'
import { Refusal } from '../src/platform/refusal.ts'

/** What a busy database refused, the next sweep records. */
const wasBusy = (error: unknown): boolean =>
  error instanceof AggregateError
    ? error.errors.every(wasBusy)
    : error instanceof Refusal && error.code === 'overloaded'

/** Records all pending alerts, and waits for those that the app's own sweep has claimed. */
export const recordPendingAlerts = async (deps: RecordAlertDeps): Promise<void> => {
  const { db } = deps.orders
  for (;;) {
    const { more } = await recordAlerts(deps).catch((error: unknown) => {
      if (wasBusy(error)) return { more: true }
      throw error
    })
    if (more) continue
    const waits = await db.value<boolean>(sql`select count(*) > 0 as waits from alerts where pending`)
    if (!waits) return
  }
}
