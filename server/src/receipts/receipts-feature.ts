import type { Feature, Platform } from '../platform/feature.ts'
import { createSweep } from '../platform/jobs/sweep.ts'
import { emailReceipts } from './email-receipts.ts'
import { receiptRoutes } from './receipt-routes.ts'
import { createReceiptSigner } from './sign-receipt.ts'

const EMAIL_MS = 10_000

/** Signed receipts of payments, shown and emailed. */
export const receiptsFeature = (deps: Platform): Feature => {
  const { secrets, settings } = deps
  const { publicUrl } = settings
  return {
    routes: (http) => receiptRoutes(http, { ...deps, publicUrl, signer: createReceiptSigner(secrets) }),
    sweeps: [
      createSweep(deps, {
        name: 'receipts.email',
        everyMs: EMAIL_MS,
        work: () => emailReceipts({ ...deps, publicUrl }),
      }),
    ],
  }
}
