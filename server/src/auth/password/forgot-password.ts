import { z } from 'zod'
import { emailMerchant, type MailDeps } from '../../merchants/email-merchant.ts'
import { addressKey, countRequest, type LimitDeps } from '../../merchants/limit-attempts.ts'
import { comparableEmail } from '../../merchants/merchant.ts'
import { findByEmail } from '../../merchants/merchant-store.ts'
import { sha256 } from '../../platform/crypto/crypto.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Ids } from '../../platform/ids.ts'
import { NO_MERCHANT } from '../../platform/jobs/job-queue.ts'
import { saveReset } from './password-reset-store.ts'

export const RESET_JOB = 'password.reset_asked'

export type ResetRequest = {
  readonly email: string
  /** ISO 8601. */
  readonly askedAt: string
}

export interface ForgotPasswordDeps extends LimitDeps {
  /** Queues the job that sends the email; part of the transaction. */
  readonly addJob: (
    tx: Transaction,
    job: typeof RESET_JOB,
    payload: ResetRequest & { readonly merchantId: string },
  ) => Promise<unknown>
}

const VALID_MS = 30 * 60_000

/**
 * Queues a job for any address: the job looks up whether it has an account, so that neither the reply nor its time reveals that. No token
 * exists before the email is written: the queue never holds one.
 */
export const forgotPassword = async (
  deps: ForgotPasswordDeps,
  typedEmail: string,
  address: string,
): Promise<void> => {
  const email = comparableEmail(typedEmail) ?? typedEmail
  await countRequest(deps, { name: 'reset-address', key: addressKey(address) })
  await countRequest(deps, { name: 'reset-email', key: email })
  const askedAt = deps.clock.now().toISOString()
  await deps.db.transaction((tx) => deps.addJob(tx, RESET_JOB, { merchantId: NO_MERCHANT, email, askedAt }))
}

export interface MailResetDeps extends MailDeps {
  readonly ids: Ids
}

const resetRequest = z.object({ email: z.string(), askedAt: z.iso.datetime() })

/**
 * Emails a new link if the address is a merchant's. A request that waited too long (mail was down) is dropped: the user has given up or
 * asked again.
 */
export const sendPasswordResetEmail = async (deps: MailResetDeps, payload: unknown): Promise<void> => {
  const { email, askedAt } = resetRequest.parse(payload)
  const createdAt = deps.clock.now()
  if (createdAt.getTime() - Date.parse(askedAt) > VALID_MS) return
  const found = await findByEmail(deps.db, email)
  if (found === undefined) return
  const token = deps.ids.token()
  const { merchantId } = found.merchant
  const expiresAt = new Date(createdAt.getTime() + VALID_MS)
  await saveReset(deps.db, { merchantId, tokenHash: sha256(token), createdAt, expiresAt })
  await emailMerchant(deps, merchantId, (t) => ({
    subject: t('Set a new password'),
    paragraphs: [t('Someone asked to reset the password of your Galla account. Set a new password here:')],
    action: { label: t('Set a new password'), path: `/reset-password?token=${token}` },
    footnote: t(
      'The link works once and expires after 30 minutes. If this was not you, ignore this e-mail. Your password has not changed.',
    ),
    isAlwaysSent: true,
  }))
}
