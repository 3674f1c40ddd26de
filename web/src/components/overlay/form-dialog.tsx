import { Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { CallFailure } from '../../api/api.ts'
import { type FailureTexts, failureMessage } from '../feedback/failure-message.ts'
import { toastSuccess } from '../feedback/toast.tsx'
import { DialogButtons } from '../form/dialog-buttons.tsx'
import type { ActionReply } from '../form/use-action.ts'
import type { CheckedForm } from '../form/use-checked-form.ts'
import { Dialog } from './dialog.tsx'

interface FormDialogProps<Values extends object, Reply>
  extends Pick<ComponentProps<typeof Dialog>, 'title' | 'size' | 'onClose'> {
  readonly checked: CheckedForm<Values>
  readonly send: (values: Values) => Promise<Reply>
  /** The success message; by default the server's own message. */
  readonly done?: string
  /** Replaces the message and the closing. */
  readonly onSent?: (reply: Reply) => void
  readonly failure: FailureTexts
  /** Names the field for a refusal that names none. Without it, a toast shows the refusal. */
  readonly fieldOf?: (error: unknown) => string | undefined
  /** The query of the list that the form changes. */
  readonly queryKey: readonly string[]
  readonly action: string
  readonly busyLabel: string
  /** What the reply shows only once, in the place of the form. */
  readonly result?: ReactNode
  readonly children: ReactNode
}

/** True when the server rejected the values, so that nothing can have changed. */
const isRejected = (error: unknown): boolean => error instanceof CallFailure && error.status === 400

/** A form in a dialog. The list is loaded again unless the server rejected the values. */
export function FormDialog<Values extends object, Reply extends ActionReply>(
  props: FormDialogProps<Values, Reply>,
) {
  const { title, size = 'md', checked, send, done, onSent, failure, fieldOf, queryKey, onClose } = props
  const { action, busyLabel, result, children } = props
  const queryClient = useQueryClient()
  const submit = useMutation({
    mutationFn: send,
    onSuccess: (reply) => {
      if (onSent !== undefined) return onSent(reply)
      toastSuccess(done ?? reply.msg)
      onClose()
    },
    onError: (error) => {
      const field = fieldOf?.(error)
      if (field === undefined) checked.showFailure(error, failure)
      else checked.showErrors({ [field]: failureMessage(error, failure) })
    },
    onSettled: (_, error) => {
      if (!isRejected(error)) void queryClient.invalidateQueries({ queryKey })
    },
  })
  return (
    <Dialog title={title} size={size} onClose={onClose}>
      {result || (
        <form {...checked.formProps((values) => submit.mutate(values))}>
          <Stack>{children}</Stack>
          <DialogButtons action={action} busyLabel={busyLabel} busy={submit.isPending} onCancel={onClose} />
        </form>
      )}
    </Dialog>
  )
}
