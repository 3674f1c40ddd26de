import { type AccountingSettings, saveAccounting } from '@galla/contract/accounting/accounting'
import type { BillingDetails } from '@galla/contract/accounting/invoices'
import type { Platform } from '../platform/feature.ts'
import { invalidField } from '../platform/refusal.ts'
import { findAccounting, findBillingDetails, saveAccountingSettings, saveBilling } from './settings-store.ts'

type Deps = Pick<Platform, 'db' | 'clock'>

export const readBillingDetails = async ({ db }: Deps, merchantId: string): Promise<BillingDetails | null> =>
  (await findBillingDetails(db, merchantId)) ?? null

/** Saves the details for future invoices; issued ones stay as they are. */
export const saveBillingDetails = async (
  { db, clock }: Deps,
  merchantId: string,
  details: BillingDetails,
): Promise<BillingDetails> => {
  await saveBilling(db, merchantId, details, clock.now())
  return details
}

export const readSettings = async (
  { db }: Pick<Deps, 'db'>,
  merchantId: string,
): Promise<AccountingSettings> => (await findAccounting(db, merchantId)) ?? saveAccounting.body.parse({})

/** Only a registered seller may charge tax, so invoices need a GSTIN. */
export const saveSettings = async (
  { db }: Deps,
  merchantId: string,
  settings: AccountingSettings,
): Promise<AccountingSettings> => {
  if (settings.issuesInvoices && !(await findBillingDetails(db, merchantId))?.gstin)
    throw invalidField('issuesInvoices', 'Please save your billing details with a GSTIN first')
  await saveAccountingSettings(db, merchantId, settings)
  return settings
}
