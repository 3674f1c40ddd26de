import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogButtons } from '../../components/form/dialog-buttons.tsx'
import { messagesFrom } from '../../components/form/form-errors.ts'
import type { ActionReply } from '../../components/form/use-action.ts'
import { useCheckedForm } from '../../components/form/use-checked-form.ts'
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
  const { form, formProps, showErrors, clear } = useCheckedForm({
    initialValues: { reason: '' },
    validate: ({ reason }) => (reason.trim() === '' ? { reason: 'A reason is required' } : {}),
    draft: { name: draftName },
  })
  const act = useOperatorAction({
    act: send,
    failed,
    onDone: () => {
      onClose()
      clear({ reason: '' })
    },
    onFailed: (error) => {
      const messages = messagesFrom(error)
      showErrors(messages)
      return 'reason' in messages
    },
  })
  return (
    <Dialog opened={opened} title={title} onClose={onClose}>
      <form {...formProps(({ reason }) => act.mutate(reason.trim().replace(/\s+/g, ' ')))}>
        {children}
        <Textarea
          mt="md"
          label="Reason"
          description={description}
          autosize
          minRows={3}
          maxRows={8}
          maxLength={REASON_MAX}
          {...form.getInputProps('reason')}
          data-autofocus
        />
        <DialogButtons
          action={action}
          busyLabel={busyLabel}
          busy={act.isPending}
          tone="failed"
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
