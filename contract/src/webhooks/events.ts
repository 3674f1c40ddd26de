import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listedEvent } from './webhook.ts'

export const EVENTS_MAX = 500
const EVENTS = 100

/** A notification as it is sent: in the format of the endpoint, or else of the gateway whose client created the order. */
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
    /** With `1`, the reply also has the body of the webhook of each event. */
    notifications: z.enum(['0', '1']).default('0'),
    limit: z.coerce.number().int().min(1).max(EVENTS_MAX).default(EVENTS),
  }),
  reply: z.object({
    data: z.array(listedEvent),
    /** If requested, one per event; null for an event that its format does not include. */
    notifications: z.array(webhookNotification.nullable()).optional(),
    /** The cursor for the next call. It is always present: keep it, and call again later. */
    next: z.string(),
    /** True if there are more events now. */
    more: z.boolean(),
  }),
})
