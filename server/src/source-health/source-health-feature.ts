import * as calls from '@galla/contract/source-health/sources'
import type { FastifyInstance } from 'fastify'
import type { Feature, Platform } from '../platform/feature.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import type { RecordEventDeps } from '../webhooks/events/record-event.ts'
import { listSources, updateSource } from './manage-sources.ts'
import { mailSourceChange, SOURCE_MAIL_JOB } from './source-mail.ts'
import { createSourceWatch, deleteOldHealth } from './watch-sources.ts'

const sourceHealthRoutes = (app: FastifyInstance, deps: Pick<Platform, 'db' | 'clock' | 'ids'>): void => {
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

/** A silence is noticed this much after its limit at most. */
const WATCH_MS = 15_000
const RETENTION_MS = 3_600_000

/** Watches whether the sources of payments are still heard. */
export const sourceHealthFeature = (deps: Platform & Pick<RecordEventDeps, 'wakeDeliveries'>): Feature => ({
  routes: (http) => sourceHealthRoutes(http, deps),
  jobs: {
    [SOURCE_MAIL_JOB]: (payload, job) =>
      mailSourceChange({ ...deps, publicUrl: deps.settings.publicUrl, job }, payload),
  },
  sweeps: [
    createSweep(deps, { name: 'sources.watch', everyMs: WATCH_MS, work: createSourceWatch(deps).run }),
    createSweep(deps, {
      name: 'sources.delete_old',
      everyMs: RETENTION_MS,
      work: () => deleteOldHealth(deps),
    }),
  ],
})
