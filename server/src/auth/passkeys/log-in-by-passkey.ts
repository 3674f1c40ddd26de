import type { logInByPasskey as loginCall } from '@galla/contract/auth/passkeys'
import type { BodyOf } from '@galla/contract/endpoint'
import { addressKey, assertAttemptsLeft, countFailure, countRequest } from '../../merchants/limit-attempts.ts'
import { getMerchantById } from '../../merchants/merchant-store.ts'
import { Refusal } from '../../platform/refusal.ts'
import { findKnownDevice } from '../devices/known-device.ts'
import { type LoggedIn, type LogIn, type LogInDeps, startSession } from '../log-in.ts'
import { CHALLENGE_MS, checkPasskey, newChallenge, type PasskeyDeps, webauthn } from './verify-passkey.ts'

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
  if (!/^mer_[0-9a-z]{26}$/.test(merchantId)) throw new Refusal('wrong_passkey')
  const passkey = await checkPasskey(deps, merchantId, answer)
  const merchant = await getMerchantById(deps.db, merchantId)
  const knownDevice = await findKnownDevice(deps.db, merchant.email, attempt.device, deps.clock.now())
  const loggedIn = await startSession(deps, merchant, attempt, {
    from: knownDevice === undefined ? 'unknown' : 'known',
    device: knownDevice ?? deps.ids.token(),
    ...passkey,
  })
  if (loggedIn === undefined) throw new Refusal('wrong_passkey')
  return loggedIn
}
