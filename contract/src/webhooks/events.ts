import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listedEvent } from './webhook.ts'

export const EVENTS_MAX = 500
const EVENTS = 100

/** A notification as it is sent: in the format that is chosen, else in that of the gateway whose client made the order. */
const webhookNotification = z.object({ contentType: z.string(), body: z.string() })

export const listEvents = endpoint({
  method: 'GET',
  path: '/events',
  auth: 'key',
  summary: 'List events',
  query: z.object({
    after: z
      .string()
      .regex(/^[0-9]{1,15}$/, 'Please send `next` from the previous reply, unchanged')
      .optional(),
    /** `1`: also the body that the webhook of each event has. */
    notifications: z.enum(['0', '1']).default('0'),
    limit: z.coerce.number().int().min(1).max(EVENTS_MAX).default(EVENTS),
  }),
  reply: z.object({
    data: z.array(listedEvent),
    /** Where they were asked for: one for each event, null for an event that is not sent in its format. */
    notifications: z.array(webhookNotification.nullable()).optional(),
    /** Where the next call goes on. Always there: keep it, and ask again later. */
    next: z.string(),
    /** Whether there are more just now. */
    more: z.boolean(),
  }),
})
