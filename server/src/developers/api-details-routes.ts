import * as calls from '@galla/contract/api-keys/api-details'
import type { FastifyInstance } from 'fastify'
import { bind } from '../platform/http/endpoint-binding.ts'
import {
  type ApiDetailsDeps,
  apiDetails,
  removeWebhookUrl,
  rotateApiKey,
  rotateWebhookSecret,
  setWebhookUrl,
} from './api-details.ts'

export const apiDetailsRoutes = (app: FastifyInstance, deps: ApiDetailsDeps): void => {
  bind(app, calls.getApiDetails, async ({ caller }) => ({ data: await apiDetails(deps, caller) }))
  bind(app, calls.updateWebhookUrl, async ({ caller, body }) => ({
    msg: `Webhook ${[body.format, body.tellsFailures, body.tellsSources].every((each) => each === undefined) ? 'URL' : 'format'} updated successfully`,
    data: await setWebhookUrl(deps, caller, {
      url: body.webhookUrl,
      format: body.format,
      tellsFailures: body.tellsFailures,
      tellsSources: body.tellsSources,
    }),
  }))
  bind(app, calls.removeWebhookUrl, async ({ caller }) => ({
    msg: 'Webhook URL removed',
    data: await removeWebhookUrl(deps, caller),
  }))
  bind(app, calls.rotateApiKey, async ({ caller, body }) => ({
    msg: 'API key replaced',
    data: await rotateApiKey(deps, caller, body.stopOldNow ?? false),
  }))
  bind(app, calls.rotateWebhookSecret, async ({ caller }) => ({
    msg: 'Signing secret replaced',
    data: await rotateWebhookSecret(deps, caller),
  }))
}
