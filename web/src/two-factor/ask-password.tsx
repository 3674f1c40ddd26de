import { Button, Group, Modal } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ActionButton } from '../parts/action-button.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import css from './two-factor.module.css'

interface AskPasswordProps {
  readonly busy: boolean
  /** What the server said of the password. */
  readonly error: string | undefined
  readonly onConfirm: (password: string) => void
  readonly onClose: () => void
}

/** Who finds a browser open can't bind the account to a phone of his own. What was typed stays when the server refuses it. */
export function AskPassword({ busy, error, onConfirm, onClose }: AskPasswordProps) {
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
    <Modal
      opened
      onClose={onClose}
      title={<strong>Is it you?</strong>}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
      radius="lg"
      padding="lg"
    >
      <form noValidate onSubmit={submit}>
        <p className={css.hint}>
          You logged in a while ago. Type your password, so that nobody else can bind your account to his
          phone.
        </p>
        <PasswordField
          ref={field}
          mt="md"
          label="Your Password"
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
          <ActionButton type="submit" busy={busy} busyLabel="Checking...">
            Continue
          </ActionButton>
        </Group>
      </form>
    </Modal>
  )
}
