import { useRef } from 'react'
import type { z } from 'zod'
import { CallFailure } from '../../api/api.ts'
import { translateServerText } from '../../locales/translate.ts'
import { type FailureTexts, failureMessage } from '../feedback/failure-message.ts'
import { toastFailure } from '../feedback/toast.tsx'

export type FieldMessages = Record<string, string>

/** The first message of each field that a contract schema refuses, the field named as the server names it. */
export function messagesOf(schema: z.ZodType, values: unknown): FieldMessages {
  const messages: FieldMessages = {}
  for (const issue of schema.safeParse(values).error?.issues ?? []) {
    const field = issue.path.join('.')
    messages[field] ??= translateServerText(issue.message)
  }
  return messages
}

/** What the server said of single fields, to be shown under them. */
export function messagesFrom(error: unknown): FieldMessages {
  if (!(error instanceof CallFailure)) return {}
  return Object.fromEntries(error.errors.map(({ field, msg }) => [field, translateServerText(msg)]))
}

/** True for a message that a field already shows, so that it is not shown twice. */
export const isShownAtField = (message: string, messages: FieldMessages): boolean =>
  Object.values(messages).includes(message)

/** Puts the focus into the first field of a form, in the order of the screen, that has a message. */
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
  /** Shows what the server refused: under its fields, and as a toast what stands under none. */
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
