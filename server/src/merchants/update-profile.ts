import type { BodyOf } from '@galla/contract/endpoint'
import type { updateProfile as endpoint } from '@galla/contract/merchants'
import { violatedUnique } from '../platform/database-errors.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'
import type { SessionCaller } from './caller.ts'
import { type CheckPasswordDeps, checkPassword, wrongPassword } from './check-password.ts'
import { forgetKnownDevices } from './known-device.ts'
import { comparableEmail, type Merchant } from './merchant.ts'
import { type ProfileChange, readMerchant, updateMerchant } from './merchant-store.ts'
import { voidReset } from './password-reset-store.ts'
import { PASSWORD_CHANGED_JOB, type PasswordChangeDeps } from './reset-password.ts'
import { deleteOtherSessions } from './session-store.ts'

export type UpdateProfileDeps = CheckPasswordDeps & PasswordChangeDeps

type Profile = BodyOf<typeof endpoint>

/** A changed e-mail or password asks for the current password; a changed password ends every other session. */
export const updateProfile = async (
  deps: UpdateProfileDeps,
  caller: SessionCaller,
  profile: Profile,
): Promise<Merchant> => {
  const { db, passwords } = deps
  const email = comparableEmail(profile.email)
  if (email === undefined) throw invalidField('email', 'Please enter a valid email address')
  const newPassword = profile.newPassword === '' ? undefined : profile.newPassword
  const { email: oldEmail } = await readMerchant(db, caller.merchantId)
  const asks = newPassword !== undefined || email !== oldEmail
  const checkedHash = asks
    ? await checkPassword(deps, caller.merchantId, 'currentPassword', profile.currentPassword)
    : null
  const passwordHash =
    newPassword === undefined ? null : await passwords.hashPassword(newPassword, caller.merchantId)
  const change = changeFrom(profile, email, passwordHash)
  try {
    return await db.transaction(async (tx) => {
      const merchant = await updateMerchant(tx, caller.merchantId, checkedHash, change)
      // Somebody else changed the password since it was checked.
      if (merchant === undefined) throw wrongPassword('currentPassword')
      if (asks) {
        await voidReset(tx, caller.merchantId)
        await forgetKnownDevices(tx, caller.merchantId)
      }
      if (passwordHash !== null) {
        await deleteOtherSessions(tx, caller.merchantId, caller.tokenHash)
        await deps.addJob(tx, PASSWORD_CHANGED_JOB, { merchantId: caller.merchantId })
      }
      return merchant
    })
  } catch (error) {
    if (violatedUnique(error) === 'merchants_email_once')
      throw new Refusal('email_taken', {
        errors: [{ field: 'email', msg: 'An account with this email already exists' }],
      })
    throw error
  }
}

const changeFrom = (profile: Profile, email: string, passwordHash: string | null): ProfileChange => ({
  name: profile.name,
  email,
  mobileNumber: profile.mobileNumber,
  websiteName: profile.websiteName,
  websiteUrl: profile.websiteUrl,
  supportEmail: profile.supportEmail ?? null,
  supportPhone: profile.supportPhone ?? null,
  showSupport: profile.showSupport ?? null,
  passwordHash,
})
