import { listApiRequests } from '@galla/contract/api-keys/api-requests'
import type { FastifyInstance } from 'fastify'
import type { KeyCaller, SessionCaller } from '../merchants/caller.ts'
import { type Authenticate, bind } from '../platform/http/endpoint-binding.ts'
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
