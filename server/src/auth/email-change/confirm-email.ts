import type { Client } from '../../merchants/caller.ts'
import { addressKey, assertAttemptsLeft, countFailure } from '../../merchants/limit-attempts.ts'
import { getMerchantById, updateEmail } from '../../merchants/merchant-store.ts'
import { sha256 } from '../../platform/crypto/crypto.ts'
import { violatedUnique } from '../../platform/database/database-errors.ts'
import { addJob } from '../../platform/jobs/job-queue.ts'
import { Refusal } from '../../platform/refusal.ts'
import { forgetKnownDevices } from '../devices/known-device.ts'
import { deleteReset } from '../password/password-reset-store.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import type { ChangeEmailDeps } from './change-email.ts'
import { consumeEmailChange, findEmailChangeByToken } from './email-change-store.ts'
import { insertEmailRestore, isEmailReserved } from './email-restore-store.ts'
import { EMAIL_CHANGED_JOB, type EmailChanged } from './send-email-change-emails.ts'

/** How long the previous address can take the account back. */
export const RESTORE_MS = 72 * 3_600_000

/**
 * Changes the address with the emailed link. The previous address gets an email with a link that restores it; until that expires, no one
 * else can take the address. Password links to the previous address become void, and all known devices are forgotten.
 */
export const confirmEmail = async (deps: ChangeEmailDeps, token: string, client: Client): Promise<void> => {
  const { db, clock, ids } = deps
  const counters = [{ name: 'email-token', key: addressKey(client.address) }] as const
  await assertAttemptsLeft(deps, counters)
  const pending = await findEmailChangeByToken(db, sha256(token), clock.now())
  if (pending === undefined) {
    await countFailure(deps, counters)
    throw new Refusal('email_link_used')
  }
  const { merchantId, newEmail } = pending
  try {
    await db.transaction(async (tx) => {
      await forgetKnownDevices(tx, merchantId)
      if (!(await consumeEmailChange(tx, pending.changeId))) throw new Refusal('email_link_used')
      const { email: oldEmail } = await getMerchantById(tx, merchantId)
      const changedAt = clock.now()
      await updateEmail(tx, merchantId, newEmail)
      if (await isEmailReserved(tx, newEmail, merchantId, changedAt)) throw new Refusal('email_taken')
      await deleteReset(tx, merchantId)
      const restoreId = ids.ulid(changedAt)
      const expiresAt = new Date(changedAt.getTime() + RESTORE_MS)
      await insertEmailRestore(tx, { merchantId, restoreId, oldEmail, changedAt, expiresAt })
      await addJob(tx, EMAIL_CHANGED_JOB, { merchantId, restoreId } satisfies EmailChanged)
      const subject = `${oldEmail} to ${newEmail}`
      await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'email_changed', subject })
    })
  } catch (error) {
    if (violatedUnique(error) === 'merchants_email_once') throw new Refusal('email_taken')
    throw error
  }
}
