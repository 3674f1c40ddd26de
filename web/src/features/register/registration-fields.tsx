import { Checkbox, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Link } from 'react-router'
import { MobileField } from '../../components/form/mobile-field.tsx'
import { PasswordField } from '../../components/form/password-field.tsx'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import type { RegistrationForm } from './registration-rules.ts'

interface FieldsProps {
  readonly form: UseFormReturnType<RegistrationForm>
}

export function RegistrationFields({ form }: FieldsProps) {
  return (
    <>
      <BusinessFields form={form} />
      <AccessFields form={form} />
    </>
  )
}

function BusinessFields({ form }: FieldsProps) {
  return (
    <>
      <TextInput
        label={t('Full Name')}
        autoComplete="organization"
        size="md"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('Email')}
        type="email"
        autoComplete="email"
        size="md"
        {...form.getInputProps('email')}
      />
      <MobileField
        label={t('Phone Number')}
        autoComplete="tel-national"
        size="md"
        {...form.getInputProps('mobileNumber')}
      />
    </>
  )
}

function AccessFields({ form }: FieldsProps) {
  return (
    <>
      <PasswordField
        label={t('Password')}
        description={t('At least 8 characters')}
        autoComplete="new-password"
        size="md"
        {...form.getInputProps('password')}
      />
      <PasswordField
        label={t('Confirm Password')}
        autoComplete="new-password"
        size="md"
        {...form.getInputProps('confirmPassword')}
      />
      <Checkbox
        required
        label={richText('I agree to the <link>Terms</link> and the <link2>Privacy Policy</link2>', {
          link: (text) => <Link to={paths.terms}>{text}</Link>,
          link2: (text) => <Link to={paths.privacy}>{text}</Link>,
        })}
        {...form.getInputProps('terms', { type: 'checkbox' })}
      />
    </>
  )
}
