import { DAY_MS } from '@galla/contract/durations'
import { istDayOf, startOfIstDay } from '@galla/contract/ist'
import { tell } from '../notices/tell.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { inEachMerchant } from '../platform/jobs/each-merchant.ts'
import { addJob } from '../platform/jobs/job-queue.ts'
import { LIMIT_MAIL_JOB, type LimitMail } from './limit-mail.ts'
import { type ReachedLimit, reachedLimits } from './reached-limits.ts'
import { periodsAt, type TurnoverPeriods } from './turnover-periods.ts'
import { addChangesToDays, insertWarnings, listChangedMerchants, sumReceived } from './turnover-store.ts'

/** The number of changes in one transaction. */
const BATCH = 2_000
/** A payment that is reported after this many days causes no email about its month. */
const LATE_DAYS = 31

/**
 * Adds new payments to the sums of their days, and queues an email for each limit that a merchant newly reached, in one transaction.
 * Returns whether there may be more.
 */
export const followReceipts = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { limit = BATCH } = {},
): Promise<{ readonly more: boolean }> => {
  const merchants = await listChangedMerchants(db, 10 * limit)
  const followed = await inEachMerchant(merchants, (merchantId) =>
    db.transaction(async (tx) => {
      const { changes, days, hasLive } = await addChangesToDays(tx, merchantId, limit)
      const now = clock.now()
      if (hasLive)
        for (const periods of recentPeriods(days, now)) await warnMerchant(tx, merchantId, periods, now)
      return changes
    }),
  )
  return { more: followed.reduce((sum, count) => sum + count, 0) >= limit }
}

/** Returns the current periods and those of recent days, because a statement may report last month's payments. */
const recentPeriods = (days: readonly string[], now: Date): TurnoverPeriods[] => {
  const since = istDayOf(new Date(now.getTime() - LATE_DAYS * DAY_MS))
  const recent = days.filter((day) => day >= since).map(startOfIstDay)
  const periods = [now, ...recent].map(periodsAt)
  return [...new Map(periods.map((period) => [period.monthFrom, period])).values()]
}

const warnMerchant = async (
  tx: Transaction,
  merchantId: string,
  periods: TurnoverPeriods,
  now: Date,
): Promise<void> => {
  const { kind, month, year } = await sumReceived(tx, merchantId, periods)
  const reached = reachedLimits(merchantId, kind, { month, year }, periods, now)
  if (reached.length === 0) return
  const recorded = await insertWarnings(tx, merchantId, reached, now)
  const isNew = ({ name, level }: ReachedLimit) =>
    recorded.some((row) => row.limit_name === name && row.level === level)
  for (const warning of reached.filter(isNew)) {
    // A merchant that passes both levels of a limit at once gets one email, not two.
    const isSuperseded =
      warning.level === 'near' &&
      reached.some(({ name, level }) => name === warning.name && level === 'above')
    if (isSuperseded) continue
    await addJob(tx, LIMIT_MAIL_JOB, mailOf(warning))
    const { name, level, period } = warning
    await tell(tx, {
      merchantId,
      key: `limit ${name} ${period} ${level}`,
      notice: { kind: 'limit', name, level },
    })
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
