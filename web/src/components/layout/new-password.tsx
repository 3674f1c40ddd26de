import { Button } from '@mantine/core'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { ActionButton } from '../feedback/action-button.tsx'
import { messagesFrom } from '../form/form-errors.ts'
import { NewPasswordField } from '../form/new-password-field.tsx'
import { type NewPasswordForm, newPasswordMessages } from '../form/new-password-rules.ts'
import { PasswordField } from '../form/password-field.tsx'
import { useCheckedForm } from '../form/use-checked-form.ts'
import { AuthCard } from './auth-card.tsx'
import { AuthOutcome } from './auth-outcome.tsx'

interface NewPasswordProps {
  readonly title: string
  readonly line: string
  readonly action: string
  readonly busy: boolean
  readonly error: Error | null
  readonly onSave: (form: NewPasswordForm) => void
}

/** The form behind an emailed link that sets a password. */
export function NewPassword({ title, line, action, busy, error, onSave }: NewPasswordProps) {
  const { form, formProps } = useCheckedForm<NewPasswordForm>({
    initialValues: { password: '', confirmPassword: '' },
    validate: newPasswordMessages,
  })
  const underField = messagesFrom(error).password
  return (
    <AuthCard title={title} line={line}>
      <form className="fields" {...formProps(onSave)}>
        <NewPasswordField
          label={t('New Password')}
          size="md"
          {...form.getInputProps('password')}
          error={form.errors.password ?? underField}
        />
        <PasswordField
          label={t('Confirm New Password')}
          autoComplete="new-password"
          size="md"
          {...form.getInputProps('confirmPassword')}
        />
        <ActionButton type="submit" busy={busy} busyLabel={t('Saving...')} h={44} fullWidth>
          {action}
        </ActionButton>
      </form>
    </AuthCard>
  )
}

/** Shown after the password is saved, which ends every session. */
export const NewPasswordSaved = ({ title, text }: { title: string; text: string }) => (
  <AuthOutcome kind="done" title={title} text={text}>
    {/* A full page load clears everything that this tab holds of a session. */}
    <Button component="a" href={paths.login} h={44} fullWidth>
      {t('Sign in')}
    </Button>
  </AuthOutcome>
)
