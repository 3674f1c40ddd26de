import { z } from 'zod'
import { DIALECT_CALLS, DIALECT_REPLIES, type DialectCall } from '../gateway-compat/dialect-calls.ts'
import { EKQR_SDK_PATH } from '../gateway-compat/dialects.ts'
import { ORDER_EVENTS_PATH, pageStatus } from '../payment-page/payment-page.ts'
import { EVENT_DATA, merchantEventPayload } from '../webhooks/merchant-events.ts'
import {
  MERCHANT_EVENTS,
  type MerchantEventName,
  PAYMENT_REVERSED,
  paymentReversedPayload,
  sourceEventPayload,
  testPingPayload,
  webhookPayload,
} from '../webhooks/webhook.ts'
import { DOCUMENTED_CALLS, type DocumentedCall } from './integrator-calls.ts'
import { EXAMPLE_WEBHOOK } from './integrator-examples.ts'
import { WEBHOOK_FIELDS } from './integrator-fields.ts'
import { failureResponses, operationOf, ref, schemasOf } from './openapi-call.ts'
import { type Json, jsonSchemaOf, objectSchemaOf, withDescriptions } from './openapi-schema.ts'

export interface OpenApiPlace {
  /** The public address of Galla, without a path. */
  readonly origin: string
  readonly version: string
}

const DIALECTS = 'Other gateways'

/** The OpenAPI 3.1 document of the calls of integrators. It depends only on the contract and its arguments. */
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
  tags: [...new Set(DOCUMENTED_CALLS.map(({ group }) => group)), DIALECTS].map((name) => ({ name })),
  paths: { ...callPaths(DOCUMENTED_CALLS, place.origin), ...DIALECT_PATHS_OF_CALLS, ...PATHS_BESIDE },
  webhooks: WEBHOOKS,
  components: {
    securitySchemes: {
      apiKey: {
        type: 'http',
        scheme: 'bearer',
        description:
          'The API key: key_test_... or key_live_.... You can send it as `key` in the body instead.',
      },
    },
    ...componentsOf(DOCUMENTED_CALLS),
    headers: HEADERS,
  },
})

const ABOUT = `An integration needs two calls, createOrder and checkOrderStatus, and the webhooks below.

A success is \`{success: true, msg, data}\`. An error has a matching HTTP status and \`{success: false, msg, code, errors?,
requestId}\`: \`msg\` is a message for people, \`code\` is a stable code for programs. Galla ignores unknown fields in requests,
and may add fields to replies. In a text field, it reads a JSON number or boolean as the text that was sent, and \`null\` as
absent.`

/** `:orderId` as OpenAPI writes it. */
const template = (path: string): string => `/api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`

export const callPaths = (calls: readonly DocumentedCall[], origin: string): Record<string, Json> => {
  const paths: Record<string, Json> = {}
  for (const call of calls) {
    const path = template(call.endpoint.path)
    paths[path] = { ...paths[path], [call.endpoint.method.toLowerCase()]: operationOf(call, origin) }
  }
  return paths
}

const failure = z.object({
  success: z.literal(false),
  msg: z.string().describe('A message for people.'),
  code: z.string().describe('A stable code for programs.'),
  errors: z
    .array(z.object({ field: z.string(), msg: z.string() }))
    .optional()
    .describe('One entry for each invalid field, with its name in the request.'),
  requestId: z.string().describe('Equals the X-Request-Id header.'),
})

/** The schemas and error responses that the calls refer to. */
export const componentsOf = (calls: readonly DocumentedCall[]): { schemas: Json; responses: Json } => ({
  schemas: Object.assign(
    { Failure: jsonSchemaOf(failure, 'output'), Webhook: webhookSchema },
    Object.fromEntries(
      Object.entries(DIALECT_REPLIES).map(([name, reply]) => [name, jsonSchemaOf(reply, 'output')]),
    ),
    ...calls.map(schemasOf),
  ) as Json,
  responses: failureResponses(calls),
})

const header = (type: 'string' | 'integer', description: string): Json => ({ description, schema: { type } })

const HEADERS = {
  'X-Request-Id': header('string', 'The id of this request. Include it when you contact support.'),
  'Retry-After': header('integer', 'Seconds to wait before you retry.'),
  'RateLimit-Limit': header('integer', 'The maximum number of calls in a burst.'),
  'RateLimit-Remaining': header('integer', 'The number of calls left now.'),
  'RateLimit-Reset': header('integer', 'Seconds until the full burst is available again.'),
}

