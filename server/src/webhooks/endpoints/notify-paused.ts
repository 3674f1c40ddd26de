import { z } from 'zod'
import { emailMerchant, type MailDeps } from '../../merchants/email-merchant.ts'

const paused = z.object({
  merchantId: z.string(),
  mode: z.enum(['test', 'live']),
  url: z.string(),
  reason: z.enum(['gone', 'failing']),
})

const REASONS = {
  gone: 'It answered 410, which means that it is gone for good.',
  failing: 'It has accepted no notification for 5 days.',
} as const

/** Notifies the merchant by mail that their webhook is paused. */
export const notifyPaused = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, mode, url, reason } = paused.parse(payload)
  await emailMerchant(deps, merchantId, {
    subject: `Your ${mode} webhook is paused`,
    paragraphs: [
      `Galla has paused the webhook of ${mode} mode at ${url}. ${REASONS[reason]}`,
      'New notifications are kept. Once your server answers again, press Resume, and they will be sent.',
    ],
    action: { label: 'Open your webhooks', path: '/dashboard/webhooks' },
    footnote: 'Payments are still recorded. Only your website is not notified.',
  })
}
