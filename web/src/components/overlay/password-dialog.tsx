import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../locales/translate.ts'
import type { FailureTexts } from '../feedback/failure-message.ts'
import { DialogButtons } from '../form/dialog-buttons.tsx'
import { PasswordField } from '../form/password-field.tsx'
import { useCheckedForm } from '../form/use-checked-form.ts'
import { Dialog } from './dialog.tsx'
import type { Opener } from './restore-focus.ts'

interface PasswordDialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly label: string
  readonly action: string
  readonly busyLabel: string
  /** `failed` (red) for an action that removes a protection. */
  readonly tone?: 'failed' | 'accent'
  /** `code` is the code of the authenticator app, or a recovery code. */
  readonly asks?: 'password' | 'code' | 'both'
  readonly opener?: Opener | undefined
  /** Runs the action and closes the dialog. */
  readonly send: (password: string, code: string) => Promise<unknown>
  readonly failure: FailureTexts
  readonly onClose: () => void
}

const MISSING = {
  password: t('Please enter your current password'),
  code: t('Enter the code from your authenticator app'),
} as const

/** Asks for the password or a code before an action. The input stays when the server rejects it. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, children, label, action, busyLabel, tone = 'accent', asks = 'password' } = props
  const { opener, send, failure, onClose } = props
  const { form, formProps, showFailure } = useCheckedForm({
    initialValues: { password: '', code: '' },
    validate: (typed) => {
      const asked = asks === 'both' ? (['password', 'code'] as const) : [asks]
      const missing = asked.filter((field) => typed[field].trim() === '')
      return Object.fromEntries(missing.map((field) => [field, MISSING[field]]))
    },
  })
  const confirm = useMutation({
    mutationFn: ({ password, code }: typeof form.values) => send(password, code),
    onError: (error) => showFailure(error, failure),
  })
  return (
    <Dialog title={title} opener={opener} onClose={onClose}>
      <form {...formProps((typed) => confirm.mutate(typed))}>
        {children}
        {asks !== 'code' && (
          <PasswordField
            mt="md"
            label={label}
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('password')}
          />
        )}
        {asks !== 'password' && (
          <TextInput
            mt="md"
            label={t('Code')}
            description={t('From your authenticator app, or a recovery code')}
            autoComplete="one-time-code"
            data-autofocus={asks === 'code' || undefined}
            {...form.getInputProps('code')}
          />
        )}
        <DialogButtons
          action={action}
          busyLabel={busyLabel}
          busy={confirm.isPending}
          tone={tone}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