const dialectOperation = ({ name, summary, body, example, replies }: DialectCall): Json => {
  const media = { schema: jsonSchemaOf(body, 'input'), example }
  return {
    operationId: name,
    tags: [DIALECTS],
    summary,
    description:
      'Send the API key as a bearer token, or as `key` in the body. The reply is always HTTP 200, and its body has the outcome.',
    security: [{ apiKey: [] }, {}],
    requestBody: {
      required: true,
      content: { 'application/json': media, 'application/x-www-form-urlencoded': media },
    },
    responses: {
      200: {
        description: 'The outcome, success or refusal.',
        headers: { 'X-Request-Id': ref('headers', 'X-Request-Id') },
        content: {
          'application/json': { schema: { oneOf: replies.map((reply) => ref('schemas', reply)) } },
        },
      },
    },
  }
}

const DIALECT_PATHS_OF_CALLS = Object.fromEntries(
  DIALECT_CALLS.map((call) => [call.path, { post: dialectOperation(call) }]),
)

const ORDER_ID = { name: 'orderId', in: 'path', required: true, schema: { type: 'string' } }

const refused = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: ref('schemas', 'Failure') } },
})

/** What an integrator's page loads besides the calls: a stream, an image and a script. */
const PATHS_BESIDE: Json = {
  [template(ORDER_EVENTS_PATH)]: {
    get: {
      operationId: 'orderEvents',
      tags: ['Payment page'],
      summary:
        'Get live updates of an order as server-sent events named `status`, with the data of orderStatus',
      security: [],
      parameters: [ORDER_ID],
      responses: {
        200: {
          description: 'A stream that stays open.',
          content: {
            'text/event-stream': {
              schema: { type: 'string', contentSchema: jsonSchemaOf(pageStatus, 'output') },
            },
          },
        },
        404: refused('`order_not_found`'),
        503: refused('`overloaded`: too many streams are open'),
      },
    },
  },
  '/pay/{orderId}/qr.png': {
    get: {
      operationId: 'qrImage',
      tags: ['Payment page'],
      summary: 'Get the branded QR code of an order that can be paid',
      security: [],
      parameters: [ORDER_ID],
      responses: {
        200: { description: 'The image.', content: { 'image/png': {} } },
        404: refused('`order_not_found`'),
        409: refused('`not_payable`'),
      },
    },
  },
  [EKQR_SDK_PATH]: {
    get: {
      operationId: 'ekqrSdk',
      tags: [DIALECTS],
      summary: 'Get the browser script for EKQR v2 clients: `new EKQR({ sessionId, callbacks }).pay()`',
      security: [],
      responses: {
        200: {
          description: 'The script. Pages of any site can load it.',
          content: { 'text/javascript': {} },
        },
        304: { description: 'Not changed.' },
      },
    },
  },
}

const webhookSchema = withDescriptions(objectSchemaOf(webhookPayload, 'output'), WEBHOOK_FIELDS)

const signed = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** The bodies of the further events have an `id`, all others an `eventId`. */
const idFieldOf = ({ properties }: Json): string => ('id' in Object(properties) ? 'id' : 'eventId')

const webhook = (name: string, summary: string, schema: Json, example?: Json): Json => ({
  post: {
    operationId: name,
    summary,
    security: [],
    parameters: [
      signed('webhook-id', `Equals ${idFieldOf(schema)} in the body, and is the same in every attempt.`),
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

/** What further endpoints can choose. */
const MEANS: Readonly<Record<MerchantEventName, string>> = {
  'order.late': 'An order was paid after it had expired. order.success is sent too.',
  'order.duplicate': 'An order was paid again. It needs a decision in Reconciliation.',
  'order.amount_mismatch':
    'Another amount than that of the order was paid. It needs a decision in Reconciliation.',
  'credit.unmatched': 'A payment fits no order clearly. It needs a decision in Reconciliation.',
  'refund.requested': 'A refund was requested',
  'refund.sent': 'A refund was sent to the customer',
  'refund.confirmed': 'A bank or provider confirmed a refund',
  'refund.failed': 'A refund failed',
  'refund.cancelled': 'A refund was cancelled before it was sent',
  'subscription.started': 'Your plan started or was renewed',
  'subscription.ending': 'Your plan ends soon, or its QR requests run out',
}

const nameOf = (event: string): string =>
  event.replace(/[._](\w)/g, (_all, letter: string) => letter.toUpperCase())

const MERCHANT_WEBHOOKS = Object.fromEntries(
  MERCHANT_EVENTS.map((event) => {
    const payload = merchantEventPayload.extend({ type: z.literal(event), data: EVENT_DATA[event] })
    const text = `${MEANS[event]}. Sent only to further endpoints that chose it.`.replace('..', '.')
    return [event, webhook(nameOf(event), text, objectSchemaOf(payload, 'output'))]
  }),
)

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
  ...MERCHANT_WEBHOOKS,
  'test.ping': webhook(
    'testPing',
    'A test event from the Send test button',
    objectSchemaOf(testPingPayload, 'output'),
  ),
}
