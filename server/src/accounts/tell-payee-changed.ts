import { z } from 'zod'
import { findMerchant } from '../merchants/find-merchant.ts'
import type { Database } from '../platform/database.ts'
import type { Mailer } from '../platform/mail.ts'

export const PAYEE_CHANGED_JOB = 'account.payee_changed'

const payeeChanged = z.object({ merchantId: z.string(), upiId: z.string(), before: z.string().nullable() })
export type PayeeChanged = z.output<typeof payeeChanged>

/** Tells a merchant by mail where his live payments go now: the one news that a stranger in his account could not hide. */
export const tellPayeeChanged = async (
  { db, mailer, publicUrl }: { db: Database; mailer: Mailer; publicUrl: URL },
  payload: unknown,
): Promise<void> => {
  const { merchantId, upiId, before } = payeeChanged.parse(payload)
  const { email, name } = await findMerchant({ db }, merchantId)
  await mailer.send({
    to: email,
    subject: `Your live payments now go to ${upiId}`,
    text: [
      `Hello ${name},`,
      before === null
        ? `The UPI ID ${upiId} was connected to your Galla account. New live orders are paid to it.`
        : `New live orders are now paid to the UPI ID ${upiId}. Before, they were paid to ${before}; orders that exist keep it.`,
      'If this was not you, change your password and connect your own account again:',
      new URL('/dashboard/connect-merchant', publicUrl).href,
    ].join('\n\n'),
  })
}
