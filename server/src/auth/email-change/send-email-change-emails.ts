import { z } from 'zod'
import { emailAddress, emailMerchant, type MailDeps } from '../../merchants/email-merchant.ts'
import { findMerchant } from '../../merchants/find-merchant.ts'
import { findByEmail } from '../../merchants/merchant-store.ts'
import { sha256 } from '../../platform/crypto/crypto.ts'
import type { Platform } from '../../platform/feature.ts'
import { findEmailChange, updateEmailChangeToken } from './email-change-store.ts'
import { isEmailReserved, updateEmailRestoreToken } from './email-restore-store.ts'

export const CONFIRM_EMAIL_JOB = 'email.change_requested'
export const EMAIL_CHANGED_JOB = 'email.changed'

const confirmEmail = z.object({ merchantId: z.string(), changeId: z.string() })
export type ConfirmEmail = z.output<typeof confirmEmail>

const emailChanged = z.object({ merchantId: z.string(), restoreId: z.string() })
export type EmailChanged = z.output<typeof emailChanged>

export type MailEmailDeps = MailDeps & Pick<Platform, 'ids'>

/**
 * Emails the confirmation link to the new address; no token exists before. An address that already has an account gets an explanation
 * instead. The text contains no name, because the mailbox may be a stranger's.
 */
export const sendEmailConfirmation = async (deps: MailEmailDeps, payload: unknown): Promise<void> => {
  const { merchantId, changeId } = confirmEmail.parse(payload)
  const now = deps.clock.now()
  const pending = await findEmailChange(deps.db, merchantId, now)
  if (pending?.changeId !== changeId) return
  const { newEmail } = pending
  const owner = (await findByEmail(deps.db, newEmail))?.merchant
  const { language } = owner ?? (await findMerchant(deps, merchantId))
  const isTaken =
    (owner !== undefined && owner.merchantId !== merchantId) ||
    (await isEmailReserved(deps.db, newEmail, merchantId, now))
  if (isTaken) {
    await emailAddress(deps, newEmail, language, (t) => ({
      subject: t('This address already has a Galla account'),
      paragraphs: [
        t(
          'Someone tried to use this address for another Galla account. An address can belong to only one account, so nothing has changed.',
        ),
      ],
      action: { label: t('Log in'), path: '/login' },
      footnote: t('If this was not you, ignore this e-mail. Nothing has changed.'),
    }))
    return
  }
  const token = deps.ids.token()
  if (!(await updateEmailChangeToken(deps.db, changeId, sha256(token)))) return
  await emailAddress(deps, newEmail, language, (t) => ({
    subject: t('Confirm your new email address'),
    paragraphs: [t('Someone wants to use this address for a Galla account. To confirm, open this link:')],
    action: { label: t('Confirm this address'), path: `/confirm-email?token=${token}` },
    footnote: t(
      'The link works once and expires after 24 hours. If this was not you, ignore this e-mail. Nothing has changed.',
    ),
  }))
}

/** Notifies the previous address, with the link that restores it. */
export const notifyEmailChanged = async (deps: MailEmailDeps, payload: unknown): Promise<void> => {
  const key = emailChanged.parse(payload)
  const token = deps.ids.token()
  const restore = await updateEmailRestoreToken(deps.db, key, sha256(token), deps.clock.now())
  if (restore === undefined) return
  await emailMerchant(deps, key.merchantId, (t) => ({
    to: restore.oldEmail,
    subject: t('Your email address was changed'),
    paragraphs: [
      t(
        'The email address of your Galla account was changed. From now on, log in with the new address. We will send no more emails to this one.',
      ),
      t('If this was you, you can ignore this e-mail.'),
      t(
        'If this was not you, recover your account with this link. It restores the address, logs out all devices, and asks for a new password. It also turns off two-factor login if that was turned on after the change or in the 72 hours before it.',
      ),
      t(
        'Then check your API keys, the connected account, its alert address and the webhook URL, because someone else may have changed them. Two-factor login may be off. If so, set it up again.',
      ),
    ],
    action: { label: t('Recover my account'), path: `/restore-email?token=${token}` },
    footnote: t('The link works once and expires after 72 hours. After that, contact us: {url}', {
      url: new URL('/contact', deps.publicUrl).href,
    }),
    isAlwaysSent: true,
  }))
}
