import { testWebhook } from '@galla/contract/api-keys/api-details'
import * as calls from '@galla/contract/webhooks/webhook-deliveries'
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
import { showEndpoint } from './read-endpoint.ts'
import { resumeEndpoint } from './resume-endpoint.ts'
import { sendTestPing } from './send-test-ping.ts'

export interface WebhookRoutesDeps extends StartReplayDeps, LimitDeps {}

const keyOf = ({ merchantId, mode }: SessionCaller): EndpointKey => ({ merchantId, mode })

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

  bind(app, testWebhook, async ({ caller }) => {
    await countPress(caller)
    return { msg: 'Test webhook sent', data: { eventId: await sendTestPing(deps, keyOf(caller)) } }
  })
  bind(app, calls.listDeliveries, ({ caller, query }) => findDeliveries(deps, keyOf(caller), query))
  bind(app, calls.readDelivery, async ({ caller, params }) => ({
    data: await showDelivery(deps, keyOf(caller), params.id),
  }))
  bind(app, calls.redeliver, async ({ caller, params }) => {
    await countPress(caller)
    return { msg: 'Sent again', data: await redeliver(deps, keyOf(caller), params.id) }
  })
  bind(app, calls.countReplay, async ({ caller, query }) => ({
    data: await countReplayed(deps, keyOf(caller), rangeOf(query)),
  }))
  bind(app, calls.startReplay, async ({ caller, body }) => ({
    msg: 'Replay started',
    data: await startReplay(
      deps,
      keyOf(caller),
      rangeOf(body),
      body.asOf === undefined ? undefined : new Date(body.asOf),
    ),
  }))
  bind(app, calls.stopReplay, async ({ caller }) => ({
    msg: 'Replay stopped',
    data: await endReplay(deps, keyOf(caller)),
  }))
  bind(app, calls.readWebhookEndpoint, async ({ caller }) => ({
    data: await showEndpoint(deps, keyOf(caller)),
  }))
  bind(app, calls.resumeWebhook, async ({ caller }) => {
    await resumeEndpoint(deps, keyOf(caller))
    return { msg: 'Webhook resumed', data: await showEndpoint(deps, keyOf(caller)) }
  })
}
