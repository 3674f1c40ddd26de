import { registration } from '@galla/contract/auth/merchants'
import { type FieldMessages, messagesOf } from '../../components/form/form-errors.ts'
import { t } from '../../locales/translate.ts'

export interface RegistrationForm {
  readonly name: string
  readonly email: string
  readonly mobileNumber: string
  readonly password: string
  readonly confirmPassword: string
  readonly terms: boolean
}

/** The contract's rules, and those that only the form can check. */
export function registrationMessages(values: RegistrationForm): FieldMessages {
  const messages = messagesOf(registration, values)
  if (values.confirmPassword === '') messages.confirmPassword = t('Please confirm your password')
  else if (values.confirmPassword !== values.password) messages.confirmPassword = t('Passwords do not match')
  if (!values.terms) messages.terms = t('Please accept the terms to create an account')
  return messages
}
