import { recordAct } from '../merchants/record-act.ts'
import { lockSuspension, updateSuspension } from '../merchants/suspension-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import { SUSPENSION_JOB, type SuspensionNews } from './notify-suspension.ts'

export interface SuspendDeps extends Pick<Platform, 'db' | 'clock' | 'ids'> {
  readonly addJob: (tx: Transaction, job: typeof SUSPENSION_JOB, payload: SuspensionNews) => Promise<unknown>
}

export interface Suspension {
  readonly suspendedAt: Date | null
  readonly suspendedReason: string | null
  /** False when nothing changed. */
  readonly changed: boolean
}

/**
 * Suspends a merchant with a reason, or resumes with null. A suspended merchant can start nothing new, but open orders are still settled,
 * and the merchant can log in and read. Repeated calls, also at once, change and record it once, with the first reason.
 */
export const setMerchantSuspended = (
  deps: SuspendDeps,
  operatorId: string,
  merchantId: string,
  reason: string | null,
): Promise<Suspension> =>
  deps.db.transaction(async (tx) => {
    const before = await lockSuspension(tx, merchantId)
    if (before === undefined) throw new Refusal('not_found')
    if (before.role === 'operator') throw new Refusal('not_suspendable')
    if ((before.suspended_at === null) === (reason === null))
      return {
        suspendedAt: before.suspended_at,
        suspendedReason: before.suspended_reason,
        changed: false,
      }
    const suspendedAt = reason === null ? null : deps.clock.now()
    await updateSuspension(tx, merchantId, suspendedAt, reason)
    await recordAct(tx, deps, {
      operatorId,
      act: reason === null ? 'merchant.resume' : 'merchant.suspend',
      aboutMerchantId: merchantId,
      subject: before.name,
      reason,
      before: { suspendedAt: before.suspended_at, reason: before.suspended_reason },
      after: { suspendedAt, reason },
    })
    await deps.addJob(tx, SUSPENSION_JOB, { merchantId, reason })
    return { suspendedAt, suspendedReason: reason, changed: true }
  })
