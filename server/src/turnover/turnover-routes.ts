import { readTurnover as endpoint } from '@galla/contract/turnover/turnover'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform/feature.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { readTurnover } from './read-turnover.ts'

export const turnoverRoutes = (app: FastifyInstance, deps: Pick<Platform, 'db' | 'clock'>): void => {
  bind(app, endpoint, async ({ caller }) => ({
    data: await readTurnover(deps, caller),
  }))
}
