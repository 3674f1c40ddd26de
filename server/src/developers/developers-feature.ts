import { fileURLToPath } from 'node:url'
import * as calls from '@galla/contract/api-keys/api-details'
import { openApiDocument } from '@galla/contract/api-reference/openapi'
import type { FastifyInstance } from 'fastify'
import type { Feature, Platform } from '../platform/feature.ts'
import { bind } from '../platform/http/endpoint-binding.ts'
import { serveText } from '../platform/http/serve-text.ts'
import {
  type ApiDetailsDeps,
  apiDetails,
  removeWebhookUrl,
  rotateApiKey,
  rotateWebhookSecret,
  setWebhookUrl,
} from './api-details.ts'
import { pluginPackageRoute, sdkPackageRoute } from './sdk-package.ts'

const PLUGIN_DIR = fileURLToPath(new URL('../../../plugins/woocommerce/dist', import.meta.url))
const SDK_DIR = fileURLToPath(new URL('../../../sdk/dist', import.meta.url))

/** What integrators take from here: the key and the webhook of a merchant, the OpenAPI document and the packages. */
export const developersFeature = (deps: Platform & ApiDetailsDeps): Feature => ({
  routes(http) {
    const { publicUrl } = deps.settings
    apiDetailsRoutes(http, deps)
    serveText(http, {
      path: '/api/openapi.json',
      type: 'application/json; charset=utf-8',
      text: () => JSON.stringify(openApiDocument({ origin: publicUrl.origin, version: deps.version })),
      anyOrigin: true,
    })
    sdkPackageRoute(http, { distDir: SDK_DIR, log: deps.log })
    pluginPackageRoute(http, { distDir: PLUGIN_DIR, log: deps.log })
  },
})

const apiDetailsRoutes = (app: FastifyInstance, deps: ApiDetailsDeps): void => {
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
