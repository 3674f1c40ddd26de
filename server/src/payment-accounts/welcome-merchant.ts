import { z } from 'zod'
import { emailMerchant, type MailDeps } from '../merchants/email-merchant.ts'

export const REGISTERED_JOB = 'merchant.registered'

const registered = z.object({ merchantId: z.string() })
export type Registered = z.output<typeof registered>

/** Sends the first email: the account exists, and how to see a payment arrive. */
export const welcomeMerchant = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId } = registered.parse(payload)
  await emailMerchant(deps, merchantId, {
    subject: 'Welcome to Galla',
    paragraphs: [
      'Your account is ready. It begins in test mode: make a payment link, pay it in the simulator and see the order turn to success. No real money moves there.',
      'To collect real payments, connect your UPI ID under Connect Merchant. Money goes straight to your own bank account; Galla never holds it.',
    ],
    action: { label: 'Open the dashboard', path: '/dashboard' },
    footnote: `Someone registered with this address. If it was not you, tell us: ${new URL('/contact', deps.publicUrl).href}`,
  })
}
