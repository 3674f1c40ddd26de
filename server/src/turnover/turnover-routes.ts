import { readTurnover as endpoint } from '@galla/contract/payment-accounts/turnover'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { readTurnover } from './read-turnover.ts'

export const turnoverRoutes = (
  app: FastifyInstance,
  deps: { readonly db: Database; readonly clock: Clock },
): void => {
  bind(app, endpoint, async ({ caller }) => ({
    data: await readTurnover(deps, caller),
  }))
}
