import type { Authenticators } from '../api-keys/authenticate.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { failureLogger } from '../platform/log.ts'
import { createDeliveries, type DeliveriesDeps } from './deliveries/deliveries.ts'
import { postWebhook } from './deliveries/post-webhook.ts'
import { PAUSED_JOB } from './deliveries/record-attempt.ts'
import { tellPaused } from './endpoints/tell-paused.ts'
import { webhookRoutes } from './endpoints/webhook-routes.ts'
import { eventRoutes } from './events/event-routes.ts'
import type { RecordEventDeps } from './events/record-event.ts'
import { workReplays } from './replays/work-replays.ts'

const REPLAY_MS = 500

export interface WebhooksFeatureDeps
  extends Platform,
    Pick<DeliveriesDeps, 'numberOrder' | 'findFinalFailure'> {
  readonly authenticate: Authenticators
}

/** Endpoints, events, their deliveries, and sending events again. */
export const webhooksFeature = (
  deps: WebhooksFeatureDeps,
): Feature & Pick<RecordEventDeps, 'wakeDeliveries'> => {
  const { settings } = deps
  const deliveries = createDeliveries({
    ...deps,
    addJob: (tx, job, payload) => deps.addJob(tx, job, { ...payload }),
    post: postWebhook({ allowPrivate: settings.allowPrivateWebhooks }),
    onError: failureLogger(deps.log, 'deliveries'),
  })
  // A process of the web role sends nothing: a worker's sweep finds what is due.
  const wakeDeliveries = settings.role === 'web' ? () => {} : deliveries.wake
  const replays = createSweep(deps, {
    name: 'webhooks.replay',
    everyMs: REPLAY_MS,
    work: () => workReplays({ ...deps, wakeDeliveries }),
  })
  return {
    wakeDeliveries,
    routes(http) {
      webhookRoutes(http, { ...deps, wakeDeliveries, wakeReplays: replays.wake })
      eventRoutes(http, deps)
    },
    jobs: {
      [PAUSED_JOB]: (payload) => tellPaused({ ...deps, publicUrl: settings.publicUrl }, payload),
    },
    sweeps: [deliveries, replays],
  }
}
