import { resetPassword } from '@galla/contract/auth/merchants'
import { t } from '../../locales/translate.ts'
import { type FieldMessages, messagesOf } from './form-errors.ts'

export interface NewPasswordForm {
  readonly password: string
  readonly confirmPassword: string
}

/** The contract's rules, and that both entries are equal. */
export function newPasswordMessages({ password, confirmPassword }: NewPasswordForm): FieldMessages {
  const messages = messagesOf(resetPassword.body, { token: 'known', password })
  if (confirmPassword === '') messages.confirmPassword = t('Please confirm your password')
  else if (confirmPassword !== password) messages.confirmPassword = t('Passwords do not match')
  return messages
}
