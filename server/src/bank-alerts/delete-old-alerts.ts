import { ALERT_DAYS, SIGNATURE_TOLERANCE_SECONDS } from '@galla/contract/bank-alerts/alerts'
import { DAY_MS } from '@galla/contract/durations'
import type { Platform } from '../platform/feature.ts'
import { deleteAlertsBefore } from './alert-store.ts'
import { deleteRefusedAlerts, listMerchantsOfRefusedAlerts } from './refused-alert-store.ts'
import { deleteUsedSignatures, listMerchantsOfUsedSignatures } from './signing/alert-signing-store.ts'

const BATCH = 5_000
const MERCHANTS_MAX = 100
/** A signature is valid for up to twice the tolerance after its first use. The third tolerance allows for different clocks. */
const SIGNATURES_KEPT_MS = 3 * SIGNATURE_TOLERANCE_SECONDS * 1000

/** Deletes a batch of expired alerts, counts and used signatures. */
export const deleteOldAlerts = async ({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): Promise<{ more: boolean }> => {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  const [before, signedBefore] = [ago(ALERT_DAYS * DAY_MS), ago(SIGNATURES_KEPT_MS)]
  const deleted = await deleteAlertsBefore(db, before, BATCH)
  const refused = await listMerchantsOfRefusedAlerts(db, before, MERCHANTS_MAX)
  for (const merchantId of refused) await deleteRefusedAlerts(db, merchantId, before)
  const signed = await listMerchantsOfUsedSignatures(db, signedBefore, MERCHANTS_MAX)
  for (const merchantId of signed) await deleteUsedSignatures(db, merchantId, signedBefore)
  return { more: deleted === BATCH || refused.length === MERCHANTS_MAX || signed.length === MERCHANTS_MAX }
}
