import { testWebhook } from '@galla/contract/api-details'
import type { FastifyInstance } from 'fastify'
import type { Authenticators } from '../merchants/authenticate.ts'
import { bind } from '../platform/endpoint-binding.ts'
import { type SendTestPingDeps, sendTestPing } from './send-test-ping.ts'

export interface WebhookRoutesDeps extends SendTestPingDeps {
  readonly authenticate: Authenticators
}

export const webhookRoutes = (app: FastifyInstance, deps: WebhookRoutesDeps): void => {
  bind(app, testWebhook, { authenticate: deps.authenticate }, async ({ caller }) => ({
    msg: 'Test webhook sent',
    data: { eventId: await sendTestPing(deps, { merchantId: caller.merchantId, mode: caller.mode }) },
  }))
}
