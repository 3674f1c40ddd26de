import { z } from 'zod'
import { EXAMPLE_ORDER } from '../api-reference/integrator-examples.ts'
import { DIALECT_PATHS } from './dialects.ts'

/** The calls in the formats of other gateways, as their clients know them. The server reads more than this, see `lenient-form.ts`. */
export interface DialectCall {
  readonly name: string
  readonly path: string
  readonly summary: string
  readonly body: z.ZodType
  readonly example: object
  /** The names of its replies in DIALECT_REPLIES. Both are HTTP 200; the second is the refusal. */
  readonly replies: readonly [string, string]
}

const anyText = z.union([z.string(), z.number(), z.null()])
const texts = <Name extends string>(...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.string()])) as Record<Name, z.ZodString>

const key = z.string().optional()
const asked = {
  amount: anyText,
  p_info: anyText.optional(),
  customer_name: anyText.optional(),
  customer_email: anyText.optional(),
  customer_mobile: anyText.optional(),
  redirect_url: anyText.optional(),
  udf1: anyText.optional(),
  udf2: anyText.optional(),
  udf3: anyText.optional(),
}

const ORDER_NUMBER_MAX = 2 ** 31 - 1
const orderNumber = z.int().min(1).max(ORDER_NUMBER_MAX)
const created = {
  order_id: orderNumber,
  payment_url: z.string(),
  upi_intent: z.object(texts('bhim_link', 'phonepe_link', 'paytm_link', 'gpay_link', 'googlepay_link')),
}

const foundOrder = (id: z.ZodType) =>
  z.object({
    id,
    amount: z.number(),
    ...texts('customer_vpa', 'client_txn_id', 'customer_name', 'customer_email', 'customer_mobile', 'p_info'),
    ...texts('upi_txn_id', 'utr', 'status', 'remark', 'udf1', 'udf2', 'udf3', 'redirect_url'),
    ...texts('txnAt', 'createdAt'),
    txn_id: id,
    Merchant: z.object(texts('name', 'upi_id')),
  })

const ekqrSuccess = (data: z.ZodType) => z.object({ status: z.literal(true), msg: z.string(), data })

export const DIALECT_REPLIES: Readonly<Record<string, z.ZodType>> = {
  EkqrRefusal: z.object({
    status: z.literal(false),
    msg: z.string(),
    error_code: z.string(),
    code: z.number().optional(),
  }),
  EkqrCreated: ekqrSuccess(z.object({ ...created, upi_id_hash: z.string() })),
  EkqrCreatedV2: ekqrSuccess(
    z.object({ ...created, session_id: z.string(), is_utr_required: z.literal(false) }),
  ),
  EkqrFound: ekqrSuccess(foundOrder(orderNumber)),
  CutepeRefusal: z.object({ status: z.literal('error'), message: z.string(), error_code: z.string() }),
  CutepeCreated: z.object({
    status: z.literal('success'),
    ...texts('message', 'order_id', 'txn_id', 'payment_url'),
  }),
  CutepeFound: z.object({
    status: z.enum(['success', 'pending', 'failure']),
    txn_status: z.enum(['TXN_SUCCESS', 'TXN_PENDING', 'TXN_FAILURE']),
    message: z.string(),
    data: foundOrder(z.string()),
  }),
}

const { client_txn_id, ...ORDER } = EXAMPLE_ORDER
const CREATE = z.object({ key, client_txn_id: anyText, ...asked })
const CHECK = z.object({ key, client_txn_id: anyText, txn_date: anyText.optional() })
const EKQR_CREATES = 'Create an order in the format of UPIGateway (EKQR)'
const EKQR_CHECKS = 'Check an order in the format of UPIGateway (EKQR)'

export const DIALECT_CALLS: readonly DialectCall[] = [
  {
    name: 'ekqrCreateOrder',
    path: DIALECT_PATHS.ekqrCreate,
    summary: EKQR_CREATES,
    body: CREATE,
    example: EXAMPLE_ORDER,
    replies: ['EkqrCreated', 'EkqrRefusal'],
  },
  {
    name: 'ekqrCheckOrderStatus',
    path: DIALECT_PATHS.ekqrCheck,
    summary: EKQR_CHECKS,
    body: CHECK,
    example: { client_txn_id, txn_date: '21-11-2026' },
    replies: ['EkqrFound', 'EkqrRefusal'],
  },
  {
    name: 'ekqrCreateOrderV2',
    path: DIALECT_PATHS.ekqrCreateV2,
    summary: `${EKQR_CREATES}, version 2`,
    body: CREATE,
    example: EXAMPLE_ORDER,
    replies: ['EkqrCreatedV2', 'EkqrRefusal'],
  },
  {
    name: 'ekqrCheckOrderStatusV2',
    path: DIALECT_PATHS.ekqrCheckV2,
    summary: `${EKQR_CHECKS}, version 2`,
    body: CHECK,
    example: { client_txn_id, txn_date: '21-11-2026' },
    replies: ['EkqrFound', 'EkqrRefusal'],
  },
  {
    name: 'cutepeCreateOrder',
    path: DIALECT_PATHS.cutepeCreate,
    summary: 'Create an order in the format of CutePe',
    body: z.object({
      key,
      txn_id: anyText.optional(),
      client_txn_id: anyText.optional(),
      ...asked,
      merchant_key: anyText.optional(),
    }),
    example: { txn_id: client_txn_id, ...ORDER },
    replies: ['CutepeCreated', 'CutepeRefusal'],
  },
  {
    name: 'cutepeCheckOrderStatus',
    path: DIALECT_PATHS.cutepeCheck,
    summary: 'Check an order in the format of CutePe',
    body: z.object({ key, order_id: anyText }),
    example: { order_id: client_txn_id },
    replies: ['CutepeFound', 'CutepeRefusal'],
  },
]
