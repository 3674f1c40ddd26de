import * as calls from '@galla/contract/source-health/sources'
import type { FastifyInstance } from 'fastify'
import type { Platform } from '../platform/feature.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { listSources } from './list-sources.ts'
import { updateSource } from './update-source.ts'

export const sourceHealthRoutes = (
  app: FastifyInstance,
  deps: Pick<Platform, 'db' | 'clock' | 'ids'>,
): void => {
  bind(app, calls.listSources, async ({ caller }) => ({
    data: await listSources(deps, caller),
  }))
  bind(app, calls.updateSource, async ({ caller, body }) => {
    await updateSource(deps, caller, body.source, body.used)
    return {
      msg: body.used ? 'The source is used again' : 'The source is no longer used',
      data: await listSources(deps, caller),
    }
  })
}
