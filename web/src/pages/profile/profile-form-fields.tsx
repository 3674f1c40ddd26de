import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { mobileDigits } from '../../parts/mobile-digits.ts'
import { PasswordField } from '../../parts/password-field.tsx'
import type { ProfileFields } from './profile-fields.ts'
import css from './profile-page.module.css'

interface FieldsProps {
  readonly form: UseFormReturnType<ProfileFields>
}

export function DetailFields({ form }: FieldsProps) {
  const mobile = form.getInputProps('mobileNumber')
  return (
    <>
      <TextInput label="Full Name" name="name" autoComplete="organization" {...form.getInputProps('name')} />
      <TextInput
        label="Email Address"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Mobile Number"
        name="mobileNumber"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        {...mobile}
        onChange={(event) => mobile.onChange(mobileDigits(event.currentTarget.value))}
      />
      <TextInput
        label="Website Name"
        name="websiteName"
        autoComplete="off"
        {...form.getInputProps('websiteName')}
      />
      <TextInput
        className={css.whole ?? ''}
        label="Website URL"
        name="websiteUrl"
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://"
        {...form.getInputProps('websiteUrl')}
      />
    </>
  )
}

export function PasswordFields({ form }: FieldsProps) {
  return (
    <fieldset className={css.passwords}>
      <legend>Change Password</legend>
      <p className="muted">Leave empty to keep it. A new password ends every other session.</p>
      <PasswordField
        label="Current Password"
        name="currentPassword"
        autoComplete="current-password"
        {...form.getInputProps('currentPassword')}
      />
      <PasswordField
        label="New Password"
        name="newPassword"
        autoComplete="new-password"
        {...form.getInputProps('newPassword')}
      />
      <PasswordField
        label="Confirm New Password"
        name="confirmPassword"
        autoComplete="new-password"
        {...form.getInputProps('confirmPassword')}
      />
    </fieldset>
  )
}
