import { z } from 'zod'
import { findMerchant } from '../merchants/find-merchant.ts'
import type { Database } from '../platform/database.ts'
import { writeLetter } from '../platform/letter.ts'
import type { Mailer } from '../platform/mail.ts'
import { findSubmission } from './kyc-store.ts'

const decided = z.object({ merchantId: z.string(), submissionId: z.string() })

/** Tells the merchant by mail what the operator decided, and why. */
export const tellDecided = async (
  { db, mailer, publicUrl }: { db: Database; mailer: Mailer; publicUrl: URL },
  payload: unknown,
): Promise<void> => {
  const { merchantId, submissionId } = decided.parse(payload)
  const submission = await findSubmission(db, merchantId, submissionId)
  if (submission === undefined || submission.status === 'pending') return
  const { email, name } = await findMerchant({ db }, merchantId)
  const url = new URL('/dashboard/kyc', publicUrl).href
  const approved = submission.status === 'approved'
  await mailer.send(
    writeLetter({
      to: email,
      subject: approved ? 'Your documents are verified' : 'Please send your documents again',
      greeting: `Hello ${name},`,
      paragraphs: approved
        ? ['We have looked at your identity documents. They are verified, and nothing is left to do.']
        : [
            'We have looked at your identity documents and could not accept them. The reason:',
            submission.rejectionReason ?? '',
            'Please send them again.',
          ],
      action: { label: approved ? 'See your documents' : 'Update Documents', url },
      footnote: 'You get this mail because documents were sent for your Galla account.',
    }),
  )
}
