import type { OrderDeps } from '../orders/change-order.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import type { Providers } from '../providers/providers.ts'
import { type Checks, createChecks } from './checks.ts'
import { notificationRoutes } from './notification-routes.ts'
import { sourceRoutes } from './source-routes.ts'

export interface StatusChecksFeatureDeps extends Platform {
  readonly orders: OrderDeps
  readonly providers: Providers
}

/** Status checks at providers, and the notifications that providers send. */
export const statusChecksFeature = (deps: StatusChecksFeatureDeps): Feature & { readonly checks: Checks } => {
  const { settings, orders } = deps
  const checks = createChecks(deps)
  return {
    checks,
    routes(http) {
      sourceRoutes(http, { orders, testing: deps, checks, sandbox: settings.sandbox })
      notificationRoutes(http, { ...deps, wake: checks.wake })
    },
    sweeps: [checks],
  }
}
