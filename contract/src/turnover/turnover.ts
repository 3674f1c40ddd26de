import { type Paise, paise } from '@galla/upi/rupees'
import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { istDate } from '../fields.ts'

/** Merchants are warned when they reach this share of a limit. */
export const WARNING_PERCENT = 80n

export const LIMIT_NAMES = ['p2pm_month', 'gst_services', 'gst_goods'] as const
export type LimitName = (typeof LIMIT_NAMES)[number]

/** The turnovers in a financial year above which a business must register for GST. Some states have lower thresholds. */
export const GST_THRESHOLDS: readonly {
  readonly name: LimitName
  readonly limit: Paise
  readonly of: string
}[] = [
  { name: 'gst_services', limit: paise(20_00_000_00n), of: 'services' },
  { name: 'gst_goods', limit: paise(40_00_000_00n), of: 'goods' },
]

export const GST_SOURCE =
  'Section 22 of the CGST Act and notification 10/2019 of 7 March 2019; since July 2025 tax offices send notices from UPI receipts'

export const LIMIT_LEVELS = ['below', 'near', 'above'] as const
export type LimitLevel = (typeof LIMIT_LEVELS)[number]

export const levelOf = (received: Paise | bigint, limit: Paise): LimitLevel => {
  if (received > limit) return 'above'
  return received * 100n >= limit * WARNING_PERCENT ? 'near' : 'below'
}

const limit = z.object({ name: z.enum(LIMIT_NAMES), limit: z.number(), level: z.enum(LIMIT_LEVELS) })

/**
 * Sums of live credits, in rupees, by the day in India on which the money came. Ignored credits do not count; refunded credits do. Cash,
 * and accounts that are not connected to Galla, are unknown.
 */
export const readTurnover = endpoint({
  method: 'GET',
  path: '/user/turnover',
  auth: 'session',
  summary:
    'Get the turnover of the live accounts: this month by UPI with the small-merchant limit, and this financial year with the GST thresholds',
  reply: z.object({
    data: z.object({
      /** Received by UPI in the connected account. Null: no limit applies to its kind, or no account is connected. */
      month: z.object({ from: istDate, received: z.number(), limit }).nullable(),
      /** Received by any rail in all live accounts of the merchant, including replaced ones. */
      year: z.object({ from: istDate, received: z.number(), limits: z.array(limit) }),
    }),
  }),
})
export type Turnover = z.output<typeof readTurnover.reply>['data']
