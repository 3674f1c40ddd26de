import { randomUUID } from 'node:crypto'
import type { Galla } from '../src/galla.ts'

const OUTCOME_OF = { 'order.success': 'success', 'order.failed': 'declined' } as const

export const TRIGGERS = Object.keys(OUTCOME_OF) as (keyof typeof OUTCOME_OF)[]

export const isTrigger = (text: string | undefined): text is keyof typeof OUTCOME_OF =>
  text !== undefined && Object.hasOwn(OUTCOME_OF, text)

/** A test order that ends so. */
export const trigger = async (
  galla: Galla,
  event: keyof typeof OUTCOME_OF,
): Promise<{ orderId: string; paymentUrl: string }> => {
  const order = await galla.createOrder({
    client_txn_id: `galla-trigger-${randomUUID()}`,
    amount: '1.00',
    p_info: `Test of ${event}`,
    customer_name: 'Test Customer',
    customer_email: 'customer@example.com',
    customer_mobile: '9876543210',
    redirect_url: 'https://example.com/',
  })
  await galla.simulatePayment(order.upi_intent.bhim_link, OUTCOME_OF[event])
  return { orderId: order.order_id, paymentUrl: order.payment_url }
}
