import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { instant } from '../fields.ts'

const outboxEmail = z.object({
  id: z.string(),
  at: instant,
  to: z.string(),
  subject: z.string(),
  text: z.string(),
})
export type OutboxEmail = z.output<typeof outboxEmail>

/** Only a development server without SMTP has an outbox, and shows it to requests from its own machine; otherwise null. */
export const listLetters = endpoint({
  method: 'GET',
  path: '/simulator/outbox',
  auth: 'public',
  summary: 'List the newest e-mails that a development server wrote to disk instead of sending',
  reply: z.object({ data: z.array(outboxEmail).nullable() }),
})
