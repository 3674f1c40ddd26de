import { COUNTER_EVENTS_PATH } from '../counters/counter-screen.ts'
import { EKQR_SDK_PATH } from '../gateway-compat/dialects.ts'
import { ORDER_EVENTS_PATH, pageStatus } from '../payment-page/payment-page.ts'
import { ref } from './openapi-call.ts'
import { type Json, jsonSchemaOf } from './openapi-schema.ts'

const orderId: Json = { name: 'orderId', in: 'path', required: true, schema: { type: 'string' } }
const failure = (description: string): Json => ({
  description,
  content: { 'application/json': { schema: ref('schemas', 'Failure') } },
})
const alive = (description: string): Json => ({
  description,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { success: { const: true }, msg: { type: 'string' } },
        required: ['success', 'msg'],
      },
    },
  },
})

/** Paths that are not calls of the contract: streams, images and health checks. */
export const PATHS_BESIDE: Json = {
  [`/api/v1${ORDER_EVENTS_PATH.replace(':orderId', '{orderId}')}`]: {
    get: {
      operationId: 'orderEvents',
      tags: ['Payment page'],
      summary:
        'Get live updates of an order as server-sent events named `status`, with the data of orderStatus',
      security: [],
      parameters: [orderId],
      responses: {
        200: {
          description: 'A stream that stays open.',
          content: {
            'text/event-stream': {
              schema: { type: 'string', contentSchema: jsonSchemaOf(pageStatus, 'output') },
            },
          },
        },
        404: failure('`order_not_found`'),
        503: failure('`overloaded`: too many streams are open'),
      },
    },
  },
  [`/api/v1${COUNTER_EVENTS_PATH}`]: {
    get: {
      operationId: 'counterEvents',
      tags: ['Counters'],
      summary:
        'Get server-sent events for the screen of a counter: `changed` when readCounter has new data, and a regular `beat`',
      security: [{ counter: [] }],
      responses: {
        200: {
          description: 'A stream that stays open.',
          content: { 'text/event-stream': { schema: { type: 'string' } } },
        },
        401: failure('`not_logged_in`'),
        429: failure('`too_many_requests`'),
        503: failure('`overloaded`: too many streams are open'),
      },
    },
  },
  '/pay/{orderId}/qr.png': {
    get: {
      operationId: 'qrImage',
      tags: ['Payment page'],
      summary: 'Get the branded QR code of an order that can be paid',
      security: [],
      parameters: [orderId],
      responses: {
        200: { description: 'The image.', content: { 'image/png': {} } },
        404: failure('`order_not_found`'),
        409: failure('`not_payable`'),
      },
    },
  },
  [EKQR_SDK_PATH]: {
    get: {
      operationId: 'ekqrSdk',
      tags: ['Other gateways'],
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
  '/api/openapi.json': {
    get: {
      operationId: 'openApi',
      tags: ['Service'],
      summary: 'Get this document',
      security: [],
      responses: {
        200: { description: 'OpenAPI 3.1.', content: { 'application/json': { schema: { type: 'object' } } } },
        304: { description: 'Not changed since the version in If-None-Match.' },
      },
    },
  },
  '/healthz': {
    get: {
      operationId: 'alive',
      tags: ['Service'],
      summary: 'Check whether the process runs',
      security: [],
      responses: { 200: alive('The process runs.') },
    },
  },
  '/readyz': {
    get: {
      operationId: 'ready',
      tags: ['Service'],
      summary: 'Check whether the database responds and all migrations have run',
      security: [],
      responses: {
        200: alive('Ready.'),
        503: failure(
          'Not ready. `reason` says why: `shutting_down`, `database_read_only` (no primary), `database_unreachable` or `not_migrated`.',
        ),
      },
    },
  },
}
