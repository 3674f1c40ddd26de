import { ledgerReportLines, type PromiseName } from '../src/ledger/check/ledger-check.ts'
import { verifyLedger } from '../src/ledger/check/verify-ledger.ts'
import type { Clock } from '../src/platform/clock.ts'
import type { Database } from '../src/platform/database/database.ts'

const STRETCH = 500

/**
 * The end of each test on a real database: whatever it did, the ledger's promises hold. `openLedger` and `openShop` ask when they are
 * closed. What a test broke by hand, to see what comes of it, is named by that test.
 */
export const expectVerified = async (
  ledger: { readonly db: Database; readonly clock: Clock },
  ...broken: readonly PromiseName[]
): Promise<void> => {
  const report = await verifyLedger(ledger, STRETCH)
  const found = report.promises.filter(({ promise, faults }) => faults > 0 && !broken.includes(promise))
  if (found.length > 0)
    throw new Error(`the ledger breaks its promises\n${ledgerReportLines(report).join('\n')}`)
}
