import { Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallFailure } from '../../api/api.ts'
import { type FailureTexts, failureMessage } from '../feedback/failure-message.ts'
import { DialogButtons } from './dialog-buttons.tsx'
import type { CheckedForm } from './use-checked-form.ts'

interface DialogFormProps<Values extends object, Reply> {
  readonly checked: CheckedForm<Values>
  readonly send: (values: Values) => Promise<Reply>
  readonly onSent: (reply: Reply) => void
  readonly failure: FailureTexts
  /** Names the field for a refusal that names none. Without it, a toast shows the refusal. */
  readonly fieldOf?: (error: unknown) => string | undefined
  /** The query of the list that the form changes. */
  readonly queryKey: readonly string[]
  readonly action: string
  readonly busyLabel: string
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** True when the server rejected the values, so that nothing can have changed. */
const isRejected = (error: unknown): boolean => error instanceof CallFailure && error.status === 400

/** A form in a dialog. The list is loaded again unless the server rejected the values. */
export function DialogForm<Values extends object, Reply>(props: DialogFormProps<Values, Reply>) {
  const { checked, send, onSent, failure, fieldOf, queryKey, action, busyLabel, onCancel, children } = props
  const queryClient = useQueryClient()
  const submit = useMutation({
    mutationFn: send,
    onSuccess: onSent,
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
    <form {...checked.formProps((values) => submit.mutate(values))}>
      <Stack>{children}</Stack>
      <DialogButtons action={action} busyLabel={busyLabel} busy={submit.isPending} onCancel={onCancel} />
    </form>
  )
}
