import { KYC_RULES, type OperatorKycRow } from '@galla/contract/kyc/kyc'
import { z } from 'zod'
import { emailMerchant, type MailDeps } from '../merchants/email-merchant.ts'
import { lockMerchant } from '../merchants/merchant-store.ts'
import { recordAct } from '../merchants/operator-act-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import type { Platform } from '../platform/feature.ts'
import { Refusal } from '../platform/refusal.ts'
import { findShown, findSubmission, lockShown, recordKycDecision } from './kyc-store.ts'
import { readOperatorRow } from './read-kyc.ts'

export const KYC_DECIDED_JOB = 'kyc.decided'

export interface DecideDeps extends Pick<Platform, 'db' | 'clock' | 'ids' | 'secrets'> {
  readonly addJob: (
    tx: Transaction,
    job: typeof KYC_DECIDED_JOB,
    payload: { merchantId: string; submissionId: string },
  ) => Promise<unknown>
}

export interface Verdict {
  readonly status: 'approved' | 'rejected'
  /** The reason of a rejection, for the merchant. */
  readonly reason: string | null
  /** The submission that the operator was looking at. */
  readonly submissionId: string | undefined
}

/**
 * Decides once on the merchant's latest submission, and emails the merchant. The same decision again changes nothing; a different one is
 * refused, and so is one on documents that were replaced in the meantime.
 */
export const decideKyc = async (
  deps: DecideDeps,
  operatorId: string,
  merchantId: string,
  { status, reason, submissionId: seen }: Verdict,
): Promise<OperatorKycRow> => {
  if ((await findShown(deps.db, merchantId)) === undefined) throw new Refusal('not_found')
  return deps.db.transaction(async (tx) => {
    await lockMerchant(tx, merchantId)
    const shown = await lockShown(tx, merchantId)
    if (shown === undefined) throw new Refusal('not_found')
    const { submission_id: submissionId } = shown
    if (seen !== undefined && seen !== submissionId) throw new Refusal('kyc_replaced')
    const repeated = shown.status === status && shown.rejection_reason === reason
    if (!repeated) {
      if (!KYC_RULES[shown.status].mayDecide) throw new Refusal('kyc_decided')
      await recordKycDecision(tx, {
        merchantId,
        submissionId,
        status,
        reason,
        operatorId,
        now: deps.clock.now(),
      })
      await recordAct(tx, deps, {
        operatorId,
        act: status === 'approved' ? 'kyc.approve' : 'kyc.reject',
        aboutMerchantId: merchantId,
        subject: submissionId,
        reason,
        before: { status: shown.status },
        after: { status },
      })
      await deps.addJob(tx, KYC_DECIDED_JOB, { merchantId, submissionId })
    }
    return readOperatorRow(deps, tx, merchantId)
  })
}

const decided = z.object({ merchantId: z.string(), submissionId: z.string() })

/** Emails the merchant what the operator decided, and why. */
export const notifyKycDecision = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, submissionId } = decided.parse(payload)
  const submission = await findSubmission(deps.db, merchantId, submissionId)
  if (submission === undefined || submission.status === 'pending') return
  const approved = submission.status === 'approved'
  await emailMerchant(deps, merchantId, (t) => ({
    subject: approved ? t('Your documents are verified') : t('Please upload your documents again'),
    paragraphs: approved
      ? [t('Your identity documents are verified. You do not need to do anything else.')]
      : [
          t('We could not accept your identity documents, for this reason:'),
          submission.rejectionReason ?? '',
          t('Please upload them again.'),
        ],
    action: { label: approved ? t('See your documents') : t('Update Documents'), path: '/dashboard/kyc' },
    footnote: t('You receive this e-mail because documents were uploaded for your Galla account.'),
  }))
}
