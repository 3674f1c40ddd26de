import { type RecordAlertDeps, recordAlerts } from '../src/bank-alerts/record-alerts.ts'
import { sql } from '../src/platform/database/database.ts'

/** Records all pending alerts, and waits for those that the app's own sweep has claimed. */
export const recordPendingAlerts = async (deps: RecordAlertDeps): Promise<void> => {
  const { db } = deps.orders
  for (;;) {
    while ((await recordAlerts(deps)).more);
    const waits = await db.value<boolean>(sql`select count(*) > 0 as waits from alerts where pending`)
    if (!waits) return
  }
}
