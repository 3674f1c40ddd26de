import { z } from 'zod'
import type { SessionCaller } from '../../merchants/caller.ts'
import { type CheckPasswordDeps, checkPassword } from '../../merchants/check-password.ts'
import { emailMerchant, type MailDeps } from '../../merchants/email-merchant.ts'
import { findMerchant } from '../../merchants/find-merchant.ts'
import { assertAttemptsLeft, countFailure } from '../../merchants/limit-attempts.ts'
import type { Ids } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs/job-queue.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import type { Settings } from '../../platform/settings.ts'
import { forgetKnownDevices } from '../devices/known-device.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { deleteOtherSessions } from '../sessions/session-store.ts'
import { assertConfirmed } from './confirm-identity.ts'
import { newRecoveryCodes, recoveryHash } from './recovery-code.ts'
import { parseCode, sealFactor } from './second-factor.ts'
import {
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  findSecondFactor,
  insertRecoveryCodes,
  isConfirmedFactor,
  saveNewFactor,
} from './second-factor-store.ts'
import { enrolmentOf, SECRET_BYTES } from './totp.ts'
import { withCode } from './with-code.ts'

export const TWO_FACTOR_JOB = 'two_factor.changed'

const changed = z.object({ merchantId: z.string(), on: z.boolean() })
export type TwoFactorChanged = z.output<typeof changed>

export interface TwoFactorDeps extends CheckPasswordDeps {
  readonly ids: Ids
  readonly settings: Pick<Settings, 'production'>
}

/** An operator sees every merchant: in production a password alone is not enough. */
export const needsSecondFactor = (
  { production }: Pick<Settings, 'production'>,
  role: SessionCaller['role'],
): boolean => production && role === 'operator'

export const twoFactorState = async (
  { db, settings }: Pick<TwoFactorDeps, 'db' | 'settings'>,
  { merchantId, role }: SessionCaller,
): Promise<{ on: boolean; required: boolean; recoveryCodesLeft: number }> => {
  const factor = await findSecondFactor(db, merchantId)
  const on = isConfirmedFactor(factor)
  return {
    on,
    required: needsSecondFactor(settings, role),
    recoveryCodesLeft: on ? await countRecoveryCodes(db, merchantId) : 0,
  }
}

/**
 * Creates a new secret. Requires the password or a recent confirmation, and never replaces an active secret: otherwise someone at an
 * unattended browser could lock the owner out.
 */
export const setUpTwoFactor = async (
  deps: TwoFactorDeps,
  caller: SessionCaller,
  password: string | undefined,
): Promise<{ secret: string; uri: string }> => {
  const { db, clock, ids, secrets } = deps
  const { merchantId } = caller
  if (password === undefined) assertConfirmed(caller, clock.now())
  else await checkPassword(deps, merchantId, 'password', password)
  const secret = ids.bytes(SECRET_BYTES)
  const secretSealed = sealFactor(secrets, merchantId, secret)
  if (!(await saveNewFactor(db, { merchantId, secretSealed, createdAt: clock.now() })))
    throw new Refusal('totp_on')
  const { email } = await findMerchant({ db }, merchantId)
  return enrolmentOf(secret, email)
}

/** Turns two-factor login on with a code from the app. Ends the other sessions, which started without a code. */
export const confirmTwoFactor = async (
  deps: TwoFactorDeps,
  { merchantId, tokenHash, client }: SessionCaller,
  code: string,
): Promise<string[]> => {
  const { db, clock, secrets } = deps
  const counters = [{ name: 'totp-confirm', key: merchantId }] as const
  await assertAttemptsLeft(deps, counters)
  const factor = await findSecondFactor(db, merchantId)
  if (factor === undefined) throw new Refusal('totp_not_begun')
  if (factor.confirmed_at !== null) throw new Refusal('totp_on')
  const proof = parseCode(secrets, merchantId, factor, code, clock.now())
  if (proof?.kind !== 'step') {
    await countFailure(deps, counters)
    throw invalidField('code', 'The code is not correct. Check the clock of your phone.')
  }
  const codes = newRecoveryCodes(deps.ids)
  const hashes = codes.map((each) => recoveryHash(secrets, merchantId, each))
  await db.transaction(async (tx) => {
    await forgetKnownDevices(tx, merchantId)
    const confirmed = await confirmFactor(tx, merchantId, factor.secret_sealed, proof.step, clock.now())
    // Another setup replaced this secret in the meantime.
    if (!confirmed) throw new Refusal('totp_not_begun')
    await insertRecoveryCodes(tx, merchantId, hashes)
    await deleteOtherSessions(tx, merchantId, tokenHash)
    await addJob(tx, TWO_FACTOR_JOB, { merchantId, on: true } satisfies TwoFactorChanged)
    await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'two_factor_on' })
  })
  return codes
}

/**
 * Turns two-factor login off with the password and a code: knowing the password alone must not remove the other protection. An operator who
 * must have it can do this too, to change phones, and can do nothing else until it is set up again.
 */
export const disableTwoFactor = async (
  deps: TwoFactorDeps,
  { merchantId, client }: SessionCaller,
  password: string,
  code: string,
): Promise<void> => {
  await checkPassword(deps, merchantId, 'password', password)
  const factor = await findSecondFactor(deps.db, merchantId)
  if (!isConfirmedFactor(factor)) return
  await withCode(deps, merchantId, code, async (tx) => {
    await forgetKnownDevices(tx, merchantId)
    if (!(await deleteFactor(tx, merchantId))) return
    await addJob(tx, TWO_FACTOR_JOB, { merchantId, on: false } satisfies TwoFactorChanged)
    await recordSecurityEvent(tx, deps, { merchantId, client, kind: 'two_factor_off' })
  })
}

/** Notifies the owner, in case it was someone else. */
export const notifyTwoFactorChanged = async (deps: MailDeps, payload: unknown): Promise<void> => {
  const { merchantId, on } = changed.parse(payload)
  await emailMerchant(deps, merchantId, (t) => ({
    subject: on ? t('Two-factor login was turned on') : t('Two-factor login was turned off'),
    paragraphs: [
      on
        ? t(
            'Every login to your Galla account now needs a code from your authenticator app. Your other devices were logged out. Keep your recovery codes in a place that you can reach without your phone.',
          )
        : t(
            'Logins to your Galla account no longer need a code, only the password. Your recovery codes no longer work.',
          ),
    ],
    action: { label: t('Open your profile'), path: '/dashboard' },
    footnote: t('If this was not you, contact us immediately: {url}', {
      url: new URL('/contact', deps.publicUrl).href,
    }),
  }))
}
