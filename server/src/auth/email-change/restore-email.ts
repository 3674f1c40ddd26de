import type { Client } from '../../merchants/caller.ts'
import {
  addressKey,
  assertAttemptsLeft,
  clearFailures,
  countFailure,
} from '../../merchants/limit-attempts.ts'
import { getMerchantById, updateEmail, updatePasswordHash } from '../../merchants/merchant-store.ts'
import { sha256 } from '../../platform/crypto/crypto.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/job-queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import { forgetKnownDevices } from '../devices/known-device.ts'
import { passwordCounters } from '../log-in.ts'
import { removeRecentPasskeys } from '../passkeys/manage-passkeys.ts'
import { assertStrongPassword } from '../password/assert-strong-password.ts'
import { deleteReset } from '../password/password-reset-store.ts'
import { PASSWORD_CHANGED_JOB, type ResetPasswordDeps } from '../password/reset-password.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { deleteSessions } from '../sessions/session-store.ts'
import { endRightsEverywhere, removeRecentMembers } from '../team/manage-members.ts'
import { deleteFactorSetUpSince } from '../two-factor/second-factor-store.ts'
import { TWO_FACTOR_JOB, type TwoFactorChanged } from '../two-factor/two-factor.ts'
import type { ChangeEmailDeps } from './change-email.ts'
import { RESTORE_MS } from './confirm-email.ts'
import { deleteEmailChange } from './email-change-store.ts'
import { consumeEmailRestore, findEmailRestoreByToken } from './email-restore-store.ts'

export type RestoreEmailDeps = ChangeEmailDeps &
  Pick<ResetPasswordDeps, 'passwords' | 'addJob' | 'settings' | 'endCounterLogins'>

/**
 * Restores the previous address with the link that was emailed there, and with a new password, because the person who changed the address
 * knew the old one. Ends every session, the logins of counters, a pending change, the links of later addresses, and a recent second factor.
 */
export const restoreEmail = async (
  deps: RestoreEmailDeps,
  { token, password }: { readonly token: string; readonly password: string },
  client: Client,
): Promise<void> => {
  const { db, clock } = deps
  const counters = [{ name: 'email-token', key: addressKey(client.address) }] as const
  await assertAttemptsLeft(deps, counters)
  const restore = await findEmailRestoreByToken(db, sha256(token), clock.now())
  if (restore === undefined) {
    await countFailure(deps, counters)
    throw new Refusal('email_link_used')
  }
  const { merchantId, oldEmail, changedAt } = restore
  const owner = await getMerchantById(db, merchantId)
  assertStrongPassword(deps, 'password', password, { ...owner, email: oldEmail })
  const passwordHash = await deps.passwords.hashPassword(password, merchantId)
  await db.transaction(async (tx) => {
    await forgetKnownDevices(tx, merchantId)
    if (!(await consumeEmailRestore(tx, restore))) throw new Refusal('email_link_used')
    await deleteEmailChange(tx, merchantId)
    await updateEmail(tx, merchantId, oldEmail)
    await updatePasswordHash(tx, merchantId, passwordHash)
    await removeRecentFactor(tx, deps, { merchantId, client, changedAt })
    await deleteReset(tx, merchantId)
    await deleteSessions(tx, merchantId)
    await endRightsEverywhere(tx, deps, merchantId)
    await clearFailures(tx, deps, passwordCounters(oldEmail, merchantId))
    await deps.addJob(tx, PASSWORD_CHANGED_JOB, { merchantId })
    await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'email_restored', subject: oldEmail })
  })
}

/**
 * An attacker can set up a second factor first and change the address afterwards. So a second factor that was set up within RESTORE_MS
 * before the change is deleted too, and so are passkeys and members; an older one stays, because its owner got an email when it was turned on.
 */
const removeRecentFactor = async (
  tx: Transaction,
  deps: RestoreEmailDeps,
  {
    merchantId,
    client,
    changedAt,
  }: { readonly merchantId: string; readonly client: Client; readonly changedAt: Date },
): Promise<void> => {
  const since = new Date(changedAt.getTime() - RESTORE_MS)
  await removeRecentPasskeys(tx, deps, { merchantId, client, since })
  await removeRecentMembers(tx, deps, { merchantId, client, since })
  if (!(await deleteFactorSetUpSince(tx, merchantId, since))) return
  await addJob(tx, TWO_FACTOR_JOB, { merchantId, on: false } satisfies TwoFactorChanged)
  await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'two_factor_off' })
}
