import { Button, Group, Textarea } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { ActionButton } from '../../components/form/action-button.tsx'
import type { Draft } from '../../components/form/use-draft.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'

const REASON_MAX = 1000

interface ReasonDialogProps {
  readonly opened: boolean
  readonly title: string
  readonly children: ReactNode
  readonly label: string
  readonly draft: Draft<{ reason: string }>
  readonly description: string
  readonly action: string
  readonly busyLabel: string
  readonly busy: boolean
  /** What the server said of the reason. */
  readonly error: string | undefined
  readonly onConfirm: (reason: string) => void
  readonly onClose: () => void
}

/** Asks once, by name, and for the reason that the merchant will read. What was typed stays until it is done. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { opened, title, children, label, draft, description, action, busyLabel, busy, error } = props
  const { onConfirm, onClose } = props
  const { reason } = draft.values
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const confirm = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() === '') field.current?.focus()
    else onConfirm(reason.trim().replace(/\s+/g, ' '))
  }
  const shown = missing ? 'A reason is required' : error
  return (
    <Dialog opened={opened} title={title} onClose={onClose}>
      {children}
      <Textarea
        ref={field}
        mt="md"
        label={label}
        description={description}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={REASON_MAX}
        value={reason}
        onChange={(event) => {
          draft.set('reason', event.currentTarget.value)
          setMissing(false)
        }}
        {...(shown === undefined ? {} : { error: shown })}
        data-autofocus
      />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <ActionButton color="failed" busy={busy} busyLabel={busyLabel} onClick={confirm}>
          {action}
        </ActionButton>
      </Group>
    </Dialog>
  )
}
