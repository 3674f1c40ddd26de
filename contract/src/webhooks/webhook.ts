import { z } from 'zod'
import { FAILURE_REASONS, MODES } from '../orders/order-status.ts'

export const ORDER_EVENTS = ['order.success', 'order.failed'] as const
export type OrderEventName = (typeof ORDER_EVENTS)[number]

/** About a source of payments (a phone, a mailbox, a provider) that fell silent, or that is heard again. */
export const SOURCE_EVENTS = ['source.silent', 'source.back'] as const
export type SourceEventName = (typeof SOURCE_EVENTS)[number]

/** A bank took back the payment of an order. The order stays as it is until the merchant decides. */
export const PAYMENT_REVERSED = 'order.payment_reversed'

/** What only further endpoints get, and only those that chose it: `merchant-events.ts` has their payload. */
export const MERCHANT_EVENTS = [
  'order.late',
  'order.duplicate',
  'order.amount_mismatch',
  'credit.unmatched',
  'refund.requested',
  'refund.sent',
  'refund.confirmed',
  'refund.failed',
  'refund.cancelled',
  'subscription.started',
  'subscription.ending',
] as const
export type MerchantEventName = (typeof MERCHANT_EVENTS)[number]

/** What a further endpoint can choose. */
export const CHOSEN_EVENTS = [
  ...ORDER_EVENTS,
  PAYMENT_REVERSED,
  ...SOURCE_EVENTS,
  ...MERCHANT_EVENTS,
] as const
export const WEBHOOK_EVENTS = [...CHOSEN_EVENTS, 'test.ping'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** `gone`: it answered 410. `failing`: only failures for FAILING_DAYS_MAX. `by_hand`: the merchant paused it. */
export const PAUSE_REASONS = ['gone', 'failing', 'by_hand'] as const

export const endpointId = z.string().regex(/^[1-9][0-9]{0,8}$/)
/** Which endpoint a call is about: `1`, that of the webhook URL, unless it names a further one. */
export const ofEndpoint = { endpoint: endpointId.default('1') }

const ofEveryEvent = {
  eventId: z.string(),
  sequence: z.number(),
  createdAt: z.string(),
  mode: z.enum(MODES),
}

/** The JSON body of a notification. `sequence` grows per order; `eventId` is the `webhook-id` header. */
export const webhookPayload = z.object({
  event: z.enum(ORDER_EVENTS),
  ...ofEveryEvent,
  client_txn_id: z.string(),
  orderId: z.string(),
  amount: z.string(),
  orderAmount: z.string(),
  p_info: z.string(),
  customerName: z.string(),
  customerEmail: z.string(),
  customerMobile: z.string(),
  redirectUrl: z.string(),
  udf1: z.string(),
  udf2: z.string(),
  udf3: z.string(),
  remarks: z.string(),
  status: z.enum(['success', 'failed']),
  txnDate: z.string(),
  utr: z.string(),
  payerUpiId: z.string(),
  paidLate: z.boolean(),
  failureReason: z.enum(FAILURE_REASONS).nullable(),
})
export type WebhookPayload = z.output<typeof webhookPayload>

/** The payload of `test.ping`. It has no order and no status, so that no receiver takes it for a payment. */
export const testPingPayload = z.object({
  event: z.literal('test.ping'),
  ...ofEveryEvent,
})
export type TestPingPayload = z.output<typeof testPingPayload>

/** The ways to learn about an account's money whose health is watched. */
export const SOURCES = ['phone', 'mailbox', 'provider', 'statement'] as const
export type Source = (typeof SOURCES)[number]

/**
 * Why a source is silent: it missed pings, our calls fail, nothing came for longer than usual, or other sources reported
 * payments that it should have reported.
 */
export const SILENCE_REASONS = ['pings', 'failing', 'habit', 'payments'] as const
export type SilenceReason = (typeof SILENCE_REASONS)[number]

/** The payload of `source.silent` and `source.back`, which merchants can turn on. It has no order and no status, as in `test.ping`. */
export const sourceEventPayload = z.object({
  event: z.enum(SOURCE_EVENTS),
  ...ofEveryEvent,
  /** The same in both events of one silence. */
  silenceId: z.string(),
  source: z.enum(SOURCES),
  upiId: z.string(),
  reason: z.enum(SILENCE_REASONS),
  /** Its last sign of life before the silence; null if there was none. */
  lastHeardAt: z.string().nullable(),
})
export type SourceEventPayload = z.output<typeof sourceEventPayload>

/** The payload of `order.payment_reversed`. It has no status, so that no receiver takes it for a payment or a failure. */
export const paymentReversedPayload = z.object({
  event: z.literal(PAYMENT_REVERSED),
  ...ofEveryEvent,
  client_txn_id: z.string(),
  orderId: z.string(),
  /** What was paid, and under which UTR. */
  amount: z.string(),
  utr: z.string(),
  /** The amount that the bank took back; null if it does not report it. */
  reversedAmount: z.string().nullable(),
  reversedAt: z.string(),
})
export type PaymentReversedPayload = z.output<typeof paymentReversedPayload>

/** An entry of `GET /events`: an event of an order, as its webhook sends it. */
export const listedEvent = z.discriminatedUnion('event', [webhookPayload, paymentReversedPayload])

/** Builds the signed text of the Standard Webhooks specification 1.0: id, Unix time in seconds, and the exact body. */
export const signedContent = (webhookId: string, timestampSeconds: number, body: string): string =>
  `${webhookId}.${timestampSeconds}.${body}`

export const SECRET_PREFIX = 'whsec_'

/** After a rotation both secrets sign for this long, so that the receiver can be changed without losing a notification. */
export const PREVIOUS_SECRET_SECONDS = 24 * 3600

/** A receiver has this long to accept the connection, and this long for all of its answer. */
export const CONNECT_TIMEOUT_MS = 5_000
export const TOTAL_TIMEOUT_MS = 15_000

/** An endpoint that has only failed for this long is paused. */
export const FAILING_DAYS_MAX = 5
/** How long events and their attempts are kept. */
export const EVENT_DAYS = 90
/** How much a retry's delay is moved by chance, either way. */
export const RETRY_JITTER = 0.1

/** One attempt at once, and one after each of RETRY_DELAYS_SECONDS. */
export const ATTEMPTS_MAX = 10

/** Seconds after the first attempt's failure until the next: Standard Webhooks' schedule, 75 h 35 min in all. */
export const RETRY_DELAYS_SECONDS = [
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
] as const
