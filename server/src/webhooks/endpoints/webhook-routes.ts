import { testWebhook } from '@galla/contract/api-keys/api-details'
import * as calls from '@galla/contract/webhooks/webhook-deliveries'
import * as further from '@galla/contract/webhooks/webhook-endpoints'
import type { FastifyInstance } from 'fastify'
import type { SessionCaller } from '../../merchants/caller.ts'
import { countRequest, type LimitDeps } from '../../merchants/limit-attempts.ts'
import { bind } from '../../platform/http/endpoint-binding.ts'
import { findDeliveries, showDelivery } from '../deliveries/read-deliveries.ts'
import { redeliver } from '../deliveries/redeliver.ts'
import {
  countReplayed,
  endReplay,
  type ReplayRange,
  type StartReplayDeps,
  startReplay,
} from '../replays/start-replay.ts'
import type { EndpointKey } from './endpoint.ts'
import {
  addFurther,
  changeFurther,
  pauseFurther,
  removeFurther,
  rotateFurther,
  showFurther,
} from './further-endpoints.ts'
import { showEndpoint } from './read-endpoint.ts'
import { resumeEndpoint } from './resume-endpoint.ts'
import { sendTestPing } from './send-test-ping.ts'

export interface WebhookRoutesDeps extends StartReplayDeps, LimitDeps {}

const keyOf = (
  { merchantId, mode }: SessionCaller,
  { endpoint }: { readonly endpoint: string },
): EndpointKey => ({ merchantId, mode, endpointId: Number(endpoint) })

const rangeOf = ({
  from,
  to,
  state,
}: {
  from: string
  to: string
  state: ReplayRange['state']
}): ReplayRange => ({
  from: new Date(from),
  to: new Date(to),
  state,
})

export const webhookRoutes = (app: FastifyInstance, deps: WebhookRoutesDeps): void => {
  /** What is sent by hand goes to someone's server: not more often than a person presses. */
  const countPress = ({ merchantId }: SessionCaller) =>
    countRequest(deps, { name: 'webhook-press', key: merchantId })

  bind(app, testWebhook, async ({ caller, query }) => {
    await countPress(caller)
    return { msg: 'Test webhook sent', data: { eventId: await sendTestPing(deps, keyOf(caller, query)) } }
  })
  bind(app, calls.listDeliveries, ({ caller, query }) => findDeliveries(deps, keyOf(caller, query), query))
  bind(app, calls.readDelivery, async ({ caller, params, query }) => ({
    data: await showDelivery(deps, keyOf(caller, query), params.id),
  }))
  bind(app, calls.redeliver, async ({ caller, params, query }) => {
    await countPress(caller)
    return { msg: 'Sent again', data: await redeliver(deps, keyOf(caller, query), params.id) }
  })
  bind(app, calls.countReplay, async ({ caller, query }) => ({
    data: await countReplayed(deps, keyOf(caller, query), rangeOf(query)),
  }))
  bind(app, calls.startReplay, async ({ caller, body, query }) => ({
    msg: 'Replay started',
    data: await startReplay(
      deps,
      keyOf(caller, query),
      rangeOf(body),
      body.asOf === undefined ? undefined : new Date(body.asOf),
    ),
  }))
  bind(app, calls.stopReplay, async ({ caller, query }) => ({
    msg: 'Replay stopped',
    data: await endReplay(deps, keyOf(caller, query)),
  }))
  bind(app, calls.readWebhookEndpoint, async ({ caller, query }) => ({
    data: await showEndpoint(deps, keyOf(caller, query)),
  }))
  bind(app, calls.resumeWebhook, async ({ caller, query }) => {
    await resumeEndpoint(deps, keyOf(caller, query))
    return { msg: 'Webhook resumed', data: await showEndpoint(deps, keyOf(caller, query)) }
  })
  bindFurther(app, deps)
}

const bindFurther = (app: FastifyInstance, deps: WebhookRoutesDeps): void => {
  bind(app, further.listWebhookEndpoints, async ({ caller }) => ({ data: await showFurther(deps, caller) }))
  bind(app, further.addWebhookEndpoint, async ({ caller, body }) => ({
    msg: 'Endpoint added',
    data: await addFurther(deps, caller, body),
  }))
  bind(app, further.changeWebhookEndpoint, async ({ caller, params, body }) => ({
    msg: 'Endpoint saved',
    data: await changeFurther(deps, caller, params.endpointId, body),
  }))
  bind(app, further.removeWebhookEndpoint, async ({ caller, params }) => {
    await removeFurther(deps, caller, params.endpointId)
    return { msg: 'Endpoint removed' }
  })
  bind(app, further.rotateWebhookEndpointSecret, async ({ caller, params }) => ({
    msg: 'Signing secret replaced',
    data: await rotateFurther(deps, caller, params.endpointId),
  }))
  bind(app, further.pauseWebhookEndpoint, async ({ caller, params }) => ({
    msg: 'Endpoint paused',
    data: await pauseFurther(deps, caller, params.endpointId),
  }))
}
