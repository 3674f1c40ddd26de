import { EXAMPLE_ORDER, EXAMPLE_SIMULATION } from '@galla/contract/api-reference/integrator-examples'
import type { Endpoint } from '@galla/contract/endpoint'
import { checkOrderStatus, createOrder } from '@galla/contract/orders/orders'
import { simulatorPay } from '@galla/contract/payment-page/payment-page'
import { z } from 'zod'

/** A call that can be tried on the page that describes it. */
export interface TriedCall {
  readonly title: string
  readonly endpoint: Pick<Endpoint, 'method' | 'path' | 'auth'>
  readonly exampleBody: object
}

/** By the names of their samples. */
export const TRIED_CALLS: Readonly<Record<string, TriedCall>> = {
  'create-order': { title: 'Create an order', endpoint: createOrder, exampleBody: EXAMPLE_ORDER },
  'check-order-status': {
    title: 'Check order status',
    endpoint: checkOrderStatus,
    exampleBody: { client_txn_id: EXAMPLE_ORDER.client_txn_id },
  },
  'simulator-pay': { title: 'Pay a test order', endpoint: simulatorPay, exampleBody: EXAMPLE_SIMULATION },
}

/** An order that the reader created on this page, for the next calls. */
export interface Made {
  readonly clientTxnId: string
  readonly paymentUrl: string
  readonly upi: string
}

/** A live key would create orders that take real money, so the form refuses it. */
export const isTestKey = (key: string): boolean => /^key_test_[A-Za-z0-9]{20,100}$/.test(key)

/** The example body with a new id, or with the id of the order that the reader created before. */
export const bodyToTry = (
  { endpoint, exampleBody }: Pick<TriedCall, 'exampleBody'> & { endpoint: { readonly path: string } },
  origin: string,
  unique: string,
  made: Made | undefined,
): object => {
  if (endpoint.path === createOrder.path)
    return { ...exampleBody, client_txn_id: `TRY-${unique}`, redirect_url: `${origin}/` }
  if (made === undefined) return exampleBody
  if (endpoint.path === checkOrderStatus.path) return { ...exampleBody, client_txn_id: made.clientTxnId }
  if (endpoint.path === simulatorPay.path) return { ...exampleBody, upi: made.upi }
  return exampleBody
}

const sentBody = z.object({ client_txn_id: z.string() })
const createdReply = z.object({
  data: z.object({ payment_url: z.string(), upi_intent: z.object({ bhim_link: z.string() }) }),
})

/** The created order of a reply. Undefined if its payment URL is on another host. */
export const madeBy = (origin: string, body: string, reply: string): Made | undefined => {
  const sent = sentBody.safeParse(jsonOrNothing(body)).data
  const data = createdReply.safeParse(jsonOrNothing(reply)).data?.data
  if (sent === undefined || data === undefined || !data.payment_url.startsWith(`${origin}/pay/`))
    return undefined
  return { clientTxnId: sent.client_txn_id, paymentUrl: data.payment_url, upi: data.upi_intent.bhim_link }
}

/** Undefined if the text is not valid JSON. */
export const jsonOrNothing = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
