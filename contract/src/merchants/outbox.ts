import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { instant } from '../fields.ts'

export const letter = z.object({
  id: z.string(),
  at: instant,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
})
export type OutboxLetter = z.output<typeof letter>

/** Of a development server without SMTP, for who sits at its machine; null everywhere else. */
export const listLetters = endpoint({
  method: 'GET',
  path: '/simulator/outbox',
  auth: 'public',
  summary: 'The newest letters that a development server wrote instead of mailing them',
  reply: z.object({ data: z.array(letter).nullable() }),
})
