import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import { mostUrgent } from './plan-warning.ts'
import { noteWarnings } from './plan-warning-store.ts'
import { PLAN_WARNING_JOB, type PlanWarned } from './send-plan-warning.ts'

const MERCHANTS_MAX = 200

/**
 * Queues an email for each plan that runs out of days or of QR requests. Recording and queueing are one transaction: an interrupted sweep
 * has done neither, and a repeated one finds it recorded. Returns whether there may be more.
 */
export const findDuePlanWarnings = async ({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<{ readonly more: boolean }> => {
  const found = await db.transaction(async (tx) => {
    const rows = await noteWarnings(tx, clock.now(), MERCHANTS_MAX)
    for (const { merchant_id: merchantId, order_id: orderId, kinds } of rows)
      for (const kind of mostUrgent(kinds))
        await addJob(tx, PLAN_WARNING_JOB, { merchantId, orderId, kind } satisfies PlanWarned)
    return rows.length
  })
  return { more: found === MERCHANTS_MAX }
}
