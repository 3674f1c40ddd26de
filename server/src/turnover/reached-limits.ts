import { GST_THRESHOLDS, type LimitLevel, type LimitName, levelOf } from '@galla/contract/turnover/turnover'
import { type AccountKind, rulesInForce } from '@galla/upi/network-rules'
import type { Paise } from '@galla/upi/rupees'
import type { TurnoverPeriods } from './turnover-periods.ts'

export interface MeteredLimit {
  readonly name: LimitName
  readonly limit: Paise
  readonly level: LimitLevel
}

/** The monthly UPI limit of an account of this kind; undefined where none is in force. */
export const monthLimitOf = (
  kind: AccountKind | null,
  received: bigint,
  now: Date,
): MeteredLimit | undefined => {
  const limit = kind === null ? undefined : rulesInForce(now, kind).month?.limit
  return limit === undefined ? undefined : { name: 'p2pm_month', limit, level: levelOf(received, limit) }
}

export const yearLimitsOf = (received: bigint): readonly MeteredLimit[] =>
  GST_THRESHOLDS.map(({ name, limit }) => ({ name, limit, level: levelOf(received, limit) }))

export interface ReachedLimit {
  readonly merchantId: string
  readonly name: LimitName
  readonly period: string
  readonly level: Exclude<LimitLevel, 'below'>
  readonly limit: Paise
  readonly received: bigint
}

/** The limits that a merchant is near to or above. Above a limit, both levels are reached. */
export const reachedLimits = (
  merchantId: string,
  kind: AccountKind | null,
  received: { readonly month: bigint; readonly year: bigint },
  { monthFrom, yearFrom }: TurnoverPeriods,
  now: Date,
): ReachedLimit[] => {
  const month = monthLimitOf(kind, received.month, now)
  const meters = [
    ...(month === undefined ? [] : [{ ...month, period: monthFrom, received: received.month }]),
    ...yearLimitsOf(received.year).map((limit) => ({ ...limit, period: yearFrom, received: received.year })),
  ]
  return meters.flatMap(({ level, ...rest }) => {
    const levels = { below: [], near: ['near'], above: ['near', 'above'] } as const
    return levels[level].map((reached) => ({ ...rest, merchantId, level: reached }))
  })
}
