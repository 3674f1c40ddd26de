import { Button, Group, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { type FailureWords, failureMessage } from '../../../components/feedback/failure-message.ts'
import { toastFailure } from '../../../components/feedback/toast.tsx'
import { ActionButton } from '../../../components/form/action-button.tsx'
import {
  type FieldMessages,
  messagesFrom,
  messagesOf,
  useFirstWrongField,
} from '../../../components/form/form-errors.ts'
import { queryKeys } from '../../../query-keys.ts'

/** Shows an error of one address under the field of all addresses. */
const firstOfEach = (messages: FieldMessages): FieldMessages =>
  Object.fromEntries(Object.entries(messages).map(([field, msg]) => [field.split('.')[0] ?? field, msg]))

interface KeyFormProps<Body, Reply> {
  readonly schema: z.ZodType
  /** As it is typed. */
  readonly body: Body
  readonly send: (body: Body) => Promise<Reply>
  readonly onSent: (reply: Reply) => void
  readonly words: FailureWords
  readonly action: string
  readonly busyLabel: string
  readonly onCancel: () => void
  readonly children: (errors: FieldMessages) => ReactNode
}

/** What is asked of a key: what is wrong stands under its field, and whatever came of it, the list is asked for again. */
export function KeyForm<Body, Reply>(props: KeyFormProps<Body, Reply>) {
  const { schema, body, send, onSent, words, action, busyLabel, onCancel, children } = props
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
      if (!show(messagesFrom(error))) toastFailure(failureMessage(error, words))
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryKeys.apiKeys.all }),
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
      <Stack>
        {children(errors)}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <ActionButton type="submit" busy={ask.isPending} busyLabel={busyLabel}>
            {action}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
