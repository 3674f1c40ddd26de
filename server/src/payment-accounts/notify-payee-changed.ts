import { VERIFICATION_NAMES, VERIFICATION_SOURCES } from '@galla/contract/payment-accounts/verification'
import { z } from 'zod'
import { emailMerchant, type MailDeps } from '../merchants/email-merchant.ts'
import type { Translate } from '../platform/mail/translator.ts'

export const PAYEE_CHANGED_JOB = 'account.payee_changed'

const payeeChanged = z.object({
  merchantId: z.string(),
  upiId: z.string(),
  before: z.string().nullable(),
  /** The provider that makes the QR codes, where its keys are new. Customers pay to its account. */
  collectedBy: z.enum(VERIFICATION_SOURCES).nullish(),
})
export type PayeeChanged = z.output<typeof payeeChanged>

/** Emails a merchant where their live payments go now: an intruder cannot hide this email. */
export const notifyPayeeChanged = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, upiId, before, collectedBy } = payeeChanged.parse(payload)
  const provider = collectedBy ? VERIFICATION_NAMES[collectedBy] : undefined
  const hasNewUpiId = upiId !== before
  await emailMerchant(deps, merchantId, (t) => ({
    subject:
      hasNewUpiId || provider === undefined
        ? t('Your live payments now go to {upiId}', { upiId })
        : t('{provider} now collects your live payments', { provider }),
    paragraphs: [
      ...(hasNewUpiId ? [newUpiIdText(t, upiId, before)] : []),
      ...(provider === undefined
        ? []
        : [
            t(
              'New keys of {provider} were connected. It creates the QR codes of new live orders, and customers pay to the account that these keys belong to.',
              { provider },
            ),
          ]),
    ],
    action: { label: t('See the connected account'), path: '/dashboard/connect-merchant' },
    footnote: t('If this was not you, change your password and connect your own account again.'),
  }))
}

const newUpiIdText = (t: Translate, upiId: string, before: string | null): string =>
  before === null
    ? t(
        'The UPI ID {upiId} was connected to your Galla account. It receives the payments of new live orders.',
        { upiId },
      )
    : t(
        'The UPI ID {upiId} now receives the payments of new live orders. Existing orders still pay to {before}.',
        { upiId, before },
      )
