import { z } from 'zod'
import type { Client } from '../../merchants/caller.ts'
import { emailMerchant, type MailDeps } from '../../merchants/email-merchant.ts'
import {
  addressKey,
  assertAttemptsLeft,
  clearFailures,
  countFailure,
  type LimitDeps,
} from '../../merchants/limit-attempts.ts'
import { getMerchantById, updatePasswordHash } from '../../merchants/merchant-store.ts'
import { sha256 } from '../../platform/crypto/crypto.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/feature.ts'
import { Refusal } from '../../platform/refusal.ts'
import { forgetKnownDevices } from '../devices/known-device.ts'
import { RESTORE_MS } from '../email-change/confirm-email.ts'
import { deleteEmailChange } from '../email-change/email-change-store.ts'
import { passwordCounters } from '../log-in.ts'
import { removeRecentPasskeys } from '../passkeys/manage-passkeys.ts'
import { listPasskeyRows } from '../passkeys/passkey-store.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { deleteSessions } from '../sessions/session-store.ts'
import { type EndCountersDeps, endRightsEverywhere } from '../team/manage-members.ts'
import { assertStrongPassword, type StrongPasswordDeps } from './assert-strong-password.ts'
import { consumeReset, findReset } from './password-reset-store.ts'

export const PASSWORD_CHANGED_JOB = 'password.changed'

export type PasswordChanged = { readonly merchantId: string }

export interface PasswordChangeDeps {
  /** Queues the job that sends the email; part of the transaction. */
  readonly addJob: (
    tx: Transaction,
    job: typeof PASSWORD_CHANGED_JOB,
    payload: PasswordChanged,
  ) => Promise<unknown>
}

export type ResetPasswordDeps = LimitDeps &
  PasswordChangeDeps &
  EndCountersDeps &
  StrongPasswordDeps &
  Pick<Platform, 'passwords' | 'ids'>

/**
 * Sets the password with an emailed link. The link is used up, every session and login of a counter ends, all known devices are forgotten, and failed logins are
 * cleared. Only a valid link costs a hash.
 */
export const resetPassword = async (
  deps: ResetPasswordDeps,
  { token, password }: { readonly token: string; readonly password: string },
  client: Client,
): Promise<void> => {
  const counters = [{ name: 'reset-token', key: addressKey(client.address) }] as const
  const tokenHash = sha256(token)
  await assertAttemptsLeft(deps, counters)
  const merchantId = await findReset(deps.db, tokenHash, deps.clock.now())
  if (merchantId === undefined) {
    await countFailure(deps, counters)
    throw new Refusal('reset_link_used')
  }
  assertStrongPassword(deps, 'password', password, await getMerchantById(deps.db, merchantId))
  const passwordHash = await deps.passwords.hashPassword(password, addressKey(client.address))
  await deps.db.transaction(async (tx) => {
    if ((await consumeReset(tx, tokenHash, deps.clock.now())) === undefined)
      throw new Refusal('reset_link_used')
    const email = await updatePasswordHash(tx, merchantId, passwordHash)
    await forgetKnownDevices(tx, merchantId)
    await deleteSessions(tx, merchantId)
    await endRightsEverywhere(tx, deps, merchantId)
    await deleteEmailChange(tx, merchantId)
    const since = new Date(deps.clock.now().getTime() - RESTORE_MS)
    await removeRecentPasskeys(tx, deps, { merchantId, client, since })
    await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'password_reset' })
    await clearFailures(tx, deps, passwordCounters(email, merchantId))
    await deps.addJob(tx, PASSWORD_CHANGED_JOB, { merchantId })
  })
}

const changed = z.object({ merchantId: z.string() })

/** Notifies the owner, in case it was someone else. */
export const notifyPasswordChanged = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId } = changed.parse(payload)
  const names = (await listPasskeyRows(deps.db, merchantId)).map(({ name }) => name).join(', ')
  await emailMerchant(deps, merchantId, (t) => ({
    subject: t('Your password was changed'),
    paragraphs: [
      t(
        'The password of your Galla account was changed. Your other devices were logged out. If you have counters, create a new login link for each.',
      ),
      ...(names === ''
        ? []
        : [
            t('These passkeys still log in without the password: {names}. Remove any that you do not know.', {
              names,
            }),
          ]),
    ],
    action: { label: t('Log in'), path: '/login' },
    footnote: t('If this was not you, set a new password now: {url}', {
      url: new URL('/forgot-password', deps.publicUrl).href,
    }),
  }))
}
