import { Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { CallFailure } from '../../api/api.ts'
import { type FailureTexts, failureMessage } from '../feedback/failure-message.ts'
import { toastFailure } from '../feedback/toast.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { type FieldMessages, messagesFrom, messagesOf, useFirstWrongField } from './form-errors.ts'

/** Reports an error of one array entry at the field of the whole array. */
const firstOfEach = (messages: FieldMessages): FieldMessages =>
  Object.fromEntries(Object.entries(messages).map(([field, msg]) => [field.split('.')[0] ?? field, msg]))

interface DialogFormProps<Body, Reply> {
  readonly schema: z.ZodType
  /** The values as typed. */
  readonly body: Body
  readonly send: (body: Body) => Promise<Reply>
  readonly onSent: (reply: Reply) => void
  readonly failure: FailureTexts
  /** Names the field for a refusal that names none. Without it, a toast shows the refusal. */
  readonly fieldOf?: (error: unknown) => string | undefined
  /** The query of the list that the form changes. */
  readonly queryKey: readonly string[]
  readonly action: string
  readonly busyLabel: string
  readonly onCancel: () => void
  readonly children: (errors: FieldMessages) => ReactNode
}

/** True when the server rejected the values, so that nothing can have changed. */
const isRejected = (error: unknown): boolean => error instanceof CallFailure && error.status === 400

/** A form in a dialog. Errors are shown at their fields, and the list is loaded again unless the server rejected the values. */
export function DialogForm<Body, Reply>(props: DialogFormProps<Body, Reply>) {
  const { schema, body, send, onSent, failure, fieldOf, queryKey, action, busyLabel, onCancel, children } =
    props
  const { form, focusFirst } = useFirstWrongField()
  const [errors, setErrors] = useState<FieldMessages>({})
  const queryClient = useQueryClient()
  const show = (messages: FieldMessages): boolean => {
    const first = firstOfEach(messages)
    setErrors(first)
    focusFirst(first)
    return Object.keys(first).length > 0
  }
  const submit = useMutation({
    mutationFn: send,
    onSuccess: onSent,
    onError: (error) => {
      const message = failureMessage(error, failure)
      const field = fieldOf?.(error)
      if (!show(field === undefined ? messagesFrom(error) : { [field]: message })) toastFailure(message)
    },
    onSettled: (_, error) => {
      if (!isRejected(error)) void queryClient.invalidateQueries({ queryKey })
    },
  })
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!show(messagesOf(schema, body))) submit.mutate(body)
      }}
    >
      <Stack>{children(errors)}</Stack>
      <DialogButtons action={action} busyLabel={busyLabel} busy={submit.isPending} onCancel={onCancel} />
    </form>
  )
}
