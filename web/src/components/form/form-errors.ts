import type { z } from 'zod'
import { CallFailure } from '../../api/api.ts'
import { translateServerText } from '../../locales/translate.ts'

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
