import * as calls from '@galla/contract/payment-accounts/sources'
import type { FastifyInstance } from 'fastify'
import type { Authenticators } from '../api-keys/authenticate.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { listSources } from './list-sources.ts'

export const sourceHealthRoutes = (
  app: FastifyInstance,
  deps: { readonly db: Database; readonly clock: Clock; readonly authenticate: Authenticators },
): void => {
  bind(app, calls.listSources, { authenticate: deps.authenticate }, async ({ caller }) => ({
    data: await listSources(deps, caller),
  }))
}
