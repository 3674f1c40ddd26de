import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { webhookPayload } from './webhook.ts'

export const EVENTS_MAX = 500
const EVENTS = 100

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  auth: 'key',
  summary: 'Events, oldest first, from where you read last',
  query: z.object({
    after: z
      .string()
      .regex(/^[0-9]{1,15}$/, 'Please send `next` of the reply before, as it was')
      .optional(),
    limit: z.coerce.number().int().min(1).max(EVENTS_MAX).default(EVENTS),
  }),
  reply: z.object({
    data: z.array(webhookPayload),
    /** Where the next call goes on. Always there: keep it, and ask again later. */
    next: z.string(),
    /** Whether there are more just now. */
    more: z.boolean(),
  }),
})
