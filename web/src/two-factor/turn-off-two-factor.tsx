import { totpDisable } from '@galla/contract/login-security'
import { Button, Group, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { callEndpoint } from '../api.ts'
import { failureMessage } from '../failure-message.ts'
import { messagesFrom, messagesOf } from '../form-errors.ts'
import { ActionButton } from '../parts/action-button.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { toastFailure, toastSuccess } from '../toast.tsx'
import css from './two-factor.module.css'

const WORDS = {
  failed: 'Two-factor login could not be turned off',
  unreachable: 'Something went wrong while turning two-factor login off',
}

interface TurnOffTwoFactorProps {
  readonly onOff: () => void
  readonly onClose: () => void
}

/** Asks for the password: who finds a browser open can't take the protection away. */
export function TurnOffTwoFactor({ onOff, onClose }: TurnOffTwoFactorProps) {
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const refuse = (message: string) => {
    setWrong(message)
    field.current?.focus()
  }
  const turnOff = useMutation({
    mutationFn: () => callEndpoint(totpDisable, { body: { password } }),
    onSuccess: ({ msg }) => {
      toastSuccess(msg)
      onOff()
    },
    onError: (error) => {
      const { password: said } = messagesFrom(error)
      if (said === undefined) toastFailure(failureMessage(error, WORDS))
      else refuse(said)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { password: missing } = messagesOf(totpDisable.body, { password })
    if (missing === undefined) turnOff.mutate()
    else refuse(missing)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>Turn off two-factor login?</strong>}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
      radius="lg"
      padding="lg"
    >
      <form noValidate onSubmit={submit}>
        <p className={css.hint}>
          Your password alone will be enough to log in, and the recovery codes are void.
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
          <ActionButton type="submit" color="failed" busy={turnOff.isPending} busyLabel="Turning off...">
            Turn off
          </ActionButton>
        </Group>
      </form>
    </Modal>
  )
}
