import type { Transaction } from '../platform/database/database.ts'
import { inEachLane, toLanes } from '../platform/distributed/merchant-lanes.ts'
import type { Platform } from '../platform/feature.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import { LIMIT_MAIL_JOB, type LimitMail } from './limit-mail.ts'
import { type ReachedLimit, reachedLimits } from './reached-limits.ts'
import { periodsAt } from './turnover-periods.ts'
import { addChangesToDays, insertWarnings, listChangedMerchants, sumReceived } from './turnover-store.ts'

/** Changes in one transaction. */
const BATCH = 2_000

/**
 * Adds new receipts to the sums of their days, and queues an email for each limit that a merchant newly reached, in one transaction.
 * Returns whether there may be more.
 */
export const followReceipts = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { limit = BATCH } = {},
): Promise<{ readonly more: boolean }> => {
  const merchants = await listChangedMerchants(db, 10 * limit)
  const lanes = toLanes(db, merchants, (merchantId) => merchantId)
  const followed = await inEachLane(lanes, (lane) =>
    db.transaction(async (tx) => {
      const { changes, merchantIds } = await addChangesToDays(tx, lane, limit)
      if (merchantIds.length > 0) await warnMerchants(tx, merchantIds, clock.now())
      return changes
    }),
  )
  return { more: followed.reduce((sum, count) => sum + count, 0) >= limit }
}

const warnMerchants = async (tx: Transaction, merchantIds: readonly string[], now: Date): Promise<void> => {
  const periods = periodsAt(now)
  const sums = await sumReceived(tx, merchantIds, periods)
  const reached = sums.flatMap(({ merchant_id, kind, month_paise: month, year_paise: year }) =>
    reachedLimits(merchant_id, kind, { month, year }, periods, now),
  )
  if (reached.length === 0) return
  const newKeys = new Set(
    (await insertWarnings(tx, reached, now)).map(
      (row) => `${row.merchant_id} ${row.limit_name} ${row.level}`,
    ),
  )
  const isNew = ({ merchantId, name, level }: ReachedLimit) => newKeys.has(`${merchantId} ${name} ${level}`)
  for (const warning of reached.filter(isNew)) {
    // A merchant that passes both levels of a limit at once gets one email, not two.
    const isSuperseded =
      warning.level === 'near' &&
      reached.some(
        ({ merchantId, name, level }) =>
          merchantId === warning.merchantId && name === warning.name && level === 'above',
      )
    if (!isSuperseded) await addJob(tx, LIMIT_MAIL_JOB, mailOf(warning))
  }
}

const mailOf = ({ merchantId, name, period, level, limit, received }: ReachedLimit): LimitMail => ({
  merchantId,
  name,
  period,
  level,
  limitPaise: limit.toString(),
  receivedPaise: received.toString(),
})
