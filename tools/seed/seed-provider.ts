import type { AccountKey } from '../../server/src/payment-accounts/account-source.ts'
import { saveSource } from '../../server/src/payment-accounts/account-source-store.ts'
import type { Clock } from '../../server/src/platform/clock.ts'
import type { Secrets } from '../../server/src/platform/crypto/crypto.ts'
import type { Database, Transaction } from '../../server/src/platform/database/database.ts'
import { randomIds } from '../../server/src/platform/ids.ts'
import { createProviders } from '../../server/src/providers/providers.ts'
import { testConnection } from '../../server/src/status-checks/test-connection.ts'
import { startFakePaytm } from '../../server/testing/fake-paytm.ts'

/** Invented credentials that the real Paytm refuses. Paytm creates no QRs, so live orders work without it. */
const CREDENTIALS = { merchantId: 'CHAIGALLI0471', merchantKey: 'demo-key-of-none' }

/** Connects the shop's live account to Paytm, as a merchant does. */
export const connectProvider = async (
  tx: Transaction,
  secrets: Secrets,
  account: AccountKey,
  at: Date,
): Promise<void> => {
  await saveSource(tx, secrets, account, { source: 'paytm-v3', credentials: CREDENTIALS }, at)
}

/**
 * Runs "Test connection" once, so that the dashboard shows the health of a connection. It calls the fake Paytm of the tests, which runs in
 * this program, and no other server.
 */
export const askProvider = async (
  { db, clock, secrets }: { readonly db: Database; readonly clock: Clock; readonly secrets: Secrets },
  merchantId: string,
): Promise<void> => {
  const paytm = await startFakePaytm(CREDENTIALS, () => clock.now())
  try {
    const none = { phonepe: undefined, razorpay: undefined, cashfree: undefined }
    const providers = createProviders({ urls: { ...none, paytm: paytm.url }, ids: randomIds, clock })
    await testConnection({ db, clock, ids: randomIds, secrets, providers }, merchantId)
  } finally {
    await paytm.close()
  }
}
