import { z } from 'zod'
import { findMerchant } from '../merchants/find-merchant.ts'
import type { Database } from '../platform/database.ts'
import type { Mailer } from '../platform/mail.ts'

const paused = z.object({
  merchantId: z.string(),
  mode: z.enum(['test', 'live']),
  url: z.string(),
  reason: z.enum(['gone', 'failing']),
})

const REASONS = {
  gone: 'It answered 410, which says that nobody is there any more.',
  failing: 'It has answered no notification for 5 days.',
} as const

/** Tells a merchant by mail that his notifications wait. */
export const tellPaused = async (
  { db, mailer, publicUrl }: { db: Database; mailer: Mailer; publicUrl: URL },
  payload: unknown,
): Promise<void> => {
  const { merchantId, mode, url, reason } = paused.parse(payload)
  const { email, name } = await findMerchant({ db }, merchantId)
  await mailer.send({
    to: email,
    subject: `Your ${mode} webhook is paused`,
    text: [
      `Hello ${name},`,
      `Galla has paused the webhook of ${mode} mode at ${url}. ${REASONS[reason]}`,
      'New notifications are kept. Save the webhook URL again, and they will be sent:',
      new URL('/dashboard/api-documentation', publicUrl).href,
    ].join('\n\n'),
  })
}
