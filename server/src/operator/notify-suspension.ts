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
    subject: reason === null ? 'Your account works again' : 'Your account is suspended',
    paragraphs:
      reason === null
        ? ['Your account is no longer suspended. New orders are taken again.']
        : [
            'Your account was suspended: new orders and payment links are refused until that is over. The reason:',
            reason,
            'Orders that are open can still be paid and are recognised as before. You can log in and read everything.',
          ],
    action: { label: 'Open the dashboard', path: '/dashboard' },
    footnote: 'You get this mail because it concerns your Galla account.',
  })
}
