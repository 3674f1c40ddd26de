import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../locales/translate.ts'
import { ActionButton } from '../form/action-button.tsx'
import type { FieldMessages } from '../form/form-errors.ts'
import { PasswordField } from '../form/password-field.tsx'
import { Dialog } from './dialog.tsx'
import type { Opener } from './restore-focus.ts'

interface PasswordDialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly label: string
  readonly action: string
  readonly busyLabel: string
  /** What takes a protection away is asked in red. */
  readonly tone?: 'failed' | 'accent'
  /** `code`: of the authenticator app, or a recovery code. */
  readonly asks?: 'password' | 'code' | 'both'
  readonly busy: boolean
  /** What the server said of the fields. */
  readonly errors: FieldMessages
  readonly opener?: Opener | undefined
  readonly onConfirm: (password: string, code: string) => void
  readonly onClose: () => void
}

const MISSING = {
  password: t('Please enter your current password'),
  code: t('Enter the code from your authenticator app'),
} as const
type Field = keyof typeof MISSING

/** Asks who sits at the screen. What was typed stays when the server refuses it. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, children, label, action, busyLabel, busy, opener, onClose } = props
  const { tone = 'accent', asks = 'password' } = props
  const { typed, wrong, refs, change, submit } = useTyped({ ...props, asks })
  return (
    <Dialog title={title} opener={opener} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        {children}
        {asks !== 'code' && (
          <PasswordField
            ref={refs.password}
            mt="md"
            label={label}
            name="password"
            autoComplete="current-password"
            data-autofocus
            value={typed.password}
            error={wrong.password}
            onChange={(event) => change('password', event.currentTarget.value)}
          />
        )}
        {asks !== 'password' && (
          <TextInput
            ref={refs.code}
            mt="md"
            label={t('Code')}
            description={t('From your authenticator app, or a recovery code')}
            name="code"
            autoComplete="one-time-code"
            data-autofocus={asks === 'code' || undefined}
            value={typed.code}
            error={wrong.code}
            onChange={(event) => change('code', event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <ActionButton type="submit" color={tone} busy={busy} busyLabel={busyLabel}>
            {action}
          </ActionButton>
        </Group>
      </form>
    </Dialog>
  )
}

type TypedOptions = Pick<PasswordDialogProps, 'busy' | 'errors' | 'onConfirm'> & {
  readonly asks: NonNullable<PasswordDialogProps['asks']>
}

/** What is typed, and what is wrong with it: the first wrong field gets the focus. */
function useTyped({ asks, busy, errors, onConfirm }: TypedOptions) {
  const [typed, setTyped] = useState({ password: '', code: '' })
  const [wrong, setWrong] = useState<FieldMessages>({})
  const refs = { password: useRef<HTMLInputElement>(null), code: useRef<HTMLInputElement>(null) }
  const refuse = (messages: FieldMessages) => {
    setWrong(messages)
    if (messages.password !== undefined) refs.password.current?.focus()
    else if (messages.code !== undefined) refs.code.current?.focus()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server, once
  useEffect(() => {
    if (!busy) refuse(errors)
  }, [busy, errors.password, errors.code])
  const change = (field: Field, text: string) => {
    setTyped({ ...typed, [field]: text })
    setWrong({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const asked: readonly Field[] = asks === 'both' ? ['password', 'code'] : [asks]
    const missing = asked.filter((field) => typed[field].trim() === '')
    if (missing.length === 0) onConfirm(typed.password, typed.code)
    else refuse(Object.fromEntries(missing.map((field) => [field, MISSING[field]])))
  }
  return { typed, wrong, refs, change, submit }
}
