import type { logInByPasskey as loginCall } from '@galla/contract/auth/passkeys'
import type { BodyOf } from '@galla/contract/endpoint'
import { addressKey, assertAttemptsLeft, countFailure, countRequest } from '../../merchants/limit-attempts.ts'
import { getMerchantById, lockMerchant } from '../../merchants/merchant-store.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findKnownDevice } from '../devices/known-device.ts'
import { type LoggedIn, type LogIn, type LogInDeps, startSession } from '../log-in.ts'
import { listPasskeyRows, updatePasskeyUse } from './passkey-store.ts'
import { CHALLENGE_MS, newChallenge, type PasskeyDeps, verifySigned, webauthn } from './verify-passkey.ts'

export type PasskeyLoginDeps = Omit<LogInDeps, 'settings'> & {
  readonly settings: LogInDeps['settings'] & PasskeyDeps['settings']
}

/** Names no passkey: the browser offers those that it has of this address. */
export const beginPasskeyLogin = async (deps: PasskeyLoginDeps, address: string) => {
  await countRequest(deps, { name: 'passkey-login', key: addressKey(address) })
  const { generateAuthenticationOptions } = await webauthn()
  return {
    ...(await generateAuthenticationOptions({
      rpID: deps.settings.publicUrl.hostname,
      challenge: await newChallenge(deps, null),
      timeout: CHALLENGE_MS,
      userVerification: 'required',
    })),
  }
}

/** Whose it is, the device says; only the key that this account has can have signed for it. */
export const logInByPasskey = async (
  deps: PasskeyLoginDeps,
  { answer }: BodyOf<typeof loginCall>,
  attempt: Omit<LogIn, 'email' | 'password' | 'code'>,
): Promise<LoggedIn> => {
  const counters = [{ name: 'login-address', key: addressKey(attempt.address) }] as const
  await assertAttemptsLeft(deps, counters)
  try {
    return await logIn(deps, answer, attempt)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'wrong_passkey') await countFailure(deps, counters)
    throw error
  }
}

const logIn = async (
  deps: PasskeyLoginDeps,
  answer: BodyOf<typeof loginCall>['answer'],
  attempt: Omit<LogIn, 'email' | 'password' | 'code'>,
): Promise<LoggedIn> => {
  const merchantId = Buffer.from(answer.response.userHandle ?? '', 'base64url').toString()
  // The text is a stranger's, and may be anything.
  const known = /^mer_[0-9a-z]{26}$/.test(merchantId) ? await listPasskeyRows(deps.db, merchantId) : []
  const passkey = known.find(({ credentialId }) => credentialId.toString('base64url') === answer.id)
  if (passkey === undefined) throw new Refusal('wrong_passkey')
  const counter = await verifySigned(deps, passkey, answer)
  const merchant = await getMerchantById(deps.db, merchantId)
  const knownDevice = await findKnownDevice(deps.db, merchant.email, attempt.device, deps.clock.now())
  // One that was removed in the meantime, or is a copy of a device, must not create a session.
  const isProved = async (tx: Transaction): Promise<boolean> => {
    await lockMerchant(tx, merchantId)
    return updatePasskeyUse(tx, merchantId, passkey.passkeyId, counter, deps.clock.now())
  }
  const loggedIn = await startSession(deps, merchant, attempt, {
    from: knownDevice === undefined ? 'unknown' : 'known',
    device: knownDevice ?? deps.ids.token(),
    isProved,
  })
  if (loggedIn === undefined) throw new Refusal('wrong_passkey')
  return loggedIn
}
