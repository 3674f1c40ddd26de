import { Button, Group, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ActionButton } from '../../parts/action-button.tsx'
import { PasswordField } from '../../parts/password-field.tsx'

interface PasswordDialogProps {
  readonly opened: boolean
  readonly title: string
  readonly children: ReactNode
  readonly deed: string
  readonly busyLabel: string
  readonly busy: boolean
  /** What the server said of the password. */
  readonly error: string | undefined
  readonly onConfirm: (password: string) => void
  readonly onClose: () => void
}

/** Asks for the password before something is shown or uncovered. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { opened, title, children, deed, busyLabel, busy, error, onConfirm, onClose } = props
  const [password, setPassword] = useState('')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<strong>{title}</strong>}
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
      radius="lg"
      padding="lg"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm(password)
        }}
      >
        {children}
        <PasswordField
          mt="md"
          label="Current password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          {...(error === undefined ? {} : { error })}
          data-autofocus
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton type="submit" busy={busy} busyLabel={busyLabel} disabled={password === ''}>
            {deed}
          </ActionButton>
        </Group>
      </form>
    </Modal>
  )
}
