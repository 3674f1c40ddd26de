import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { ActionButton } from './action-button.tsx'

interface ConfirmDialogProps {
  readonly opened: boolean
  readonly title: string
  readonly children: ReactNode
  /** The deed by its name: "Rotate key". */
  readonly deed: string
  readonly busyLabel: string
  readonly busy: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks once before what can't be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, deed, busyLabel, busy, onConfirm, onClose } = props
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
      {children}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <ActionButton color="failed" busy={busy} busyLabel={busyLabel} onClick={onConfirm}>
          {deed}
        </ActionButton>
      </Group>
    </Modal>
  )
}
