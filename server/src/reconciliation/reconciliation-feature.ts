import type { OrderDeps } from '../orders/change-order.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { CLOSING_MAIL_JOB, mailClosing, queueClosingMails } from './closing-mail.ts'
import { creditRoutes } from './credit-routes.ts'

const QUEUE_MS = 10 * 60_000

export interface ReconciliationFeatureDeps extends Platform {
  readonly orders: OrderDeps
}

/** Credits that need a person's decision, and the daily closing. */
export const reconciliationFeature = (deps: ReconciliationFeatureDeps): Feature => ({
  routes: (http) => creditRoutes(http, deps),
  jobs: {
    [CLOSING_MAIL_JOB]: (payload, job) =>
      mailClosing({ ...deps, publicUrl: deps.settings.publicUrl, job }, payload),
  },
  sweeps: [
    createSweep(deps, { name: 'closing.mail', everyMs: QUEUE_MS, work: () => queueClosingMails(deps) }),
  ],
})
