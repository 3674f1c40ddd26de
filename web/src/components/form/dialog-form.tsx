import { Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { type FailureTexts, failureMessage } from '../feedback/failure-message.ts'
import { toastFailure } from '../feedback/toast.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { type FieldMessages, messagesFrom, messagesOf, useFirstWrongField } from './form-errors.ts'

/** Shows an error of one entry under the field of all entries. */
const firstOfEach = (messages: FieldMessages): FieldMessages =>
  Object.fromEntries(Object.entries(messages).map(([field, msg]) => [field.split('.')[0] ?? field, msg]))

interface DialogFormProps<Body, Reply> {
  readonly schema: z.ZodType
  /** As it is typed. */
  readonly body: Body
  readonly send: (body: Body) => Promise<Reply>
  readonly onSent: (reply: Reply) => void
  readonly failure: FailureTexts
  /** Of the list that it changes. */
  readonly queryKey: readonly string[]
  readonly action: string
  readonly busyLabel: string
  readonly onCancel: () => void
  readonly children: (errors: FieldMessages) => ReactNode
}

/** A form in a dialog: what is wrong stands under its field, and whatever came of it, the list is asked for again. */
export function DialogForm<Body, Reply>(props: DialogFormProps<Body, Reply>) {
  const { schema, body, send, onSent, failure, queryKey, action, busyLabel, onCancel, children } = props
  const { form, focusFirst } = useFirstWrongField()
  const [errors, setErrors] = useState<FieldMessages>({})
  const queryClient = useQueryClient()
  const show = (messages: FieldMessages): boolean => {
    const first = firstOfEach(messages)
    setErrors(first)
    focusFirst(first)
    return Object.keys(first).length > 0
  }
  const ask = useMutation({
    mutationFn: send,
    onSuccess: onSent,
    onError: (error) => {
      if (!show(messagesFrom(error))) toastFailure(failureMessage(error, failure))
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  })
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!show(messagesOf(schema, body))) ask.mutate(body)
      }}
    >
      <Stack>{children(errors)}</Stack>
      <DialogButtons action={action} busyLabel={busyLabel} busy={ask.isPending} onCancel={onCancel} />
    </form>
  )
}
