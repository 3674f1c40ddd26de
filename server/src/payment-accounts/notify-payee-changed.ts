import { z } from 'zod'
import { emailMerchant, type MailDeps } from '../merchants/email-merchant.ts'

export const PAYEE_CHANGED_JOB = 'account.payee_changed'

const payeeChanged = z.object({ merchantId: z.string(), upiId: z.string(), before: z.string().nullable() })
export type PayeeChanged = z.output<typeof payeeChanged>

/** Emails a merchant where their live payments go now: an intruder cannot hide this email. */
export const notifyPayeeChanged = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, upiId, before } = payeeChanged.parse(payload)
  await emailMerchant(deps, merchantId, {
    subject: `Your live payments now go to ${upiId}`,
    paragraphs: [
      before === null
        ? `The UPI ID ${upiId} was connected to your Galla account. New live orders are paid to it.`
        : `New live orders are now paid to the UPI ID ${upiId}. Before, they were paid to ${before}; orders that exist keep it.`,
    ],
    action: { label: 'See the connected account', path: '/dashboard/connect-merchant' },
    footnote: 'If this was not you, change your password and connect your own account again.',
  })
}
