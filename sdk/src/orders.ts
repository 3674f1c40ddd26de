// What the calls take and give, in the names of the HTTP API, so that its documentation is this package's too.

export type OrderStatus = 'created' | 'pending' | 'success' | 'failed'
export type FailureReason = 'expired' | 'declined'
export type Mode = 'test' | 'live'

export interface NewOrder {
  /** Yours, at most 64 characters; unique among your orders. */
  readonly client_txn_id: string
  /** Rupees, at most two decimals: "499.00" or 499. */
  readonly amount: string | number
  /** What the customer pays for; shown on the payment page. */
  readonly p_info: string
  readonly customer_name: string
  readonly customer_email: string
  /** Ten digits. */
  readonly customer_mobile: string
  /** Where the customer goes afterwards. It carries no status: ask `checkOrderStatus`, or wait for the webhook. */
  readonly redirect_url: string
  readonly udf1?: string | undefined
  readonly udf2?: string | undefined
  readonly udf3?: string | undefined
  /** Seconds until the payment page expires. */
  readonly expires_in?: number | undefined
}

export interface CreatedOrder {
  readonly order_id: string
  /** Send the customer here. */
  readonly payment_url: string
  readonly upi_id_hash: string
  readonly upi_intent: {
    /** `upi://pay?…`: any UPI app. */
    readonly upi_link: string
    readonly bhim_link: string
    readonly paytm_link: string
    readonly googlepay_link: string
    readonly gpay_link: string
    readonly phonepe_link: string
  }
  /** ISO 8601. */
  readonly expires_at: string
  /** What the customer pays, two decimals; may be some paise less than you asked for if you chose unique amounts. */
  readonly amount: string
}

export interface OtherPayment {
  readonly reason: 'duplicate' | 'amount_mismatch'
  readonly amount: string
  readonly utr: string | null
  readonly payerUpiId: string | null
  readonly receivedAt: string
}

export interface OrderState {
  readonly orderId: string
  readonly clientTransactionId: string
  readonly amount: string
  readonly status: OrderStatus
  /** The bank's reference of the payment, 12 digits with UPI. */
  readonly utr: string | null
  readonly txnDate: string | null
  readonly payerUpiId: string | null
  readonly remarks: string
  readonly failureReason: FailureReason | null
  readonly paidLate: boolean
  /** Money for this order that does not pay for it: a second payment, or another amount. */
  readonly otherPayments: readonly OtherPayment[]
}

/** A change of an order, as a webhook brings it and `listEvents` lists it. */
export interface OrderEvent {
  readonly event: 'order.success' | 'order.failed'
  /** The same in every delivery of this event: keep it to notice repeats. */
  readonly eventId: string
  /** Grows with each event of one order: an older one that comes late is to be ignored. */
  readonly sequence: number
  readonly createdAt: string
  readonly mode: Mode
  readonly client_txn_id: string
  readonly orderId: string
  /** What was paid. */
  readonly amount: string
  /** What you asked for. */
  readonly orderAmount: string
  readonly p_info: string
  readonly customerName: string
  readonly customerEmail: string
  readonly customerMobile: string
  readonly redirectUrl: string
  readonly udf1: string
  readonly udf2: string
  readonly udf3: string
  readonly remarks: string
  readonly status: 'success' | 'failed'
  readonly txnDate: string
  readonly utr: string
  readonly payerUpiId: string
  readonly paidLate: boolean
  readonly failureReason: FailureReason | null
}

/** Sent by the dashboard's test button: no order, no payment. */
export interface TestPing {
  readonly event: 'test.ping'
  readonly eventId: string
  readonly sequence: number
  readonly createdAt: string
  readonly mode: Mode
}

/**
 * A source of payments (a phone, a mailbox, a provider) is no longer heard, or is heard again. Sent where the merchant has turned it
 * on: no order, no payment.
 */
export interface SourceEvent {
  readonly event: 'source.silent' | 'source.back'
  readonly eventId: string
  readonly sequence: number
  readonly createdAt: string
  readonly mode: Mode
  /** The same in both events of one silence. */
  readonly silenceId: string
  readonly source: 'phone' | 'mailbox' | 'provider' | 'statement'
  readonly upiId: string
  /** Pings stay out, calls fail, nothing came for longer than is usual, or other sources reported payments that it did not. */
  readonly reason: 'pings' | 'failing' | 'habit' | 'payments'
  readonly lastHeardAt: string | null
}

/**
 * The bank took the payment of an order back (a reversal or a chargeback). The order stays a success until the merchant decides: there
 * is no `status`. Sent by webhooks in the standard format only.
 */
export interface PaymentReversedEvent {
  readonly event: 'order.payment_reversed'
  readonly eventId: string
  readonly sequence: number
  readonly createdAt: string
  readonly mode: Mode
  readonly client_txn_id: string
  readonly orderId: string
  /** What was paid, and under which UTR. */
  readonly amount: string
  readonly utr: string
  /** What the bank took back; null where it does not say. */
  readonly reversedAmount: string | null
  readonly reversedAt: string
}

/** What the webhook of an event carries, in the format that it is sent in. */
export interface WebhookNotification {
  readonly contentType: string
  readonly body: string
}

export interface EventPage {
  readonly data: readonly (OrderEvent | PaymentReversedEvent)[]
  /** Where they were asked for: one for each event, null for an event whose format leaves it out. */
  readonly notifications?: readonly (WebhookNotification | null)[] | undefined
  /** Keep it, and send it as `after` the next time. */
  readonly next: string
  readonly more: boolean
}

/** What the simulator does with a test order. */
export type Outcome = 'success' | 'declined' | 'pending' | 'late' | 'twice' | 'underpaid' | 'overpaid'

export interface Simulated {
  /** Null where nothing was paid. */
  readonly utr: string | null
  readonly secondUtr?: string | undefined
}
