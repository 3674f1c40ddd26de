import type { BillingDetails } from '@galla/contract/subscriptions/billing'
import type { Platform } from '../platform/feature.ts'
import { findBillingDetails, saveBilling } from './invoice-store.ts'

export type BillingDeps = Pick<Platform, 'db' | 'clock'>

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
