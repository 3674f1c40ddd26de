import { Button, Group } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Opener } from '../focus-given-back.ts'
import { ActionButton } from './action-button.tsx'
import { Dialog } from './dialog.tsx'
import { PasswordField } from './password-field.tsx'

interface PasswordDialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly label: string
  readonly deed: string
  readonly busyLabel: string
  /** What takes a protection away is asked in red. */
  readonly tone?: 'failed' | 'accent'
  readonly busy: boolean
  /** What the server said of the password. */
  readonly error: string | undefined
  readonly opener?: Opener
  readonly onConfirm: (password: string) => void
  readonly onClose: () => void
}

/** Asks who sits at the screen. What was typed stays when the server refuses it. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, children, label, deed, busyLabel, tone = 'accent', busy, error, opener } = props
  const { onConfirm, onClose } = props
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (busy) return
    setWrong(error)
    if (error !== undefined) field.current?.focus()
  }, [busy, error])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') onConfirm(password)
    else {
      setWrong('Please enter your current password')
      field.current?.focus()
    }
  }
  return (
    <Dialog title={title} opener={opener} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        {children}
        <PasswordField
          ref={field}
          mt="md"
          label={label}
          name="password"
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={wrong}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            setWrong(undefined)
          }}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton type="submit" color={tone} busy={busy} busyLabel={busyLabel}>
            {deed}
          </ActionButton>
        </Group>
      </form>
    </Dialog>
  )
}
