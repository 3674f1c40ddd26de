import { z } from 'zod'
import { emailMerchant, type MailDeps } from '../merchants/email-merchant.ts'
import { recordAct } from '../merchants/operator-act-store.ts'
import { lockSuspension, updateSuspension } from '../merchants/suspension-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'

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
    const found = await lockSuspension(tx, merchantId)
    if (found === undefined) throw new Refusal('not_found')
    const { role, name, ...before } = found
    if (role === 'operator') throw new Refusal('not_suspendable')
    if ((before.suspendedAt === null) === (reason === null)) return { ...before, changed: false }
    const suspendedAt = reason === null ? null : deps.clock.now()
    await updateSuspension(tx, merchantId, suspendedAt, reason)
    await recordAct(tx, deps, {
      operatorId,
      act: reason === null ? 'merchant.resume' : 'merchant.suspend',
      aboutMerchantId: merchantId,
      subject: name,
      reason,
      before: { suspendedAt: before.suspendedAt, reason: before.suspendedReason },
      after: { suspendedAt, reason },
    })
    await deps.addJob(tx, SUSPENSION_JOB, { merchantId, reason })
    return { suspendedAt, suspendedReason: reason, changed: true }
  })

export const SUSPENSION_JOB = 'merchant.suspension'

/** `reason`: why the merchant was suspended; null: resumed. */
const suspension = z.object({ merchantId: z.string(), reason: z.string().nullable() })
type SuspensionNews = z.output<typeof suspension>

/** Emails the merchant, who must know before the first customer does that the shop cannot collect, and why. */
export const notifySuspension = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, reason } = suspension.parse(payload)
  await emailMerchant(deps, merchantId, (t) => ({
    subject: reason === null ? t('Your account is active again') : t('Your account is suspended'),
    paragraphs:
      reason === null
        ? [t('Your account is no longer suspended. You can create orders again.')]
        : [
            t('Your account is suspended. You cannot create orders or payment links, for this reason:'),
            reason,
            t(
              'Customers can still pay open orders, and Galla records these payments. You can still log in and see all your data.',
            ),
          ],
    action: { label: t('Open the dashboard'), path: '/dashboard' },
    footnote: t('You receive this e-mail because it is about your Galla account.'),
  }))
}
