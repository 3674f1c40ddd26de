import { z } from 'zod'
import { emailMerchant, type MailDeps } from '../merchants/email-merchant.ts'

export const REGISTERED_JOB = 'merchant.registered'

const registered = z.object({ merchantId: z.string() })
export type Registered = z.output<typeof registered>

/** Sends the first email: the account exists, and how to see a payment arrive. */
export const welcomeMerchant = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId } = registered.parse(payload)
  await emailMerchant(deps, merchantId, (t) => ({
    subject: t('Welcome to Galla'),
    paragraphs: [
      t(
        'Your account is ready. It starts in test mode, where no real money moves. Create a payment link, pay it in the simulator, and see the order change to success.',
      ),
      t(
        'To collect real payments, connect your UPI ID under Connect Merchant. The money goes straight to your own bank account. Galla never holds it.',
      ),
    ],
    action: { label: t('Open the dashboard'), path: '/dashboard' },
    footnote: t('Someone registered with this address. If this was not you, contact us: {url}', {
      url: new URL('/contact', deps.publicUrl).href,
    }),
  }))
}
