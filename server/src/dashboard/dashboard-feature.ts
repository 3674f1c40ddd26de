import { fileURLToPath } from 'node:url'
import type { AlertTokenDeps } from '../bank-alerts/alert-token.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import type { CreateDeps } from '../orders/create/create-order.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import type { RecordEventDeps } from '../webhooks/events/record-event.ts'
import { apiDetailsRoutes } from './api-details-routes.ts'
import { openApiRoutes } from './openapi-routes.ts'
import { orderDeskRoutes } from './order-desk-routes.ts'
import { pluginPackageRoute, sdkPackageRoute } from './sdk-package.ts'

const PLUGIN_DIR = fileURLToPath(new URL('../../../plugins/woocommerce/dist', import.meta.url))
const SDK_DIR = fileURLToPath(new URL('../../../sdk/dist', import.meta.url))

export interface DashboardFeatureDeps extends Platform {
  readonly orders: OrderDeps
  readonly paymentUrl: CreateDeps['paymentUrl']
  readonly wakeDeliveries: RecordEventDeps['wakeDeliveries']
  readonly alertUrl: AlertTokenDeps['alertUrl']
}

/** The merchant's dashboard: the list of orders, exports, statistics, API details and downloads. */
export const dashboardFeature = (deps: DashboardFeatureDeps): Feature => ({
  routes(http) {
    orderDeskRoutes(http, deps)
    apiDetailsRoutes(http, deps)
    openApiRoutes(http, deps)
    sdkPackageRoute(http, { distDir: SDK_DIR, log: deps.log })
    pluginPackageRoute(http, { distDir: PLUGIN_DIR, log: deps.log })
  },
})
