import { Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { MobileField } from '../../components/form/mobile-field.tsx'
import { PasswordField } from '../../components/form/password-field.tsx'
import type { ProfileFields } from './profile-fields.ts'
import css from './profile-page.module.css'

interface FieldsProps {
  readonly form: UseFormReturnType<ProfileFields>
}

/** What belongs together, named at its side. */
function FieldGroup({ title, line, children }: { title: string; line: string; children: ReactNode }) {
  return (
    <fieldset className={css.group}>
      <legend className={css.legend}>{title}</legend>
      <p className={css.line}>{line}</p>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" className={css.fields}>
        {children}
      </SimpleGrid>
    </fieldset>
  )
}

export function DetailFields({ form }: FieldsProps) {
  return (
    <FieldGroup title="You and your website" line="Your name stands on every payment page and invoice.">
      <TextInput label="Full Name" name="name" autoComplete="organization" {...form.getInputProps('name')} />
      <TextInput
        label="Email Address"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <MobileField
        label="Mobile Number"
        name="mobileNumber"
        autoComplete="tel-national"
        {...form.getInputProps('mobileNumber')}
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
    </FieldGroup>
  )
}

export function SupportFields({ form }: FieldsProps) {
  return (
    <FieldGroup
      title="Support contact"
      line="Whom your customers ask on the payment page. Without it they are sent to Galla's contact page."
    >
      <TextInput
        label="Support Email"
        name="supportEmail"
        type="email"
        inputMode="email"
        autoComplete="off"
        {...form.getInputProps('supportEmail')}
      />
      <TextInput
        label="Support Phone"
        name="supportPhone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        {...form.getInputProps('supportPhone')}
      />
      <Checkbox
        className={css.whole ?? ''}
        label="Show it on the payment page"
        name="showSupport"
        {...form.getInputProps('showSupport', { type: 'checkbox' })}
      />
    </FieldGroup>
  )
}

export function PasswordFields({ form }: FieldsProps) {
  return (
    <FieldGroup
      title="Change Password"
      line="Leave empty to keep it. A new password ends every other session. A new email asks for the current one, and counts once you open the link mailed to it."
    >
      <PasswordField
        className={css.half ?? ''}
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
    </FieldGroup>
  )
}
