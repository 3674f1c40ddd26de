import { Checkbox, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { Link } from 'react-router'
import { MobileField } from '../../components/form/mobile-field.tsx'
import { PasswordField } from '../../components/form/password-field.tsx'
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
        label="Full Name"
        name="name"
        autoComplete="organization"
        size="md"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        size="md"
        {...form.getInputProps('email')}
      />
      <MobileField
        label="Phone Number"
        name="mobileNumber"
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
        label="Password"
        name="password"
        description="At least 8 characters"
        autoComplete="new-password"
        size="md"
        {...form.getInputProps('password')}
      />
      <PasswordField
        label="Confirm Password"
        name="confirmPassword"
        autoComplete="new-password"
        size="md"
        {...form.getInputProps('confirmPassword')}
      />
      <Checkbox
        name="terms"
        required
        label={
          <>
            I agree to the <Link to={paths.terms}>Terms</Link> and the{' '}
            <Link to={paths.privacy}>Privacy Policy</Link>
          </>
        }
        {...form.getInputProps('terms', { type: 'checkbox' })}
      />
    </>
  )
}
