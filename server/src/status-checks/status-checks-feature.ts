import type { Authenticators } from '../api-keys/authenticate.ts'
import type { OrderDeps } from '../orders/change-order.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { failureLogger } from '../platform/log.ts'
import type { Providers } from '../providers/providers.ts'
import { type Checks, createChecks } from './checks.ts'
import { notificationRoutes } from './notification-routes.ts'
import { sourceRoutes } from './source-routes.ts'

export interface StatusChecksFeatureDeps extends Platform {
  readonly authenticate: Authenticators
  readonly orders: OrderDeps
  readonly providers: Providers
}

/** Asking providers what became of orders, and hearing from them. */
export const statusChecksFeature = (deps: StatusChecksFeatureDeps): Feature & { readonly checks: Checks } => {
  const { settings, authenticate, orders } = deps
  const checks = createChecks({ ...deps, onError: failureLogger(deps.log, 'checks') })
  const wake = settings.role === 'web' ? () => {} : checks.sweep
  return {
    checks,
    routes(http) {
      sourceRoutes(http, { orders, testing: deps, checks, authenticate, sandbox: settings.sandbox })
      notificationRoutes(http, { ...deps, wake })
    },
    sweeps: [checks],
  }
}
