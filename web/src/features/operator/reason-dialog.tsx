import { Textarea } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { DialogButtons } from '../../components/form/dialog-buttons.tsx'
import { messagesFrom } from '../../components/form/form-errors.ts'
import type { ActionReply } from '../../components/form/use-action.ts'
import { useDraft } from '../../components/form/use-draft.ts'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { useOperatorAction } from './use-operator-action.ts'

const REASON_MAX = 1000

interface ReasonDialogProps {
  readonly opened: boolean
  readonly title: string
  readonly children: ReactNode
  /** Names the draft of the reason. */
  readonly draftName: string
  readonly description: string
  readonly action: string
  readonly busyLabel: string
  readonly send: (reason: string) => Promise<ActionReply>
  /** The message when the action fails. */
  readonly failed: string
  readonly onClose: () => void
}

/** Confirms an action by name and asks for the reason that the merchant will read. The input stays until the action succeeds. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { opened, title, children, draftName, description, action, busyLabel, send, failed, onClose } = props
  const draft = useDraft(draftName, { reason: '' })
  const { reason } = draft.values
  const act = useOperatorAction({
    act: send,
    failed,
    onDone: () => {
      onClose()
      draft.clear()
    },
    onFailed: (error) => 'reason' in messagesFrom(error),
  })
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const confirm = () => {
    setMissing(reason.trim() === '')
    if (reason.trim() === '') field.current?.focus()
    else act.mutate(reason.trim().replace(/\s+/g, ' '))
  }
  const error = missing ? 'A reason is required' : messagesFrom(act.error).reason
  return (
    <Dialog opened={opened} title={title} onClose={onClose}>
      {children}
      <Textarea
        ref={field}
        mt="md"
        label="Reason"
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
        error={error}
        data-autofocus
      />
      <DialogButtons
        action={action}
        busyLabel={busyLabel}
        busy={act.isPending}
        tone="failed"
        onConfirm={confirm}
        onCancel={onClose}
      />
    </Dialog>
  )
}
