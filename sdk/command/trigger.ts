import { randomUUID } from 'node:crypto'
import type { Galla } from '../src/galla.ts'

const OUTCOME_OF = { 'order.success': 'success', 'order.failed': 'declined' } as const

export const TRIGGERS = Object.keys(OUTCOME_OF) as (keyof typeof OUTCOME_OF)[]

export const isTrigger = (text: string | undefined): text is keyof typeof OUTCOME_OF =>
  text !== undefined && Object.hasOwn(OUTCOME_OF, text)

export interface Triggered {
  readonly orderId: string
  readonly clientTxnId: string
  readonly amount: string
  readonly paymentUrl: string
}

/** A test order that ends so. A receiver that knows its orders wants one of those: `clientTxnId` and `amount`. */
export const trigger = async (
  galla: Galla,
  event: keyof typeof OUTCOME_OF,
  {
    clientTxnId = `galla-trigger-${randomUUID()}`,
    amount = '1.00',
  }: { clientTxnId?: string | undefined; amount?: string | undefined } = {},
): Promise<Triggered> => {
  const order = await galla.createOrder({
    client_txn_id: clientTxnId,
    amount,
    p_info: `Test of ${event}`,
    customer_name: 'Test Customer',
    customer_email: 'customer@example.com',
    customer_mobile: '9876543210',
    redirect_url: 'https://example.com/',
  })
  await galla.simulatePayment(order.upi_intent.bhim_link, OUTCOME_OF[event])
  return { orderId: order.order_id, clientTxnId, amount: order.amount, paymentUrl: order.payment_url }
}
