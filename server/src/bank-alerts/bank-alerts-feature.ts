import type { OrderDeps } from '../orders/change-order.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { API_BASE } from '../platform/http/endpoint-binding.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { alertRoutes } from './alert-routes.ts'
import type { AlertTokenDeps } from './alert-token.ts'
import { deleteOldAlerts } from './delete-old-alerts.ts'
import { alertDeskRoutes } from './desk/alert-desk-routes.ts'
import { createRecordSoon, type RecordSoon, recordAlerts } from './record-alerts.ts'

const RECORD_MS = 2_000
const RETENTION_MS = 10 * 60_000

export interface BankAlertsFeatureDeps extends Platform {
  readonly orders: OrderDeps
}

/** Alerts that a merchant's phone forwards, and the credits in them. */
export const bankAlertsFeature = (
  deps: BankAlertsFeatureDeps,
): Feature & Pick<AlertTokenDeps, 'alertUrl'> & { readonly recordSoon: RecordSoon } => {
  const { settings, orders, secrets } = deps
  const alertUrl = (token: string): string => new URL(`${API_BASE}/alerts/${token}`, settings.publicUrl).href
  const recordSoon = createRecordSoon({ orders, secrets })
  return {
    alertUrl,
    recordSoon,
    routes: (http) => {
      const tokens = { ...deps, alertUrl }
      alertRoutes(http, { orders, secrets, recordSoon, tokens })
      alertDeskRoutes(http, { orders, secrets, tokens })
    },
    sweeps: [
      createSweep(deps, {
        name: 'alerts.record',
        everyMs: RECORD_MS,
        work: () => recordAlerts({ orders, secrets }),
      }),
      createSweep(deps, {
        name: 'alerts.delete_old',
        everyMs: RETENTION_MS,
        work: () => deleteOldAlerts(deps),
      }),
    ],
  }
}
