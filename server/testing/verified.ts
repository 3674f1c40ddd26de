import { expect } from 'vitest'
import { ledgerReportLines, type PromiseName } from '../src/credits/ledger-check.ts'
import { verifyLedger } from '../src/credits/verify-ledger.ts'
import type { Clock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/database.ts'

/**
 * The end of a test on a real database: whatever it did, the ledger's promises hold. What the test's own stand-ins do not do
 * (a ledger without webhooks announces elsewhere) is named.
 */
export const expectVerified = async (
  ledger: { readonly db: Database; readonly clock: Clock },
  ...without: PromiseName[]
): Promise<void> => {
  const report = await verifyLedger(ledger, 200)
  const broken = report.promises.filter(({ promise, faults }) => faults > 0 && !without.includes(promise))
  expect(broken, ledgerReportLines(report).join('\n')).toEqual([])
}
