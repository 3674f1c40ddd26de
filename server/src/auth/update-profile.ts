import type { updateProfile as endpoint } from '@galla/contract/auth/merchants'
import type { BodyOf } from '@galla/contract/endpoint'
import type { NoticeLanguage } from '@galla/contract/notices/notices'
import type { SessionCaller } from '../merchants/caller.ts'
import { type CheckPasswordDeps, checkPassword, wrongPassword } from '../merchants/check-password.ts'
import { comparableEmail, type Merchant } from '../merchants/merchant.ts'
import {
  getMerchantById,
  type ProfileChange,
  updateLanguage,
  updateMerchant,
} from '../merchants/merchant-store.ts'
import type { Transaction } from '../platform/database/database.ts'
import { invalidField } from '../platform/refusal.ts'
import { forgetKnownDevices } from './devices/known-device.ts'
import { type ChangeEmailDeps, countEmailChange, requestEmailChange } from './email-change/change-email.ts'
import { RESTORE_MS } from './email-change/confirm-email.ts'
import { deleteEmailChange } from './email-change/email-change-store.ts'
import { removeRecentPasskeys } from './passkeys/manage-passkeys.ts'
import { assertStrongPassword, type StrongPasswordDeps } from './password/assert-strong-password.ts'
import { deleteReset } from './password/password-reset-store.ts'
import { PASSWORD_CHANGED_JOB, type PasswordChangeDeps } from './password/reset-password.ts'
import { recordSecurityEvent } from './security-events/record-security-event.ts'
import { deleteOtherSessions, updateSessionPasskey } from './sessions/session-store.ts'
import { type EndCountersDeps, endRightsEverywhere } from './team/manage-members.ts'

export type UpdateProfileDeps = CheckPasswordDeps &
  PasswordChangeDeps &
  ChangeEmailDeps &
  StrongPasswordDeps &
  EndCountersDeps

type Profile = BodyOf<typeof endpoint>

/**
 * Updates the profile. A changed email or password requires the current password. A changed password ends every other session and the logins of counters; a changed
 * email waits until the emailed link is confirmed.
 */
export const updateProfile = async (
  deps: UpdateProfileDeps,
  caller: SessionCaller,
  profile: Profile,
): Promise<Merchant> => {
  const { db, passwords } = deps
  const email = comparableEmail(profile.email)
  if (email === undefined) throw invalidField('email', 'Please enter a valid email address')
  const newPassword = profile.newPassword === '' ? undefined : profile.newPassword
  const { email: oldEmail, role } = await getMerchantById(db, caller.merchantId)
  const isNewEmail = email !== oldEmail
  const needsPassword = newPassword !== undefined || isNewEmail
  const checkedHash = needsPassword
    ? await checkPassword(deps, caller.merchantId, 'currentPassword', profile.currentPassword)
    : null
  if (newPassword !== undefined)
    assertStrongPassword(deps, 'newPassword', newPassword, { role, email, name: profile.name })
  const passwordHash =
    newPassword === undefined ? null : await passwords.hashPassword(newPassword, caller.merchantId)
  const sendsEmail = isNewEmail && (await countEmailChange(deps, caller.merchantId, email))
  return db.transaction(async (tx) => {
    const merchant = await updateMerchant(
      tx,
      caller.merchantId,
      checkedHash,
      changeFrom(profile, passwordHash),
    )
    // Another request changed the password after the check.
    if (merchant === undefined) throw wrongPassword('currentPassword')
    if (passwordHash !== null) await endOldLogins(tx, deps, caller)
    if (isNewEmail) await requestEmailChange(tx, deps, caller, { newEmail: email, sendsEmail })
    return merchant
  })
}

/** Deletes everything that the old password may have created: resets, email changes, known devices, passkeys, invitations, other sessions and logins of counters. */
const endOldLogins = async (
  tx: Transaction,
  deps: UpdateProfileDeps,
  { merchantId, tokenHash, client }: SessionCaller,
): Promise<void> => {
  await deleteReset(tx, merchantId)
  await deleteEmailChange(tx, merchantId)
  await forgetKnownDevices(tx, merchantId)
  const since = new Date(deps.clock.now().getTime() - RESTORE_MS)
  await updateSessionPasskey(tx, merchantId, tokenHash, null)
  await removeRecentPasskeys(tx, deps, { merchantId, client, since })
  await deleteOtherSessions(tx, merchantId, tokenHash)
  await endRightsEverywhere(tx, deps, merchantId)
  await deps.addJob(tx, PASSWORD_CHANGED_JOB, { merchantId })
  await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'password_changed' })
}

const changeFrom = (profile: Profile, passwordHash: string | null): ProfileChange => ({
  name: profile.name,
  mobileNumber: profile.mobileNumber,
  websiteName: profile.websiteName,
  websiteUrl: profile.websiteUrl,
  pageLanguage: profile.pageLanguage ?? null,
  supportEmail: profile.supportEmail ?? null,
  supportPhone: profile.supportPhone ?? null,
  showSupport: profile.showSupport ?? null,
  emailReceipts: profile.emailReceipts ?? null,
  passwordHash,
})

/** Of a person's own account, whatever shop the session is in: e-mails about both go to it. */
export const chooseLanguage = (
  { db }: Pick<CheckPasswordDeps, 'db'>,
  { personId }: Pick<SessionCaller, 'personId'>,
  language: NoticeLanguage,
): Promise<void> => updateLanguage(db, personId, language)
