import { profile, type User } from '@galla/contract/merchants'
import { type FieldMessages, messagesOf } from '../../form-errors.ts'

export interface ProfileFields extends Record<string, string> {
  name: string
  email: string
  mobileNumber: string
  websiteName: string
  websiteUrl: string
  currentPassword: string
  newPassword: string
  confirmPassword: string
}

export const fieldsOf = (user: User): ProfileFields => ({
  name: user.name,
  email: user.email,
  mobileNumber: user.mobileNumber,
  websiteName: user.websiteName,
  websiteUrl: user.websiteUrl,
  currentPassword: '',
  newPassword: '',
  confirmPassword: '',
})

/** Without the passwords: those are never written down. */
export const keptFields = ({ name, email, mobileNumber, websiteName, websiteUrl }: ProfileFields) => ({
  name,
  email,
  mobileNumber,
  websiteName,
  websiteUrl,
})

/** The contract's rules, and the one that needs the saved record: another e-mail asks for the password. */
export function profileMessages(fields: ProfileFields, saved: Pick<User, 'email'>): FieldMessages {
  const messages = messagesOf(profile, fields)
  if (fields.email.trim().toLowerCase() !== saved.email.toLowerCase() && fields.currentPassword === '')
    messages.currentPassword ??= 'Enter your current password to change the email'
  return messages
}
