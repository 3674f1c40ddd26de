import type { Platform } from '../platform/feature.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import { mostUrgent } from './plan-warning.ts'
import { insertWarnings, listDueWarnings } from './plan-warning-store.ts'
import { PLAN_WARNING_JOB, type PlanWarned } from './send-plan-warning.ts'

const DUE_MAX = 200

/**
 * Queues an email for each plan that runs out of days or of QR requests. Recording and queueing are one transaction: an interrupted sweep
 * has done neither, and a repeated one finds it recorded. Returns whether there may be more.
 */
export const findDuePlanWarnings = async ({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): Promise<{ readonly more: boolean }> => {
  const due = await listDueWarnings(db, clock.now(), DUE_MAX)
  for (const ofMerchant of Map.groupBy(due, ({ merchantId }) => merchantId).values())
    await db.transaction(async (tx) => {
      const recorded = await insertWarnings(tx, ofMerchant, clock.now())
      for (const [orderId, warnings] of Map.groupBy(recorded, (warning) => warning.orderId))
        for (const kind of mostUrgent(warnings.map((warning) => warning.kind)))
          await addJob(tx, PLAN_WARNING_JOB, {
            merchantId: warnings[0]?.merchantId ?? '',
            orderId,
            kind,
          } satisfies PlanWarned)
    })
  return { more: due.length === DUE_MAX }
}
