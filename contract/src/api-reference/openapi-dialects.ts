import { DIALECT_PATHS } from '../gateway-compat/dialects.ts'
import { EXAMPLE_ORDER } from './integrator-examples.ts'
import { ref } from './openapi-call.ts'
import type { Json } from './openapi-schema.ts'

export const DIALECT_GROUP = 'Other gateways'

const text: Json = { type: 'string' }
const number: Json = { type: 'number' }
const anyText: Json = { type: ['string', 'number', 'null'] }
const texts = (...names: readonly string[]): Json => Object.fromEntries(names.map((name) => [name, text]))
const anyTexts = (...names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, anyText]))
const object = (properties: Json, required: readonly string[] = Object.keys(properties)): Json => ({
  type: 'object',
  properties,
  required,
})

const { client_txn_id, ...ORDER } = EXAMPLE_ORDER

const ASKED = [
  'amount',
  'p_info',
  'customer_name',
  'customer_email',
  'customer_mobile',
  'redirect_url',
  'udf1',
  'udf2',
  'udf3',
] as const

const LINKS = object(texts('bhim_link', 'phonepe_link', 'paytm_link', 'gpay_link', 'googlepay_link'))
const MERCHANT = object(texts('name', 'upi_id'))

const foundData = (id: Json): Json =>
  object({
    id,
    amount: number,
    ...texts('customer_vpa', 'client_txn_id', 'customer_name', 'customer_email', 'customer_mobile', 'p_info'),
    ...texts(
      'upi_txn_id',
      'utr',
      'status',
      'remark',
      'udf1',
      'udf2',
      'udf3',
      'redirect_url',
      'txnAt',
      'createdAt',
    ),
    txn_id: id,
    Merchant: MERCHANT,
  })

const ekqrSuccess = (data: Json): Json => object({ status: { const: true }, msg: text, data })

const EKQR_REFUSED = object({ status: { const: false }, msg: text, error_code: text, code: number }, [
  'status',
  'msg',
  'error_code',
])
const CUTEPE_REFUSED = object({ status: { const: 'error' }, message: text, error_code: text })

const ORDER_NUMBER: Json = { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 }
const CREATED = { order_id: ORDER_NUMBER, payment_url: text, upi_intent: LINKS }

/** The reply schemas of the other gateways' calls. */
export const DIALECT_SCHEMAS: Json = {
  EkqrRefusal: EKQR_REFUSED,
  EkqrCreated: ekqrSuccess(object({ ...CREATED, upi_id_hash: text })),
  EkqrCreatedV2: ekqrSuccess(object({ ...CREATED, session_id: text, is_utr_required: { const: false } })),
  EkqrFound: ekqrSuccess(foundData(ORDER_NUMBER)),
  CutepeRefusal: CUTEPE_REFUSED,
  CutepeCreated: object({
    status: { const: 'success' },
    ...texts('message', 'order_id', 'txn_id', 'payment_url'),
  }),
  CutepeFound: object({
    status: { enum: ['success', 'pending', 'failure'] },
    txn_status: { enum: ['TXN_SUCCESS', 'TXN_PENDING', 'TXN_FAILURE'] },
    message: text,
    data: foundData(text),
  }),
}

interface DialectCall {
  readonly id: string
  readonly summary: string
  readonly fields: Json
  readonly required: readonly string[]
  readonly example: Json
  /** The names of its reply schemas; the second is the refusal. */
  readonly replies: readonly [string, string]
}

const call = ({ id, summary, fields, required, example, replies }: DialectCall): Json => {
  const media = { schema: object({ key: text, ...fields }, required), example }
  return {
    post: {
      operationId: id,
      tags: [DIALECT_GROUP],
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
            'application/json': { schema: { oneOf: replies.map((name) => ref('schemas', name)) } },
          },
        },
      },
    },
  }
}

const ekqrCreate = (id: string, created: string): Json =>
  call({
    id,
    summary: 'Create an order in the format of UPIGateway (EKQR)',
    fields: { client_txn_id: anyText, ...anyTexts(...ASKED) },
    required: ['client_txn_id', 'amount'],
    example: { client_txn_id, ...ORDER },
    replies: [created, 'EkqrRefusal'],
  })

const ekqrCheck = (id: string): Json =>
  call({
    id,
    summary: 'Check an order in the format of UPIGateway (EKQR)',
    fields: { client_txn_id: anyText, txn_date: anyText },
    required: ['client_txn_id'],
    example: { client_txn_id, txn_date: '21-11-2026' },
    replies: ['EkqrFound', 'EkqrRefusal'],
  })

/** The calls in the formats of other gateways. */
export const DIALECT_CALLS: Json = {
  [DIALECT_PATHS.ekqrCreate]: ekqrCreate('ekqrCreateOrder', 'EkqrCreated'),
  [DIALECT_PATHS.ekqrCheck]: ekqrCheck('ekqrCheckOrderStatus'),
  [DIALECT_PATHS.ekqrCreateV2]: ekqrCreate('ekqrCreateOrderV2', 'EkqrCreatedV2'),
  [DIALECT_PATHS.ekqrCheckV2]: ekqrCheck('ekqrCheckOrderStatusV2'),
  [DIALECT_PATHS.cutepeCreate]: call({
    id: 'cutepeCreateOrder',
    summary: 'Create an order in the format of CutePe',
    fields: { txn_id: anyText, client_txn_id: anyText, ...anyTexts(...ASKED), merchant_key: anyText },
    required: ['amount'],
    example: { txn_id: client_txn_id, ...ORDER },
    replies: ['CutepeCreated', 'CutepeRefusal'],
  }),
  [DIALECT_PATHS.cutepeCheck]: call({
    id: 'cutepeCheckOrderStatus',
    summary: 'Check an order in the format of CutePe',
    fields: { order_id: anyText },
    required: ['order_id'],
    example: { order_id: client_txn_id },
    replies: ['CutepeFound', 'CutepeRefusal'],
  }),
}
