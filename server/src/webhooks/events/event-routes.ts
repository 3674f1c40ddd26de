import { listEvents } from '@galla/contract/webhooks/events'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../platform/http/endpoint-binding.ts'
import { type ReadEventsDeps, readEvents } from './read-events.ts'

export const eventRoutes = (app: FastifyInstance, deps: ReadEventsDeps): void => {
  bind(app, listEvents, ({ caller, query }) =>
    readEvents(
      deps,
      { merchantId: caller.merchantId, mode: caller.mode },
      { after: query.after, limit: query.limit, notifications: query.notifications === '1' },
    ),
  )
}
