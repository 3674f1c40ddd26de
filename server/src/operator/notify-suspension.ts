import { z } from 'zod'
import { emailMerchant, type MailDeps } from '../merchants/email-merchant.ts'

export const SUSPENSION_JOB = 'merchant.suspension'

/** `reason`: why the merchant was suspended; null: resumed. */
const suspension = z.object({ merchantId: z.string(), reason: z.string().nullable() })
export type SuspensionNews = z.output<typeof suspension>

/** Emails the merchant, who must know before the first customer does that the shop cannot collect, and why. */
export const notifySuspension = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, reason } = suspension.parse(payload)
  await emailMerchant(deps, merchantId, {
    subject: reason === null ? 'Your account is active again' : 'Your account is suspended',
    paragraphs:
      reason === null
        ? ['Your account is no longer suspended. You can create orders again.']
        : [
            'Your account is suspended. You cannot create orders or payment links, for this reason:',
            reason,
            'Customers can still pay open orders, and Galla records these payments. You can still log in and see all your data.',
          ],
    action: { label: 'Open the dashboard', path: '/dashboard' },
    footnote: 'You receive this e-mail because it is about your Galla account.',
  })
}
