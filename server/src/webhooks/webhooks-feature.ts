import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { createDeliveries } from './deliveries/deliveries.ts'
import { PAUSED_JOB } from './deliveries/record-attempts.ts'
import { postWebhook } from './deliveries/send-delivery.ts'
import { deleteWaiting, REMOVED_JOB } from './endpoints/further-endpoints.ts'
import { notifyPaused } from './endpoints/notify-paused.ts'
import { createMissedResumer } from './endpoints/resume-endpoint.ts'
import { webhookRoutes } from './endpoints/webhook-routes.ts'
import { deleteOldEvents } from './events/delete-old-events.ts'
import { eventRoutes } from './events/event-routes.ts'
import type { RecordEventDeps } from './events/record-event.ts'
import { workReplays } from './replays/work-replays.ts'

const REPLAY_MS = 500
const RESUME_MS = 1_000
const RETENTION_MS = 3_600_000

/** Endpoints, events, their deliveries, and sending events again. */
export const webhooksFeature = (deps: Platform): Feature & Pick<RecordEventDeps, 'wakeDeliveries'> => {
  const { settings } = deps
  const deliveries = createDeliveries({
    ...deps,
    addJob: (tx, job, payload) => deps.addJob(tx, job, { ...payload }),
    count: deps.metrics.count,
    post: postWebhook({ allowPrivate: settings.allowPrivateWebhooks }),
  })
  // A process of the web role sends nothing: a worker's sweep finds what is due.
  const wakeDeliveries = settings.role === 'web' ? () => {} : deliveries.wake
  const replays = createSweep(deps, {
    name: 'webhooks.replay',
    everyMs: REPLAY_MS,
    work: () => workReplays({ ...deps, wakeDeliveries }),
  })
  const missed = createSweep(deps, {
    name: 'webhooks.resume',
    everyMs: RESUME_MS,
    work: createMissedResumer({ ...deps, wakeDeliveries }),
  })
  const retention = createSweep(deps, {
    name: 'webhooks.retention',
    everyMs: RETENTION_MS,
    work: () => deleteOldEvents(deps),
  })
  return {
    wakeDeliveries,
    routes(http) {
      webhookRoutes(http, { ...deps, wakeDeliveries, wakeReplays: replays.wake })
      eventRoutes(http, deps)
    },
    jobs: {
      [PAUSED_JOB]: (payload, job) => notifyPaused({ ...deps, publicUrl: settings.publicUrl, job }, payload),
      [REMOVED_JOB]: (payload) => deleteWaiting(deps, payload),
    },
    sweeps: [deliveries, replays, missed, retention],
  }
}
