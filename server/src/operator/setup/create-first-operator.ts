import { HOUR_MS } from '@galla/contract/durations'
import type { KeyDeps } from '../../api-keys/main-keys.ts'
import { assertStrongPassword, type StrongPasswordDeps } from '../../auth/password/assert-strong-password.ts'
import type { Client } from '../../merchants/caller.ts'
import { findPlatformMerchant } from '../../merchants/find-merchant.ts'
import { addressKey, assertAttemptsLeft, countFailure } from '../../merchants/limit-attempts.ts'
import { comparableEmail } from '../../merchants/merchant.ts'
import { emailTaken } from '../../payment-accounts/create-merchant.ts'
import { openMerchant } from '../../payment-accounts/register-merchant.ts'
import { sha256 } from '../../platform/crypto/crypto.ts'
import type { Platform } from '../../platform/feature.ts'
import { invalidField, Refusal } from '../../platform/refusal.ts'
import { consumeSetupToken, deleteSetupTokens, insertSetupToken, isSetupToken } from './setup-token-store.ts'

export const SETUP_LINK_HOURS = 24
/** Each process of an installation prints a different link, and all of them work. */
const LINKS_MAX = 20
/** The operator's merchant, which collects the plan fees. */
export const PLATFORM_NAME = 'Galla'

export type FirstOperatorDeps = KeyDeps & StrongPasswordDeps & Pick<Platform, 'passwords' | 'log'>

/** Returns the token of a new link to the setup page. */
export const createSetupToken = async ({
  db,
  ids,
  clock,
}: Pick<FirstOperatorDeps, 'db' | 'ids' | 'clock'>): Promise<string> => {
  const token = ids.token()
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + SETUP_LINK_HOURS * HOUR_MS)
  await db.transaction((tx) =>
    insertSetupToken(tx, { tokenHash: sha256(token), createdAt, expiresAt }, LINKS_MAX),
  )
  return token
}

/**
 * Creates the operator with a link of the first start, once: the link is used up, and there is one platform merchant at most. Only a valid
 * link costs a hash.
 */
export const createFirstOperator = async (
  deps: FirstOperatorDeps,
  form: { readonly token: string; readonly email: string; readonly password: string },
  { address }: Pick<Client, 'address'>,
): Promise<void> => {
  if ((await findPlatformMerchant(deps)) !== undefined) throw new Refusal('not_found')
  const counters = [{ name: 'setup-token', key: addressKey(address) }] as const
  await assertAttemptsLeft(deps, counters)
  const tokenHash = sha256(form.token)
  if (!(await isSetupToken(deps.db, tokenHash, deps.clock.now()))) {
    await countFailure(deps, counters)
    throw new Refusal('setup_link_used')
  }
  const email = comparableEmail(form.email)
  if (email === undefined) throw invalidField('email', 'Please enter a valid email address')
  assertStrongPassword(deps, 'password', form.password, { role: 'operator', email, name: PLATFORM_NAME })
  const passwordHash = await deps.passwords.hashPassword(form.password, addressKey(address))
  const merchantId = await deps.db.transaction(async (tx) => {
    if (!(await consumeSetupToken(tx, tokenHash, deps.clock.now()))) throw new Refusal('setup_link_used')
    const opened = await openMerchant(deps, tx, {
      role: 'operator',
      isPlatform: true,
      name: PLATFORM_NAME,
      email,
      mobileNumber: '',
      language: 'en',
      passwordHash,
    })
    if (opened === undefined) throw emailTaken()
    await deleteSetupTokens(tx)
    return opened
  })
  deps.log.info('the operator was created on the setup page', { merchantId })
}
