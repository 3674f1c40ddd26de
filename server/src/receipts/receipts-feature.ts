import type { Feature, Platform } from '../platform/feature.ts'
import { receiptRoutes } from './receipt-routes.ts'
import { createReceiptSigner } from './sign-receipt.ts'

/** Signed receipts of payments. */
export const receiptsFeature = ({ db, clock, secrets, settings }: Platform): Feature => ({
  routes: (http) =>
    receiptRoutes(http, { db, clock, publicUrl: settings.publicUrl, signer: createReceiptSigner(secrets) }),
})
