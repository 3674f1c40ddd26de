import type { Turnover } from '@galla/contract/turnover/turnover'
import { toRupeeNumber } from '@galla/upi/rupees'
import type { SessionCaller } from '../merchants/caller.ts'
import type { Platform } from '../platform/feature.ts'
import { type MeteredLimit, monthLimitOf, yearLimitsOf } from './reached-limits.ts'
import { periodsAt } from './turnover-periods.ts'
import { sumReceived } from './turnover-store.ts'

const shown = ({ name, limit, level }: MeteredLimit) => ({ name, limit: toRupeeNumber(limit), level })

/** Reads what the merchant's live accounts received, in a session of either mode. */
export const readTurnover = async (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { merchantId }: Pick<SessionCaller, 'merchantId'>,
): Promise<Turnover> => {
  const now = clock.now()
  const periods = periodsAt(now)
  const { kind, month, year } = await sumReceived(db, merchantId, periods)
  const limit = monthLimitOf(kind, month, now)
  return {
    month:
      limit === undefined
        ? null
        : { from: periods.monthFrom, received: toRupeeNumber(month), limit: shown(limit) },
    year: {
      from: periods.yearFrom,
      received: toRupeeNumber(year),
      limits: yearLimitsOf(year).map(shown),
    },
  }
}
