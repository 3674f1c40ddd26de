import { CONFIRMED_MINUTES, type confirmIdentity as endpoint } from '@galla/contract/auth/login-security'
import type { BodyOf } from '@galla/contract/endpoint'
import type { SessionCaller } from '../../merchants/caller.ts'
import { type CheckPasswordDeps, checkPassword } from '../../merchants/check-password.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { checkPasskey, type PasskeyDeps } from '../passkeys/verify-passkey.ts'
import { updateSessionConfirmedAt } from '../sessions/session-store.ts'
import { withCode } from './with-code.ts'

const CONFIRMED_MS = CONFIRMED_MINUTES * 60_000

/**
 * Refuses security changes without a recent confirmation: an unattended browser shows everything but changes nothing that protects the
 * account or its money.
 */
export const assertConfirmed = ({ confirmedAt }: Pick<SessionCaller, 'confirmedAt'>, now: Date): void => {
  if (now.getTime() - confirmedAt.getTime() > CONFIRMED_MS) throw new Refusal('confirmation_required')
}

/** Confirms the identity of the session's user by password, code or passkey; returns until when that counts. */
export const confirmIdentity = async (
  deps: CheckPasswordDeps & PasskeyDeps,
  { merchantId, tokenHash }: SessionCaller,
  { password = '', code = '', answer }: BodyOf<typeof endpoint>,
): Promise<Date> => {
  const now = deps.clock.now()
  const confirm = (tx: Transaction) => updateSessionConfirmedAt(tx, merchantId, tokenHash, now)
  if (password === '' && answer !== undefined) {
    const passkey = await checkPasskey(deps, merchantId, answer)
    await deps.db.transaction(async (tx) => {
      if (!(await passkey.isProved(tx))) throw new Refusal('wrong_passkey')
      await confirm(tx)
    })
  } else if (password === '' && code !== '') await withCode(deps, merchantId, code, confirm)
  else {
    await checkPassword(deps, merchantId, 'password', password)
    await deps.db.transaction(confirm)
  }
  return new Date(now.getTime() + CONFIRMED_MS)
}
