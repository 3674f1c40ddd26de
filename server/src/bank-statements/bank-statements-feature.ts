import type { OrderDeps } from '../orders/change-order.ts'
import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { importStatement } from './import-statement.ts'
import { deleteUnconfirmed, STATEMENT_JOB } from './receive-statement.ts'
import { createStatementReader } from './statement-reader.ts'
import { statementRoutes } from './statement-routes.ts'

const SWEEP_MS = 3_600_000

export interface BankStatementsFeatureDeps extends Platform {
  readonly orders: OrderDeps
}

/** Statements that merchants upload, and their import. */
export const bankStatementsFeature = (deps: BankStatementsFeatureDeps): Feature => {
  const reader = createStatementReader(deps)
  const { orders, files, secrets } = deps
  return {
    routes: (http) => statementRoutes(http, { ...deps, reader }),
    jobs: {
      [STATEMENT_JOB]: (payload, job) => importStatement({ orders, files, secrets, reader }, payload, job),
    },
    sweeps: [
      createSweep(deps, {
        name: 'sources.delete_unconfirmed',
        everyMs: SWEEP_MS,
        work: () => deleteUnconfirmed(deps),
      }),
    ],
    stop: reader.stop,
  }
}
