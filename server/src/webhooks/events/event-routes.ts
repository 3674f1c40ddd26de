import { listEvents } from '@galla/contract/webhooks/events'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/database/database.ts'
import { bind } from '../../platform/http/endpoint-binding.ts'
import { readEvents } from './read-events.ts'

export const eventRoutes = (app: FastifyInstance, deps: { readonly db: Database }): void => {
  bind(app, listEvents, ({ caller, query }) =>
    readEvents(
      deps,
      { merchantId: caller.merchantId, mode: caller.mode },
      { after: query.after, limit: query.limit, notifications: query.notifications === '1' },
    ),
  )
}
