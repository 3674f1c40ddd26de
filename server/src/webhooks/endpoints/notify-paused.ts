import { z } from 'zod'
import type { MailDeps } from '../../merchants/email-merchant.ts'
import { emailNotice } from '../../notices/email-notice.ts'

const paused = z.object({
  merchantId: z.string(),
  mode: z.enum(['test', 'live']),
  url: z.string(),
  reason: z.enum(['gone', 'failing']),
})

/** Notifies the merchant by mail that their webhook is paused. */
export const notifyPaused = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, mode, url, reason } = paused.parse(payload)
  await emailNotice(deps, 'webhook', merchantId, (t) => ({
    subject: mode === 'test' ? t('Your test webhook is paused') : t('Your live webhook is paused'),
    paragraphs: [
      [
        mode === 'test'
          ? t('Galla has paused the test webhook at {url}.', { url })
          : t('Galla has paused the live webhook at {url}.', { url }),
        reason === 'gone'
          ? t('Your server answered 410, which means that the URL no longer exists.')
          : t('Your server has accepted no notification for 5 days.'),
      ].join(' '),
      t('Galla stores new notifications. When your server works again, press Resume, and Galla sends them.'),
    ],
    action: { label: t('Open your webhooks'), path: '/dashboard/webhooks' },
    footnote: t('Galla still records payments. Only the notifications to your server are paused.'),
  }))
}
