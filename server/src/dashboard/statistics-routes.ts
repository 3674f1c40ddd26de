import { dailyStats, hourlyStats, userStats } from '@galla/contract/orders/statistics'
import type { FastifyInstance } from 'fastify'
import { bind } from '../platform/http/endpoint-binding.ts'
import { readStats, readStatsOfDays, readStatsOfHours, type StatisticsDeps } from './read-statistics.ts'

export const statisticsRoutes = (app: FastifyInstance, deps: StatisticsDeps): void => {
  bind(app, userStats, async ({ caller }) => ({ data: await readStats(deps, caller) }))

  bind(app, dailyStats, async ({ caller, query }) => ({
    data: await readStatsOfDays(deps, caller, query),
  }))

  bind(app, hourlyStats, async ({ caller, query }) => ({
    data: await readStatsOfHours(deps, caller, query),
  }))
}
