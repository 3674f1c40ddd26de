import { z } from 'zod'
import { WEBHOOK_FORMAT_CHOICES, WEBHOOK_URL_WRONG } from '../api-keys/api-details.ts'
import { endpoint } from '../endpoint.ts'
import { httpUrl, instant, requiredText } from '../fields.ts'
import { CHOSEN_EVENTS, endpointId, PAUSE_REASONS } from './webhook.ts'

/** In a mode, beside the one of the webhook URL. */
export const FURTHER_ENDPOINTS_MAX = 9
export const ENDPOINT_NAME_MAX = 60
const EVENTS_REQUIRED = 'Please choose at least one event'

const fields = {
  name: requiredText('Name is required', ENDPOINT_NAME_MAX),
  url: httpUrl(WEBHOOK_URL_WRONG, WEBHOOK_URL_WRONG),
  events: z
    .array(z.enum(CHOSEN_EVENTS, { error: 'Galla has no such event' }), { error: EVENTS_REQUIRED })
    .min(1, EVENTS_REQUIRED)
    .max(CHOSEN_EVENTS.length, 'Please name each event once'),
  /** Of order.success and order.failed. All others are JSON. */
  format: z.enum(WEBHOOK_FORMAT_CHOICES).default('standard'),
  /** Whether any status from 200 to 299 counts as received, instead of 200 alone. */
  takesAny2xx: z.boolean().default(false),
}
const body = z.object(fields)
const params = z.object({ endpointId })

const furtherEndpoint = z.object({
  id: endpointId,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(CHOSEN_EVENTS)),
  format: z.enum(WEBHOOK_FORMAT_CHOICES),
  takesAny2xx: z.boolean(),
  secret: z.string(),
  /** Until then the secret before this one signs too. */
  previousSecretUntil: instant.nullable(),
  failingSince: instant.nullable(),
  paused: z.object({ at: instant, reason: z.enum(PAUSE_REASONS) }).nullable(),
})
export type FurtherEndpointShown = z.output<typeof furtherEndpoint>

const one = z.object({ data: furtherEndpoint })

export const listWebhookEndpoints = endpoint({
  method: 'GET',
  path: '/user/webhook-endpoints',
  auth: 'session',
  summary: "List the further webhook endpoints of the session's mode, oldest first",
  reply: z.object({ data: z.array(furtherEndpoint) }),
})

export const addWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/user/webhook-endpoints',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Add a webhook endpoint with its own events, format and signing secret',
  body,
  reply: one,
  refusals: ['too_many_endpoints'],
})

export const changeWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/user/webhook-endpoints/:endpointId',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Change a further webhook endpoint; its signing secret stays',
  params,
  body,
  reply: one,
  refusals: ['not_found'],
})

export const removeWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/user/webhook-endpoints/:endpointId/remove',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Remove a further webhook endpoint with the notifications that wait for it',
  params,
  refusals: ['not_found'],
})

export const rotateWebhookEndpointSecret = endpoint({
  method: 'POST',
  path: '/user/webhook-endpoints/:endpointId/rotate-secret',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Rotate the signing secret of a further webhook endpoint; both secrets sign for 24 hours',
  params,
  reply: one,
  refusals: ['not_found'],
})

export const pauseWebhookEndpoint = endpoint({
  method: 'POST',
  path: '/user/webhook-endpoints/:endpointId/pause',
  auth: 'session',
  summary: 'Pause a further webhook endpoint; its notifications wait until it is resumed',
  params,
  reply: one,
  refusals: ['not_found'],
})
