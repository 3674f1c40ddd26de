import { ENDPOINTS } from '../endpoint-table.ts'
import { codeOf, REFUSALS, type RefusalCode } from '../refusals.ts'
import {
  PAYMENT_REVERSED,
  paymentReversedPayload,
  sourceEventPayload,
  testPingPayload,
  webhookPayload,
} from '../webhooks/webhook.ts'
import { EXAMPLE_FAILURE, EXAMPLE_WEBHOOK } from './integrator-examples.ts'
import { WEBHOOK_FIELDS } from './integrator-fields.ts'
import { PATHS_BESIDE } from './openapi-beside.ts'
import { failureResponses, operationOf, ref, schemasOf } from './openapi-call.ts'
import { DIALECT_CALLS, DIALECT_GROUP, DIALECT_SCHEMAS } from './openapi-dialects.ts'
import { type Json, objectSchemaOf, withDescriptions } from './openapi-schema.ts'

export interface OpenApiPlace {
  /** Where this Galla is reached, without a path. */
  readonly origin: string
  readonly version: string
  /** The name of the cookie that carries a session there. */
  readonly sessionCookie: string
}

const API_BASE = '/api/v1'

/** All calls, in the OpenAPI 3.1 format, made of the contract alone: the same place gives the same document. */
export const openApiDocument = (place: OpenApiPlace): Json => ({
  openapi: '3.1.1',
  info: {
    title: 'Galla API',
    version: place.version,
    summary: 'UPI payments by QR code and app links, recognised exactly once and with evidence.',
    description: ABOUT,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  externalDocs: { description: 'Integration guide', url: `${place.origin}/docs` },
  servers: [{ url: place.origin }],
  tags: groups().map((name) => ({ name })),
  paths: { ...callPaths(place.origin), ...DIALECT_CALLS, ...PATHS_BESIDE },
  webhooks: WEBHOOKS,
  components: {
    securitySchemes: {
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description: 'The API key: key_test_... or key_live_.... It may stand in the body as `key` instead.',
      },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: place.sessionCookie,
        description: 'Set by POST /auth/login.',
      },
      counter: {
        type: 'apiKey',
        in: 'cookie',
        name: `${place.sessionCookie}_counter`,
        description: 'Set by POST /counter/login.',
      },
    },
    schemas: Object.assign(
      { Failure: FAILURE, Webhook: webhookSchema, ...DIALECT_SCHEMAS },
      ...ENDPOINTS.map(schemasOf),
    ) as Json,
    responses: failureResponses(ENDPOINTS),
    headers: HEADERS,
    examples: examples(),
  },
})

const ABOUT = `Integrators need two calls, createOrder and checkOrderStatus, and the webhooks below. The others serve the
dashboard and the payment page; they are listed because nothing here is hidden.

A success is \`{success: true, msg, data}\`. A failure has the right HTTP status and \`{success: false, msg, code, errors?,
requestId}\`: \`msg\` is a sentence for people, \`code\` a stable word for programs. Unknown fields in requests are ignored, and
new ones may come in replies.`

/** `:orderId` as OpenAPI writes it. */
const template = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

const callPaths = (origin: string): Json => {
  const paths: Record<string, Json> = {}
  for (const call of ENDPOINTS) {
    const path = API_BASE + template(call.endpoint.path)
    paths[path] = { ...paths[path], [call.endpoint.method.toLowerCase()]: operationOf(call, origin) }
  }
  return paths
}

const groups = (): string[] => [...new Set(ENDPOINTS.map(({ group }) => group)), DIALECT_GROUP, 'Service']

const FAILURE = {
  type: 'object',
  properties: {
    success: { const: false },
    msg: { type: 'string', description: 'A sentence for people.' },
    code: { type: 'string', description: 'A stable word for programs.' },
    errors: {
      type: 'array',
      description: 'One entry for each wrong field, named as in the request.',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, msg: { type: 'string' } },
        required: ['field', 'msg'],
      },
    },
    requestId: { type: 'string', description: 'The same as the X-Request-Id header.' },
  },
  required: ['success', 'msg', 'code', 'requestId'],
} as const

const header = (type: 'string' | 'integer', description: string): Json => ({ description, schema: { type } })

const HEADERS = {
  'X-Request-Id': header('string', 'Names this answer. Quote it when you write to us.'),
  'Retry-After': header('integer', 'Seconds to wait.'),
  'RateLimit-Limit': header('integer', 'Calls that this key may make at once after a rest.'),
  'RateLimit-Remaining': header('integer', 'Calls that it may still make now.'),
  'RateLimit-Reset': header('integer', 'Seconds until it may make all of them again.'),
}

const examples = (): Json =>
  Object.fromEntries(
    (Object.keys(REFUSALS) as RefusalCode[]).map((code) => {
      const { requestId, errors } = EXAMPLE_FAILURE
      const { msg } = REFUSALS[code]
      const payload = { success: false, msg, code: codeOf(code) }
      const value = code === 'invalid_fields' ? { ...payload, errors, requestId } : { ...payload, requestId }
      return [code, { summary: msg, value }]
    }),
  )

const webhookSchema = withDescriptions(objectSchemaOf(webhookPayload, 'output'), WEBHOOK_FIELDS)

const signed = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const webhook = (name: string, summary: string, schema: Json, example?: Json): Json => ({
  post: {
    operationId: name,
    summary,
    security: [],
    parameters: [
      signed('webhook-id', 'The same in every attempt; the eventId of the body.'),
      signed('webhook-timestamp', 'Unix seconds of this attempt.'),
      signed(
        'webhook-signature',
        'v1, and the base64 of HMAC-SHA256 over id.timestamp.body; one or more of them.',
      ),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
    },
    responses: {
      200: { description: 'Delivered. Anything else is tried again.' },
      410: { description: 'Nobody is there any more: the webhook is paused.' },
    },
  },
})

const WEBHOOKS = {
  'order.success': webhook('orderSuccess', 'The money came', ref('schemas', 'Webhook'), EXAMPLE_WEBHOOK),
  'order.failed': webhook('orderFailed', 'Declined, or the time was up', ref('schemas', 'Webhook')),
  [PAYMENT_REVERSED]: webhook(
    'orderPaymentReversed',
    'The bank took the payment of an order back. The order stays a success until you decide.',
    objectSchemaOf(paymentReversedPayload, 'output'),
  ),
  'source.silent': webhook(
    'sourceSilent',
    'A source of payments (phone, mailbox, provider) is no longer heard. Sent where it is turned on.',
    objectSchemaOf(sourceEventPayload, 'output'),
  ),
  'source.back': webhook(
    'sourceBack',
    'The source is heard again',
    objectSchemaOf(sourceEventPayload, 'output'),
  ),
  'test.ping': webhook('testPing', 'Sent by the Send test button', objectSchemaOf(testPingPayload, 'output')),
}
