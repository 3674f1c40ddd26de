import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { count, istDate } from '../fields.ts'

/** All orders of the session's mode; amounts in rupees, rates in percent with one decimal. */
export const stats = z.object({
  totalTransactions: count,
  totalAmount: z.number(),
  /** Successes of all successes and failures; 0 without any. */
  successRate: z.number(),
  /** This calendar month to date against the same days of the month before; before it nothing: 100 if there is any, else 0. */
  monthlyGrowth: z.number(),
})
export type Stats = z.output<typeof stats>

export const userStats = endpoint({
  method: 'GET',
  path: '/user/stats',
  auth: 'session',
  summary: "Get the totals of the session's mode",
  reply: z.object({ data: stats }),
})

/** At most this many days at once. */
export const STATS_DAYS_MAX = 366

const period = z.object({ from: istDate.optional(), to: istDate.optional() })

/** Orders are counted on the day they were created, Asia/Kolkata; `amount` is that of the successful ones, in rupees. */
export const statsDay = z.object({
  day: istDate,
  count,
  successCount: count,
  failedCount: count,
  amount: z.number(),
  successRate: z.number(),
})
export type StatsDay = z.output<typeof statsDay>

export const dailyStats = endpoint({
  method: 'GET',
  path: '/user/stats/daily',
  auth: 'session',
  summary: 'Get orders by day, including days without orders; the last 30 days by default',
  query: period,
  reply: z.object({ data: z.array(statsDay) }),
})

export const statsHour = z.object({ hour: z.number().int().min(0).max(23), count, amount: z.number() })
export type StatsHour = z.output<typeof statsHour>

export const hourlyStats = endpoint({
  method: 'GET',
  path: '/user/stats/hourly',
  auth: 'session',
  summary: 'Get orders by hour of the day, in 24 rows; the last 30 days by default',
  query: period,
  reply: z.object({ data: z.array(statsHour) }),
})
