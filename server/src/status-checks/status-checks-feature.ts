import type { OrderDeps } from '../orders/change-order.ts'
import { deleteUnusedCredentials } from '../payment-accounts/delete-unused-credentials.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import type { Providers } from '../providers/providers.ts'
import { type Checks, createChecks } from './checks.ts'
import { deleteNotificationsByAge } from './receive-provider-notification.ts'
import { notificationRoutes, sourceRoutes } from './source-routes.ts'

const RETENTION_MS = 3_600_000

export interface StatusChecksFeatureDeps extends Platform {
  readonly orders: OrderDeps
  readonly providers: Providers
}

/** Status checks at providers, and the notifications that providers send. */
export const statusChecksFeature = (deps: StatusChecksFeatureDeps): Feature & { readonly checks: Checks } => {
  const { settings, orders } = deps
  const checks = createChecks(deps)
  const retention = createSweep(deps, {
    name: 'status.replaced-credentials',
    everyMs: RETENTION_MS,
    work: () => deleteUnusedCredentials(orders),
  })
  const oldNotifications = createSweep(deps, {
    name: 'status.delete_notifications',
    everyMs: RETENTION_MS,
    work: () => deleteNotificationsByAge(deps),
  })
  return {
    checks,
    routes(http) {
      sourceRoutes(http, { orders, testing: deps, checks, sandbox: settings.sandbox })
      notificationRoutes(http, { ...deps, wake: checks.wake })
    },
    sweeps: [checks, retention, oldNotifications],
  }
}
