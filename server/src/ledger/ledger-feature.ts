import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { checkLedgerTonight, LEDGER_CHECK_JOB, requestLedgerCheck } from './check/verify-ledger.ts'

const REQUEST_MS = 10 * 60_000

/** The nightly check of the ledger. */
export const ledgerFeature = (deps: Platform): Feature => ({
  jobs: { [LEDGER_CHECK_JOB]: (payload) => checkLedgerTonight(deps, payload) },
  sweeps: [
    createSweep(deps, { name: 'ledger.check', everyMs: REQUEST_MS, work: () => requestLedgerCheck(deps) }),
  ],
})
