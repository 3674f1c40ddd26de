import { z } from 'zod'
import type { MailDeps } from '../../merchants/email-merchant.ts'
import { emailNotice } from '../../notices/tell.ts'

const paused = z.object({
  merchantId: z.string(),
  mode: z.enum(['test', 'live']),
  url: z.string(),
  reason: z.enum(['gone', 'failing']),
})

const REASONS = {
  gone: 'Your server answered 410, which means that the URL no longer exists.',
  failing: 'Your server has accepted no notification for 5 days.',
} as const

/** Notifies the merchant by mail that their webhook is paused. */
export const notifyPaused = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, mode, url, reason } = paused.parse(payload)
  await emailNotice(deps, 'webhook', merchantId, {
    subject: `Your ${mode} webhook is paused`,
    paragraphs: [
      `Galla has paused the ${mode} webhook at ${url}. ${REASONS[reason]}`,
      'Galla stores new notifications. When your server works again, press Resume, and Galla sends them.',
    ],
    action: { label: 'Open your webhooks', path: '/dashboard/webhooks' },
    footnote: 'Galla still records payments. Only the notifications to your server are paused.',
  })
}
