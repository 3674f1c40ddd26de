import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { httpUrl, instant } from '../fields.ts'
import { ofEndpoint } from '../webhooks/webhook.ts'

/** `ekqr_json`: the fields of EKQR's form as JSON, with numbers as numbers. */
export const WEBHOOK_FORMATS = ['standard', 'ekqr', 'ekqr_json', 'cutepe'] as const
/** `auto`: each order's webhook has the format of the API that created it. The default until a format is chosen. */
export const WEBHOOK_FORMAT_CHOICES = [...WEBHOOK_FORMATS, 'auto'] as const
export const WEBHOOK_URL_WRONG = 'Please enter a valid URL. Example: https://yourdomain.com/webhook'

export const apiDetails = z.object({
  apiKey: z.string(),
  webHookUrl: z.string(),
  websiteName: z.string(),
  websiteUrl: z.string(),
  webhookSecret: z.string(),
  webhookFormat: z.enum(WEBHOOK_FORMATS),
  /** False: `standard`, but an order of another gateway's client gets that gateway's format. */
  webhookFormatChosen: z.boolean(),
  /** Whether failures are sent in the formats of other gateways; the standard format always sends them. */
  webhookTellsFailures: z.boolean(),
  /** Whether source.silent and source.back are sent; only in the standard format. */
  webhookTellsSources: z.boolean(),
  keyCreatedAt: instant,
  keyLastUsedAt: instant.nullable(),
  /** Then `apiKey` is masked; POST /user/reveal-api-key shows it. */
  keyShownOnce: z.boolean(),
  /** Until then the key before this one works too. */
  previousKeyUntil: instant.nullable(),
  /** Until then the secret before this one signs too. */
  previousSecretUntil: instant.nullable(),
  /** Where a phone forwards its alerts to; null without an account, and for a role that may not see the live one. */
  alertUrl: z.string().nullable(),
})
export type ApiDetails = z.output<typeof apiDetails>

const details = z.object({ data: apiDetails })

export const getApiDetails = endpoint({
  method: 'POST',
  path: '/user/get-api-details',
  auth: 'session',
  summary: "Get the API key and the webhook settings of the session's mode",
  reply: details,
})

export const updateWebhookUrl = endpoint({
  method: 'POST',
  path: '/user/update-webhook-url',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Set the webhook URL and its options; the signing secret does not change',
  body: z.object({
    webhookUrl: httpUrl(WEBHOOK_URL_WRONG, WEBHOOK_URL_WRONG),
    format: z.enum(WEBHOOK_FORMAT_CHOICES).optional(),
    tellsFailures: z.boolean().optional(),
    tellsSources: z.boolean().optional(),
  }),
  reply: details,
})

export const removeWebhookUrl = endpoint({
  method: 'POST',
  path: '/user/remove-webhook-url',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Remove the webhook URL',
  reply: details,
})

export const rotateApiKey = endpoint({
  method: 'POST',
  path: '/user/rotate-api-key',
  auth: 'session',
  needsConfirmation: true,
  summary:
    "Rotate the main API key of the session's mode; the old key works for another 24 hours unless you stop it",
  body: z.object({ stopOldNow: z.boolean().optional() }),
  reply: details,
})

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/user/rotate-webhook-secret',
  auth: 'session',
  needsConfirmation: true,
  summary: 'Rotate the signing secret; both secrets sign for 24 hours',
  reply: details,
})

export const testWebhook = endpoint({
  method: 'POST',
  path: '/user/test-webhook',
  auth: 'session',
  summary: 'Send a test.ping event to the webhook URL or to a further endpoint',
  query: z.object(ofEndpoint),
  reply: z.object({ data: z.object({ eventId: z.string() }) }),
  refusals: ['no_webhook_url', 'too_many_requests', 'not_found'],
})
