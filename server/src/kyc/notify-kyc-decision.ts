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
    subject: approved ? 'Your documents are verified' : 'Please upload your documents again',
    paragraphs: approved
      ? ['Your identity documents are verified. You do not need to do anything else.']
      : [
          'We could not accept your identity documents, for this reason:',
          submission.rejectionReason ?? '',
          'Please upload them again.',
        ],
    action: { label: approved ? 'See your documents' : 'Update Documents', path: '/dashboard/kyc' },
    footnote: 'You receive this e-mail because documents were uploaded for your Galla account.',
  })
}
