import { useRef } from 'react'
import type { z } from 'zod'
import { CallFailure } from '../../api/api.ts'
import { translateServerText } from '../../locales/translate.ts'
import { type FailureTexts, failureMessage } from '../feedback/failure-message.ts'
import { toastFailure } from '../feedback/toast.tsx'

export type FieldMessages = Record<string, string>

/** The first message for each field that a contract schema rejects, keyed by the server's field name. */
export function messagesOf(schema: z.ZodType, values: unknown): FieldMessages {
  const messages: FieldMessages = {}
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    const field = issue.path.join('.')
    messages[field] ??= translateServerText(issue.message)
  }
  return messages
}

/** The server's messages for single fields. */
export function messagesFrom(error: unknown): FieldMessages {
  if (!(error instanceof CallFailure)) return {}
  return Object.fromEntries(error.errors.map(({ field, msg }) => [field, translateServerText(msg)]))
}

/** True when a field already shows the message, so that no toast repeats it. */
export const isShownAtField = (message: string, messages: FieldMessages): boolean =>
  Object.values(messages).includes(message)

/** Focuses the first field with a message, in the order of the screen. */
export function useFirstWrongField() {
  const form = useRef<HTMLFormElement>(null)
  const focusFirst = (messages: FieldMessages): void => {
    const fields = form.current?.querySelectorAll<HTMLElement>('[name]') ?? []
    for (const field of fields)
      if ((field.getAttribute('name') ?? '') in messages) {
        field.focus()
        return
      }
  }
  /** Shows a refusal at its fields, or as a toast when it names none. */
  const showFailure = (
    error: unknown,
    failure: FailureTexts,
    setErrors: (messages: FieldMessages) => void,
  ) => {
    const messages = messagesFrom(error)
    setErrors(messages)
    focusFirst(messages)
    const message = failureMessage(error, failure)
    if (!isShownAtField(message, messages)) toastFailure(message)
  }
  return { form, focusFirst, showFailure }
}
