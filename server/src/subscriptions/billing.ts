import type { BillingDetails } from '@galla/contract/subscriptions/billing'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { findBillingDetails, saveBilling } from './invoice-store.ts'

export interface BillingDeps {
  readonly db: Database
  readonly clock: Clock
}

export const readBillingDetails = async (
  { db }: BillingDeps,
  merchantId: string,
): Promise<BillingDetails | null> => (await findBillingDetails(db, merchantId)) ?? null

/** Saves the details for future invoices; issued ones stay as they are. */
export const saveBillingDetails = async (
  { db, clock }: BillingDeps,
  merchantId: string,
  details: BillingDetails,
): Promise<BillingDetails> => {
  await saveBilling(db, merchantId, details, clock.now())
  return details
}
