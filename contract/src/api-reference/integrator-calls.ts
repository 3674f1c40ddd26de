import type { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { checkOrderStatus, createOrder } from '../orders/orders.ts'
import { simulatorPay } from '../payment-page/payment-page.ts'
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

/** A call that a merchant's own server makes, with all that its page of the reference shows. */
export interface IntegratorCall {
  /** The anchor of its place in the reference. */
  readonly name: string
  readonly endpoint: Endpoint
  readonly about: string
  /** Of the fields that are sent: of the query, where there is no body. */
  readonly bodyFields: Readonly<Record<string, FieldDescription>>
  readonly dataFields: Readonly<Record<string, FieldDescription>>
  readonly exampleBody: object
  readonly exampleReply: (origin: string) => object
}

/** Where a call takes its fields from: a GET has no body. */
export const sentSchemaOf = ({ method, query, body }: Endpoint): z.ZodType =>
  method === 'GET' ? query : body

/** The fields of `data`; of a list, those of one entry. */
export const dataSchemaOf = ({ reply }: Endpoint): z.ZodType => {
  const { data } = (reply as z.ZodObject<{ data: z.ZodType }>).shape
  const each = data.type === 'array' ? (data as z.ZodArray<z.ZodType>).element : data
  // Of events of several kinds, the first is the one that most are.
  return each.type === 'union' ? ((each as z.ZodUnion<[z.ZodType]>).options[0] ?? each) : each
}

export const INTEGRATOR_CALLS: readonly IntegratorCall[] = [
  {
    name: 'create-order',
    endpoint: createOrder,
    about:
      'Creates an order and answers with its payment page. With an Idempotency-Key header a repeated call gets the first reply again.',
    bodyFields: CREATE_ORDER_FIELDS,
    dataFields: CREATED_ORDER_FIELDS,
    exampleBody: EXAMPLE_ORDER,
    exampleReply: exampleCreated,
  },
  {
    name: 'check-order-status',
    endpoint: checkOrderStatus,
    about: 'Returns the current state of an order. The key decides whether test or live orders are searched.',
    bodyFields: CHECK_STATUS_FIELDS,
    dataFields: STATUS_FIELDS,
    exampleBody: { client_txn_id: EXAMPLE_ORDER.client_txn_id },
    exampleReply: () => EXAMPLE_STATUS,
  },
  {
    name: 'events',
    endpoint: listEvents,
    about:
      'What became of your orders, for a server that was down: keep next, ask from there, and nothing is missed, whatever was committed when. The events are those of the webhooks about orders; order.payment_reversed has fields of its own. The order is the same for every reader. They are kept for 90 days.',
    bodyFields: EVENTS_FIELDS,
    dataFields: WEBHOOK_FIELDS,
    exampleBody: EXAMPLE_EVENTS_QUERY,
    exampleReply: () => EXAMPLE_EVENTS,
  },
  {
    name: 'simulator-pay',
    endpoint: simulatorPay,
    about: 'Pays a test order as a customer would, so that your own tests need no phone. Test orders only.',
    bodyFields: SIMULATOR_FIELDS,
    dataFields: SIMULATED_FIELDS,
    exampleBody: EXAMPLE_SIMULATION,
    exampleReply: () => EXAMPLE_SIMULATED,
  },
]
