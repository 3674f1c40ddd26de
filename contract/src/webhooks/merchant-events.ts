import { z } from 'zod'
import { MODES } from '../orders/order-status.ts'
import { MERCHANT_EVENTS, type MerchantEventName } from './webhook.ts'

const orderNames = { orderId: z.string(), client_txn_id: z.string() }
const creditData = z.object({
  creditId: z.string(),
  amount: z.string(),
  utr: z.string().nullable(),
  payerUpiId: z.string().nullable(),
  receivedAt: z.string(),
})
/** A payment that belongs to an order, and does not settle it. */
const orderCreditData = creditData.extend({ ...orderNames, orderAmount: z.string() })
const refundData = z.object({
  refundId: z.string(),
  /** The name that the caller gave it; null if it gave none. */
  requestId: z.string().nullable(),
  creditId: z.string(),
  orderId: z.string().nullable().meta({
    description: 'The order that the payment settled; null: none, such as where an order was paid twice.',
  }),
  client_txn_id: z.string().nullable().meta({ description: 'As orderId.' }),
  amount: z.string(),
  /** Of the refund, not of the payment; null until it is known. */
  utr: z.string().nullable(),
  /** The provider's name of the refund; null where none has one. */
  reference: z.string().nullable(),
  /** Why it failed or was cancelled. */
  reason: z.string().nullable(),
})
const planData = z.object({ plan: z.string(), expiresAt: z.string(), requestsLeft: z.number() })

/** The `data` of each event. Amounts are rupees as texts, instants ISO 8601. */
export const EVENT_DATA = {
  'order.late': z.object({
    ...orderNames,
    amount: z.string(),
    orderAmount: z.string(),
    utr: z.string().nullable(),
    paidAt: z.string(),
  }),
  'order.duplicate': orderCreditData,
  'order.amount_mismatch': orderCreditData,
  'credit.unmatched': creditData,
  'refund.requested': refundData,
  'refund.sent': refundData,
  'refund.confirmed': refundData,
  'refund.failed': refundData,
  'refund.cancelled': refundData,
  'subscription.started': planData,
  'subscription.ending': planData,
} as const satisfies Record<MerchantEventName, z.ZodObject>
export type MerchantEventData<Name extends MerchantEventName> = z.output<(typeof EVENT_DATA)[Name]>

/** The JSON body of these events. It has no `event` and no `status`, so that no receiver of orders takes one for a payment. */
export const merchantEventPayload = z.object({
  /** The `webhook-id` header. */
  id: z.string(),
  type: z.enum(MERCHANT_EVENTS),
  created: z.string(),
  mode: z.enum(MODES),
  data: z.record(z.string(), z.union([z.string(), z.number()]).nullable()),
})
export type MerchantEventPayload = z.output<typeof merchantEventPayload>
