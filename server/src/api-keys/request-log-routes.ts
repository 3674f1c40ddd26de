import { listApiRequests } from '@galla/contract/api-requests'
import type { FastifyInstance } from 'fastify'
import { type Authenticate, bind } from '../platform/endpoint-binding.ts'
import type { KeyCaller, SessionCaller } from './caller.ts'
import { findRequests } from './read-requests.ts'
import type { RequestLogDeps } from './request-log.ts'

export const requestLogRoutes = (
  app: FastifyInstance,
  deps: RequestLogDeps & { readonly authenticate: Authenticate<SessionCaller, KeyCaller> },
): void => {
  bind(app, listApiRequests, { authenticate: deps.authenticate }, ({ caller, query }) =>
    findRequests(deps, caller, query),
  )
}
