import type { OrderDeps } from '../orders/change-order.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import type { Providers } from '../providers/providers.ts'
import { checkLedgerTonight, LEDGER_CHECK_JOB, requestLedgerCheck } from './check/verify-ledger.ts'
import { compareDebits, deleteOldDebits } from './refunds/confirm-by-debit.ts'
import { refundRoutes } from './refunds/refund-routes.ts'
import { sendRefunds } from './refunds/send-refunds.ts'
import { createReversalSweep, REVERSAL_MAIL_JOB } from './reversals/record-reversals.ts'
import { mailReversals } from './reversals/reversal-mail.ts'

const REQUEST_MS = 10 * 60_000
const REVERSALS_MS = 60_000
const DEBITS_MS = 10_000
const RETENTION_MS = 3_600_000

export interface LedgerFeatureDeps extends Platform {
  readonly orders: OrderDeps
  readonly providers: Providers
}

/** The nightly check of the ledger, and the refunds and reversals of its payments. */
export const ledgerFeature = (deps: LedgerFeatureDeps): Feature => ({
  routes: (http) => refundRoutes(http, deps.orders),
  jobs: {
    [LEDGER_CHECK_JOB]: (payload) => checkLedgerTonight(deps, payload),
    [REVERSAL_MAIL_JOB]: (payload, job) =>
      mailReversals({ ...deps, publicUrl: deps.settings.publicUrl, job }, payload),
  },
  sweeps: [
    createSweep(deps, { name: 'ledger.check', everyMs: REQUEST_MS, work: () => requestLedgerCheck(deps) }),
    createSweep(deps, { name: 'refunds.debits', everyMs: DEBITS_MS, work: () => compareDebits(deps.orders) }),
    createSweep(deps, {
      name: 'refunds.delete_debits',
      everyMs: RETENTION_MS,
      work: () => deleteOldDebits(deps),
    }),
    createSweep(deps, { name: 'refunds', everyMs: DEBITS_MS, work: () => sendRefunds(deps) }),
    createSweep(deps, { name: 'reversals', everyMs: REVERSALS_MS, work: createReversalSweep(deps.orders) }),
  ],
})
