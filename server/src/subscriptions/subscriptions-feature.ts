import { ORDER_SETTLED_JOB } from '../orders/change-order.ts'
import type { CreateDeps } from '../orders/create/create-order.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import type { RecordEventDeps } from '../webhooks/events/record-event.ts'
import { activatePlan, startPaidPlans } from './activate-plan.ts'
import { ensureCatalogue } from './catalogue.ts'
import { purchaseRoutes } from './purchase-routes.ts'
import { findDuePlanWarnings, PLAN_WARNING_JOB, sendPlanWarning } from './send-plan-warning.ts'

const WARN_MS = 60_000
const START_PAID_MS = 60 * 60_000

export interface SubscriptionsFeatureDeps extends Platform, Pick<RecordEventDeps, 'wakeDeliveries'> {
  readonly creating: CreateDeps
}

/** Plans that merchants buy, and their invoices. Writes the catalogue at the first start. */
export const subscriptionsFeature = async (deps: SubscriptionsFeatureDeps): Promise<Feature> => {
  const { settings, drawings, wakeDeliveries } = deps
  const creating = { ...deps.creating, wakeDeliveries }
  await ensureCatalogue(deps)
  return {
    routes: (http) => purchaseRoutes(http, { ...creating, settings, drawings }),
    jobs: {
      async [ORDER_SETTLED_JOB](payload) {
        await activatePlan(creating, payload)
      },
      [PLAN_WARNING_JOB]: (payload, job) =>
        sendPlanWarning({ ...deps, publicUrl: settings.publicUrl, job }, payload),
    },
    sweeps: [
      createSweep(deps, { name: 'plans.warn', everyMs: WARN_MS, work: () => findDuePlanWarnings(creating) }),
      createSweep(deps, {
        name: 'plans.start_paid',
        everyMs: START_PAID_MS,
        work: () => startPaidPlans(creating),
      }),
    ],
  }
}
