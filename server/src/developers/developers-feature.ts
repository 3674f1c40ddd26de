import { fileURLToPath } from 'node:url'
import { openApiDocument } from '@galla/contract/api-reference/openapi'
import type { Feature, Platform } from '../platform/feature.ts'
import { serveText } from '../platform/http/serve-text.ts'
import type { ApiDetailsDeps } from './api-details.ts'
import { apiDetailsRoutes } from './api-details-routes.ts'
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
