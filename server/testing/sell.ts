import { expect } from 'vitest'
import { ORDER_BODY } from './order-body.ts'
import type { Shop } from './shop.ts'

/** A test order of 499.00 that is made with the key and paid in the simulator, both by HTTP; its id. */
export const sell = async (
  call: Shop['call'],
  key: string,
  clientTxnId: string,
  over: { readonly p_info?: string; readonly customer_name?: string } = {},
): Promise<string> => {
  const made = await call({
    method: 'POST',
    url: '/api/v1/order/create-order',
    headers: { authorization: `Bearer ${key}` },
    payload: {
      client_txn_id: clientTxnId,
      ...ORDER_BODY,
      ...over,
    },
  })
  expect(made.statusCode, made.body).toBe(200)
  const { upi_intent: intent, order_id: orderId } = made.json().data
  const payload = { upi: intent.bhim_link }
  const paid = await call({ method: 'POST', url: '/api/v1/simulator/pay', payload })
  expect(paid.statusCode, paid.body).toBe(200)
  return orderId
}
