import { checkOrderStatus, createOrder } from '@galla/contract/orders/orders'
import { simulatorPay } from '@galla/contract/payment-page/payment-page'
import { z } from 'zod'
import type { TriedCall } from './tried-call.ts'

/** An order that was made by trying, for the calls that come after. */
export interface Made {
  readonly clientTxnId: string
  readonly paymentUrl: string
  readonly upi: string
}

/** A live key would make orders that take money: here it is refused before it is sent. */
export const isTestKey = (key: string): boolean => /^key_test_[A-Za-z0-9]{20,100}$/.test(key)

/** The example, made into a call that works now: with an id that is new, or that of the order made before. */
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

/** The order of a reply; its payment URL is only used if it is one of ours. */
export const madeBy = (origin: string, body: string, reply: string): Made | undefined => {
  const sent = sentBody.safeParse(jsonOrNothing(body)).data
  const data = createdReply.safeParse(jsonOrNothing(reply)).data?.data
  if (sent === undefined || data === undefined || !data.payment_url.startsWith(`${origin}/pay/`))
    return undefined
  return { clientTxnId: sent.client_txn_id, paymentUrl: data.payment_url, upi: data.upi_intent.bhim_link }
}

/** Undefined for what is no JSON. */
export const jsonOrNothing = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
