import { z } from 'zod'
import { emailAddress, emailMerchant, type MailDeps } from '../../merchants/email-merchant.ts'
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

export type MailEmailDeps = MailDeps & Pick<Platform, 'clock' | 'ids'>

const NOT_YOU = 'If it was not you, ignore this mail: nothing has changed.'

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
  const owner = (await findByEmail(deps.db, newEmail))?.merchant.merchantId
  const isTaken =
    (owner !== undefined && owner !== merchantId) ||
    (await isEmailReserved(deps.db, newEmail, merchantId, now))
  if (isTaken) {
    await emailAddress(deps, newEmail, {
      subject: 'This address has a Galla account already',
      paragraphs: [
        'Someone asked to use this address for another Galla account. An address belongs to one account, so nothing was changed.',
      ],
      action: { label: 'Log in', path: '/login' },
      footnote: NOT_YOU,
    })
    return
  }
  const token = deps.ids.token()
  if (!(await updateEmailChangeToken(deps.db, changeId, sha256(token)))) return
  await emailAddress(deps, newEmail, {
    subject: 'Confirm your new email address',
    paragraphs: ['Someone asked to use this address for a Galla account. To confirm, open this link:'],
    action: { label: 'Confirm this address', path: `/confirm-email?token=${token}` },
    footnote: `The link works once, for 24 hours. ${NOT_YOU}`,
  })
}

/** Notifies the previous address, with the link that restores it. */
export const notifyEmailChanged = async (deps: MailEmailDeps, payload: unknown): Promise<void> => {
  const key = emailChanged.parse(payload)
  const token = deps.ids.token()
  const restore = await updateEmailRestoreToken(deps.db, key, sha256(token), deps.clock.now())
  if (restore === undefined) return
  await emailMerchant(deps, key.merchantId, {
    to: restore.oldEmail,
    subject: 'Your email address was changed',
    paragraphs: [
      'The email address of your Galla account was changed. You log in with the new one from now on, and this address will receive no more emails.',
      'If it was you, there is nothing to do.',
      'If it was not you, take your account back: this link restores the address, ends every session, and asks for a new password. It also turns off two-factor login if that was turned on after the change or in the 72 hours before it.',
      'Afterwards look at your API keys, the connected account, its alert address and the webhook URL: someone else may have changed them. Two-factor login may be off: set it up again.',
    ],
    action: { label: 'Recover my account', path: `/restore-email?token=${token}` },
    footnote: `The link works once, for 72 hours. Afterwards write to us: ${new URL('/contact', deps.publicUrl).href}`,
  })
}
