import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import type { RecordEventDeps } from '../webhooks/events/record-event.ts'
import { deleteOldHealth } from './delete-old-health.ts'
import { sourceHealthRoutes } from './source-health-routes.ts'
import { mailSourceChange, SOURCE_MAIL_JOB } from './source-mail.ts'
import { createSourceWatch } from './watch-sources.ts'

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
