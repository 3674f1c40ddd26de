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
  /** The public address of Galla, without a path. */
  readonly origin: string
  readonly version: string
  /** The name of the session cookie. */
  readonly sessionCookie: string
}

const API_BASE = '/api/v1'

/** The OpenAPI 3.1 document of all calls. It depends only on the contract and its arguments. */
export const openApiDocument = (place: OpenApiPlace): Json => ({
  openapi: '3.1.1',
  info: {
    title: 'Galla API',
    version: place.version,
    summary:
      'Collect UPI payments by QR code and app links. Each payment is recorded exactly once, with evidence.',
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
        description:
          'The API key: key_test_... or key_live_.... You can send it as `key` in the body instead.',
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

const ABOUT = `An integration needs two calls, createOrder and checkOrderStatus, and the webhooks below. The dashboard and the
payment page use the other calls.

A success is \`{success: true, msg, data}\`. An error has a matching HTTP status and \`{success: false, msg, code, errors?,
requestId}\`: \`msg\` is a message for people, \`code\` is a stable code for programs. Galla ignores unknown fields in requests,
and may add fields to replies. In a text field, it reads a JSON number or boolean as the text that was sent, and \`null\` as
absent.`

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
    msg: { type: 'string', description: 'A message for people.' },
    code: { type: 'string', description: 'A stable code for programs.' },
    errors: {
      type: 'array',
      description: 'One entry for each invalid field, with its name in the request.',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, msg: { type: 'string' } },
        required: ['field', 'msg'],
      },
    },
    requestId: { type: 'string', description: 'Equals the X-Request-Id header.' },
  },
  required: ['success', 'msg', 'code', 'requestId'],
} as const

const header = (type: 'string' | 'integer', description: string): Json => ({ description, schema: { type } })

const HEADERS = {
  'X-Request-Id': header('string', 'The id of this request. Include it when you contact support.'),
  'Retry-After': header('integer', 'Seconds to wait before you retry.'),
  'RateLimit-Limit': header('integer', 'The maximum number of calls in a burst.'),
  'RateLimit-Remaining': header('integer', 'The number of calls left now.'),
  'RateLimit-Reset': header('integer', 'Seconds until the full burst is available again.'),
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
      signed('webhook-id', 'Equals eventId in the body, and is the same in every attempt.'),
      signed('webhook-timestamp', 'The Unix time of this attempt in seconds.'),
      signed(
        'webhook-signature',
        'One or more values v1,BASE64, separated by spaces. Each is an HMAC-SHA256 of id.timestamp.body.',
      ),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
    },
    responses: {
      200: { description: 'Delivered. Galla retries after any other status.' },
      410: { description: 'The receiver no longer exists. Galla pauses the webhook.' },
    },
  },
})

const WEBHOOKS = {
  'order.success': webhook('orderSuccess', 'The order was paid', ref('schemas', 'Webhook'), EXAMPLE_WEBHOOK),
  'order.failed': webhook(
    'orderFailed',
    'The payment was declined, or the order expired',
    ref('schemas', 'Webhook'),
  ),
  [PAYMENT_REVERSED]: webhook(
    'orderPaymentReversed',
    'The bank took back the payment of an order. The order stays a success until you decide.',
    objectSchemaOf(paymentReversedPayload, 'output'),
  ),
  'source.silent': webhook(
    'sourceSilent',
    'A source of payments (phone, mailbox, provider) has stopped reporting. Sent only if you turn it on.',
    objectSchemaOf(sourceEventPayload, 'output'),
  ),
  'source.back': webhook(
    'sourceBack',
    'The source reports payments again',
    objectSchemaOf(sourceEventPayload, 'output'),
  ),
  'test.ping': webhook(
    'testPing',
    'A test event from the Send test button',
    objectSchemaOf(testPingPayload, 'output'),
  ),
}
