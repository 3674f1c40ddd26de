import { isOwnName, PASSWORD_ADVICE } from '@galla/contract/auth/password-advice'
import type { Merchant } from '../../merchants/merchant.ts'
import { invalidField } from '../../platform/refusal.ts'
import type { Settings } from '../../platform/settings.ts'
import { isWeakPassword } from './weak-passwords.ts'

export interface StrongPasswordDeps {
  readonly settings: Pick<Settings, 'refuseCommonPasswords'>
}

/**
 * Refuses what attackers guess first: the most common passwords, and the account's own name and address. For a merchant, this is only
 * advice in the form, unless the installation is set to refuse them.
 */
export const assertStrongPassword = (
  { settings }: StrongPasswordDeps,
  field: string,
  password: string,
  owner: Pick<Merchant, 'role' | 'email' | 'name'>,
): void => {
  if (owner.role !== 'operator' && !settings.refuseCommonPasswords) return
  if (isOwnName(password, owner)) throw invalidField(field, PASSWORD_ADVICE.ownName)
  if (isWeakPassword(password)) throw invalidField(field, PASSWORD_ADVICE.common)
}
