import { PAGE_LANGUAGE_CODES, PAGE_LANGUAGES } from '@galla/contract/payment-page/page-languages'
import { Box, Checkbox, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { MobileField } from '../../components/form/mobile-field.tsx'
import { NewPasswordField } from '../../components/form/new-password-field.tsx'
import { PasswordField } from '../../components/form/password-field.tsx'
import { t } from '../../locales/translate.ts'
import type { ProfileFields } from './profile-fields.ts'

interface FieldsProps {
  readonly form: UseFormReturnType<ProfileFields>
}

/** A group of related fields with a heading at its side. */
function FieldGroup({ title, line, children }: { title: string; line: string; children: ReactNode }) {
  return (
    <Box
      component="fieldset"
      m={0}
      px={0}
      py="md"
      bd={0}
      aria-label={title}
      style={{ borderTop: '1px solid var(--galla-line)' }}
    >
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <div>
          <Text fw={650}>{title}</Text>
          <Text c="dimmed">{line}</Text>
        </div>
        <Stack gap="md">{children}</Stack>
      </SimpleGrid>
    </Box>
  )
}

export function DetailFields({ form, isOwn }: FieldsProps & { isOwn: boolean }) {
  return (
    <FieldGroup
      title={isOwn ? t('You and your website') : t('You')}
      line={isOwn ? t('Your name is on every payment page and invoice.') : ''}
    >
      <TextInput label={t('Full Name')} autoComplete="organization" {...form.getInputProps('name')} />
      <TextInput
        label={t('Email Address')}
        type="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <MobileField
        label={t('Mobile Number')}
        autoComplete="tel-national"
        {...form.getInputProps('mobileNumber')}
      />
      {isOwn && (
        <>
          <TextInput label={t('Website Name')} autoComplete="off" {...form.getInputProps('websiteName')} />
          <TextInput
            label={t('Website URL')}
            type="url"
            autoComplete="url"
            placeholder="https://"
            {...form.getInputProps('websiteUrl')}
          />
        </>
      )}
    </FieldGroup>
  )
}

const LANGUAGE_CHOICES = PAGE_LANGUAGE_CODES.map((value) => ({ value, label: PAGE_LANGUAGES[value] }))

export function LanguageField({ form }: FieldsProps) {
  return (
    <FieldGroup
      title={t('Payment page')}
      line={t(
        "Customers see the page in their phone's language and can change it. This language is for phones in other languages.",
      )}
    >
      <NativeSelect
        label={t('Payment page language')}
        data={LANGUAGE_CHOICES}
        {...form.getInputProps('pageLanguage')}
      />
      <Checkbox
        label={t('Email customers their receipt')}
        description={t(
          "Sent once for each paid live order to the customer's email address, in this language. Galla is the sender.",
        )}
        {...form.getInputProps('emailReceipts', { type: 'checkbox' })}
      />
    </FieldGroup>
  )
}

export function SupportFields({ form }: FieldsProps) {
  return (
    <FieldGroup
      title={t('Support contact')}
      line={t(
        "Your customers see this contact on the payment page. Without it, the page links to Galla's contact page.",
      )}
    >
      <TextInput
        label={t('Support Email')}
        type="email"
        autoComplete="off"
        {...form.getInputProps('supportEmail')}
      />
      <TextInput
        label={t('Support Phone')}
        type="tel"
        autoComplete="off"
        {...form.getInputProps('supportPhone')}
      />
      <Checkbox
        label={t('Show it on the payment page')}
        {...form.getInputProps('showSupport', { type: 'checkbox' })}
      />
    </FieldGroup>
  )
}

export function PasswordFields({ form }: FieldsProps) {
  return (
    <FieldGroup
      title={t('Change Password')}
      line={t(
        'Leave empty to keep your password. A new password logs you out on all other devices. To change your email, enter your current password. The new email becomes active when you open the link that we send to it.',
      )}
    >
      <PasswordField
        label={t('Current Password')}
        autoComplete="current-password"
        {...form.getInputProps('currentPassword')}
      />
      <NewPasswordField
        label={t('New Password')}
        owner={form.getValues()}
        {...form.getInputProps('newPassword')}
      />
      <PasswordField
        label={t('Confirm New Password')}
        autoComplete="new-password"
        {...form.getInputProps('confirmPassword')}
      />
    </FieldGroup>
  )
}
