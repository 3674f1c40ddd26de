import { fileURLToPath } from 'node:url'
import type { Feature, Platform } from '../platform/feature.ts'
import type { ApiDetailsDeps } from './api-details.ts'
import { apiDetailsRoutes } from './api-details-routes.ts'
import { openApiRoutes } from './openapi-routes.ts'
import { pluginPackageRoute, sdkPackageRoute } from './sdk-package.ts'

const PLUGIN_DIR = fileURLToPath(new URL('../../../plugins/woocommerce/dist', import.meta.url))
const SDK_DIR = fileURLToPath(new URL('../../../sdk/dist', import.meta.url))

/** What integrators take from here: the key and the webhook of a merchant, the OpenAPI document and the packages. */
export const developersFeature = (deps: Platform & ApiDetailsDeps): Feature => ({
  routes(http) {
    apiDetailsRoutes(http, deps)
    openApiRoutes(http, deps)
    sdkPackageRoute(http, { distDir: SDK_DIR, log: deps.log })
    pluginPackageRoute(http, { distDir: PLUGIN_DIR, log: deps.log })
  },
})
