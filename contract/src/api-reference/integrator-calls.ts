import type { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { checkOrderStatus, createOrder } from '../orders/orders.ts'
import { cancelOrder, getOrder, listOrders } from '../orders/transactions.ts'
import { claimPayment } from '../payment-claims/claims.ts'
import { checkStatus, openOrder, orderStatus, simulatorPay } from '../payment-page/payment-page.ts'
import { findPaidOrder } from '../receipts/receipts.ts'
import { getClosing } from '../reconciliation/closing.ts'
import { listPayments } from '../reconciliation/credits.ts'
import { listOpenCases } from '../reconciliation/open-cases.ts'
import { createRefund, getPayment } from '../reconciliation/refunds.ts'
import { closeLink, createLink, listLinks } from '../reusable-links/reusable-links.ts'
import { listEvents } from '../webhooks/events.ts'
import {
  EXAMPLE_EVENTS,
  EXAMPLE_EVENTS_QUERY,
  EXAMPLE_ORDER,
  EXAMPLE_SIMULATED,
  EXAMPLE_SIMULATION,
  EXAMPLE_STATUS,
  exampleCreated,
} from './integrator-examples.ts'
import {
  CHECK_STATUS_FIELDS,
  CREATE_ORDER_FIELDS,
  CREATED_ORDER_FIELDS,
  EVENTS_FIELDS,
  type FieldDescription,
  SIMULATED_FIELDS,
  SIMULATOR_FIELDS,
  STATUS_FIELDS,
  WEBHOOK_FIELDS,
} from './integrator-fields.ts'

/** A call under the name that generated clients give it. */
export interface DocumentedCall {
  readonly name: string
  readonly endpoint: Endpoint
  /** A heading of the OpenAPI document. */
  readonly group: string
}

/** A call of the merchant's server, with the content of its section in the API reference. */
export interface IntegratorCall extends DocumentedCall {
  /** The anchor of its section, and the name of its samples. */
  readonly anchor: string
  readonly about: string
  /** The fields of the body, or of the query if there is no body. */
  readonly bodyFields: Readonly<Record<string, FieldDescription>>
  readonly dataFields: Readonly<Record<string, FieldDescription>>
  readonly exampleBody: object
  readonly exampleReply: (origin: string) => object
}

/** The schema of the body, or of the query for a GET. */
export const sentSchemaOf = ({ method, query, body }: Endpoint): z.ZodType =>
  method === 'GET' ? query : body

/** The fields of `data`, or of one entry if it is a list. */
export const dataSchemaOf = ({ reply }: Endpoint): z.ZodType => {
  const { data } = (reply as z.ZodObject<{ data: z.ZodType }>).shape
  const each = data.type === 'array' ? (data as z.ZodArray<z.ZodType>).element : data
  // The first kind of event is the most common.
  return each.type === 'union' ? ((each as z.ZodUnion<[z.ZodType]>).options[0] ?? each) : each
}

export const INTEGRATOR_CALLS: readonly IntegratorCall[] = [
  {
    name: 'createOrder',
    anchor: 'create-order',
    group: 'Orders',
    endpoint: createOrder,
    about:
      'Creates an order and returns the URL of its payment page. With an Idempotency-Key header, a repeated call returns the first reply again.',
    bodyFields: CREATE_ORDER_FIELDS,
    dataFields: CREATED_ORDER_FIELDS,
    exampleBody: EXAMPLE_ORDER,
    exampleReply: exampleCreated,
  },
  {
    name: 'checkOrderStatus',
    anchor: 'check-order-status',
    group: 'Orders',
    endpoint: checkOrderStatus,
    about:
      'Returns the current status of an order. A test key finds test orders, a live key finds live orders.',
    bodyFields: CHECK_STATUS_FIELDS,
    dataFields: STATUS_FIELDS,
    exampleBody: { client_txn_id: EXAMPLE_ORDER.client_txn_id },
    exampleReply: () => EXAMPLE_STATUS,
  },
  {
    name: 'listEvents',
    anchor: 'events',
    group: 'Events',
    endpoint: listEvents,
    about:
      'Lists the events of your orders, oldest first, so that a server that was down can catch up. Store next and pass it as after in the following call, and you never miss an event. The events are the same as in the webhooks about orders; order.payment_reversed has different fields. All readers get the same sequence. Galla keeps events for 90 days.',
    bodyFields: EVENTS_FIELDS,
    dataFields: WEBHOOK_FIELDS,
    exampleBody: EXAMPLE_EVENTS_QUERY,
    exampleReply: () => EXAMPLE_EVENTS,
  },
  {
    name: 'simulatorPay',
    anchor: 'simulator-pay',
    group: 'Payment page',
    endpoint: simulatorPay,
    about: 'Pays a test order like a customer, so that your tests need no phone. Refuses live orders.',
    bodyFields: SIMULATOR_FIELDS,
    dataFields: SIMULATED_FIELDS,
    exampleBody: EXAMPLE_SIMULATION,
    exampleReply: () => EXAMPLE_SIMULATED,
  },
]

/** Calls that need scopes which the main key has not. */
export const FURTHER_CALLS: readonly DocumentedCall[] = [
  { name: 'listOrders', endpoint: listOrders, group: 'Orders' },
  { name: 'getOrder', endpoint: getOrder, group: 'Orders' },
  { name: 'cancelOrder', endpoint: cancelOrder, group: 'Orders' },
  { name: 'listPayments', endpoint: listPayments, group: 'Reconciliation' },
  { name: 'getPayment', endpoint: getPayment, group: 'Reconciliation' },
  { name: 'createRefund', endpoint: createRefund, group: 'Reconciliation' },
  { name: 'listOpenCases', endpoint: listOpenCases, group: 'Reconciliation' },
  { name: 'getClosing', endpoint: getClosing, group: 'Reconciliation' },
  { name: 'listLinks', endpoint: listLinks, group: 'Reusable links' },
  { name: 'createLink', endpoint: createLink, group: 'Reusable links' },
  { name: 'closeLink', endpoint: closeLink, group: 'Reusable links' },
]

const PAGE = 'Payment page'

/** The calls of a page that shows an order: ours, or that of a shop. They need only the order's id. */
const PAGE_CALLS: readonly DocumentedCall[] = [
  { name: 'openOrder', endpoint: openOrder, group: PAGE },
  { name: 'orderStatus', endpoint: orderStatus, group: PAGE },
  { name: 'checkStatus', endpoint: checkStatus, group: PAGE },
  { name: 'findPaidOrder', endpoint: findPaidOrder, group: PAGE },
  { name: 'claimPayment', endpoint: claimPayment, group: PAGE },
]

/** Every call that is promised to integrators; the OpenAPI document and the API reference have these and no others. */
export const DOCUMENTED_CALLS: readonly DocumentedCall[] = [
  ...INTEGRATOR_CALLS,
  ...FURTHER_CALLS,
  ...PAGE_CALLS,
]
