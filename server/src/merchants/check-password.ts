import type { Passwords } from '../platform/crypto/password.ts'
import { invalidField, Refusal } from '../platform/refusal.ts'
import { type AttemptCounter, assertAttemptsLeft, countFailure, type LimitDeps } from './limit-attempts.ts'
import { getPasswordHash } from './merchant-store.ts'

export interface CheckPasswordDeps extends LimitDeps {
  readonly passwords: Passwords
}

/** Builds the refusal for a wrong current password in this field of the form. */
export const wrongPassword = (field: string): Refusal =>
  new Refusal('wrong_password', { errors: [{ field, msg: 'The current password is not correct' }] })

export const passwordCheckCounters = (merchantId: string): AttemptCounter[] => [
  { name: 'password-check', key: merchantId },
  { name: 'password-check-day', key: merchantId },
]

/** Checks the current password, limited like a login: an open browser must not allow guessing. Returns the matching hash. */
export const checkPassword = async (
  deps: CheckPasswordDeps,
  merchantId: string,
  field: string,
  password: string | undefined,
): Promise<string> => {
  if (password === undefined || password === '')
    throw invalidField(field, 'Please enter your current password')
  const counters = passwordCheckCounters(merchantId)
  await assertAttemptsLeft(deps, counters)
  const hash = await getPasswordHash(deps.db, merchantId)
  if (!(await deps.passwords.verifyPassword(hash, password, merchantId))) {
    await countFailure(deps, counters)
    throw wrongPassword(field)
  }
  await assertAttemptsLeft(deps, counters)
  return hash
}
