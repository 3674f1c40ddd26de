import { dailyStats, hourlyStats, userStats } from '@galla/contract/orders/statistics'
import type { FastifyInstance } from 'fastify'
import type { Authenticators } from '../api-keys/authenticate.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { readStats, readStatsOfDays, readStatsOfHours, type StatisticsDeps } from './read-statistics.ts'

export const statisticsRoutes = (
  app: FastifyInstance,
  deps: StatisticsDeps & { readonly authenticate: Authenticators },
): void => {
  const { authenticate } = deps

  bind(app, userStats, { authenticate }, async ({ caller }) => ({ data: await readStats(deps, caller) }))

  bind(app, dailyStats, { authenticate }, async ({ caller, query }) => ({
    data: await readStatsOfDays(deps, caller, query),
  }))

  bind(app, hourlyStats, { authenticate }, async ({ caller, query }) => ({
    data: await readStatsOfHours(deps, caller, query),
  }))
}
