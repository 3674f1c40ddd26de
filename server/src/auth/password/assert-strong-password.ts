import { isWeakPassword, passwordForm } from '../../platform/crypto/weak-passwords.ts'
import { invalidField } from '../../platform/refusal.ts'

const TOO_COMMON = 'This password is too common. Please choose another one.'
const OWN_NAME_OR_EMAIL = 'Please do not use your name or your email address as the password'

/** Refuses what attackers guess first: the most common passwords, and the account's own name and address. */
export const assertStrongPassword = (
  field: string,
  password: string,
  { email, name }: { readonly email: string; readonly name: string },
): void => {
  const form = passwordForm(password)
  const [mailbox = ''] = email.split('@')
  if ([email, mailbox, name].some((text) => passwordForm(text) === form))
    throw invalidField(field, OWN_NAME_OR_EMAIL)
  if (isWeakPassword(password)) throw invalidField(field, TOO_COMMON)
}
