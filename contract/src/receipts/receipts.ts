import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { orderId } from '../fields.ts'
import { MODES } from '../orders/order-status.ts'

/** What the receipt page of the order says at its top, for the login page to which a paid order's redirect may lead. */
const paidOrder = z.object({
  orderId,
  clientTransactionId: z.string(),
  merchantName: z.string(),
  amount: z.number(),
  mode: z.enum(MODES),
  /** Whether the money went back since. */
  isReturned: z.boolean(),
})

/** Both parameters of a redirect must name the same paid order; otherwise it does not exist. */
export const findPaidOrder = endpoint({
  method: 'GET',
  path: '/order/paid/:orderId',
  auth: 'public',
  summary: 'Find the paid order whose redirect brought a customer here',
  params: z.object({ orderId: z.string() }),
  query: z.object({ client_txn_id: z.string() }),
  reply: z.object({ data: paidOrder }),
  refusals: ['order_not_found'],
})
