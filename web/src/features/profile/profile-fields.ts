import { profile, type User } from '@galla/contract/auth/merchants'
import type { PageLanguage } from '@galla/contract/payment-page/page-languages'
import { type FieldMessages, messagesOf } from '../../components/form/form-errors.ts'
import { t } from '../../locales/translate.ts'

export interface ProfileFields {
  name: string
  email: string
  mobileNumber: string
  websiteName: string
  websiteUrl: string
  pageLanguage: PageLanguage
  supportEmail: string
  supportPhone: string
  showSupport: boolean
  emailReceipts: boolean
  currentPassword: string
  newPassword: string
  confirmPassword: string
}

const NO_PASSWORDS = { currentPassword: '', newPassword: '', confirmPassword: '' }

/** The values that a draft may store: all but the passwords. */
export const keptFields = ({
  currentPassword: _1,
  newPassword: _2,
  confirmPassword: _3,
  ...kept
}: ProfileFields) => kept

export const fieldsOf = (user: User): ProfileFields => ({
  name: user.name,
  email: user.email,
  mobileNumber: user.mobileNumber,
  websiteName: user.websiteName,
  websiteUrl: user.websiteUrl,
  pageLanguage: user.pageLanguage,
  supportEmail: user.supportEmail,
  supportPhone: user.supportPhone,
  showSupport: user.showSupport,
  emailReceipts: user.emailReceipts,
  ...NO_PASSWORDS,
})

/** The contract's rules, and one that needs the saved record: a changed email requires the password. */
export function profileMessages(fields: ProfileFields, saved: Pick<User, 'email'>): FieldMessages {
  const messages = messagesOf(profile, fields)
  if (fields.email.trim().toLowerCase() !== saved.email.toLowerCase() && fields.currentPassword === '')
    messages.currentPassword ??= t('Enter your current password to change the email')
  return messages
}
