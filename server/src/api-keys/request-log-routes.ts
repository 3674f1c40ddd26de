import { listApiRequests } from '@galla/contract/api-keys/api-requests'
import type { FastifyInstance } from 'fastify'
import { bind } from '../platform/http/endpoint-binding.ts'
import { readRequests } from './read-requests.ts'
import type { RequestLogDeps } from './request-log.ts'

export const requestLogRoutes = (app: FastifyInstance, deps: RequestLogDeps): void => {
  bind(app, listApiRequests, ({ caller, query }) => readRequests(deps, caller, query))
}
