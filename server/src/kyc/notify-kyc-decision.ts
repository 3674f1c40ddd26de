import { z } from 'zod'
import { emailMerchant, type MailDeps } from '../merchants/email-merchant.ts'
import { findSubmission } from './kyc-store.ts'

const decided = z.object({ merchantId: z.string(), submissionId: z.string() })

/** Emails the merchant what the operator decided, and why. */
export const notifyKycDecision = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, submissionId } = decided.parse(payload)
  const submission = await findSubmission(deps.db, merchantId, submissionId)
  if (submission === undefined || submission.status === 'pending') return
  const approved = submission.status === 'approved'
  await emailMerchant(deps, merchantId, {
    subject: approved ? 'Your documents are verified' : 'Please send your documents again',
    paragraphs: approved
      ? ['We have looked at your identity documents. They are verified, and nothing is left to do.']
      : [
          'We have looked at your identity documents and could not accept them. The reason:',
          submission.rejectionReason ?? '',
          'Please send them again.',
        ],
    action: { label: approved ? 'See your documents' : 'Update Documents', path: '/dashboard/kyc' },
    footnote: 'You get this mail because documents were sent for your Galla account.',
  })
}
