// The requests and replies of the calls. Fields have the names of the HTTP API, so its documentation applies here too.

export type OrderStatus = 'created' | 'pending' | 'success' | 'failed'
export type FailureReason = 'expired' | 'declined'
export type Mode = 'test' | 'live'

export interface NewOrder {
  /** Your own id of the order, at most 64 characters. It must be unique. */
  readonly client_txn_id: string
  /** In rupees, at most 2 decimals: "499.00" or 499. */
  readonly amount: string | number
  /** What the customer pays for. The payment page shows it. */
  readonly p_info: string
  readonly customer_name: string
  readonly customer_email: string
  /** Ten digits. */
  readonly customer_mobile: string
  /** Where the customer goes after the payment. It has no status: call `checkOrderStatus` or wait for the webhook. */
  readonly redirect_url: string
  readonly udf1?: string | undefined
  readonly udf2?: string | undefined
  readonly udf3?: string | undefined
  /** Seconds until the payment page expires. */
  readonly expires_in?: number | undefined
}

export interface CreatedOrder {
  readonly order_id: string
  /** The payment page. Send the customer here. */
  readonly payment_url: string
  readonly upi_id_hash: string
  readonly upi_intent: {
    /** `upi://pay?…`: opens any UPI app. */
    readonly upi_link: string
    readonly bhim_link: string
    readonly paytm_link: string
    readonly googlepay_link: string
    readonly gpay_link: string
    readonly phonepe_link: string
  }
  /** ISO 8601. */
  readonly expires_at: string
  /** What the customer pays, with 2 decimals. With unique amounts, it can be up to 0.99 less than the amount that you sent. */
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
  /** The bank's reference of the payment: 12 digits for UPI. */
  readonly utr: string | null
  readonly txnDate: string | null
  readonly payerUpiId: string | null
  readonly remarks: string
  readonly failureReason: FailureReason | null
  readonly paidLate: boolean
  /** Payments that do not settle the order: a second payment, or a payment of another amount. */
  readonly otherPayments: readonly OtherPayment[]
}

/** A change of an order, sent by webhook and listed by `listEvents`. */
export interface OrderEvent {
  readonly event: 'order.success' | 'order.failed'
  /** The same in every delivery of this event. Use it to detect duplicates. */
  readonly eventId: string
  /** Increases with each event of an order. Ignore an event with a lower number than one that you have processed. */
  readonly sequence: number
  readonly createdAt: string
  readonly mode: Mode
  readonly client_txn_id: string
  readonly orderId: string
  /** The amount that the customer was to pay, also if the merchant accepted another one in the dashboard. */
  readonly amount: string
  /** The amount that you sent. */
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

/** Sent by the Send test button in the dashboard. It has no order. */
export interface TestPing {
  readonly event: 'test.ping'
  readonly eventId: string
  readonly sequence: number
  readonly createdAt: string
  readonly mode: Mode
}

/**
 * A source of payments (a phone, a mailbox, a provider) has stopped reporting payments, or reports them again. Sent only if the
 * merchant has turned it on. It has no order.
 */
export interface SourceEvent {
  readonly event: 'source.silent' | 'source.back'
  readonly eventId: string
  readonly sequence: number
  readonly createdAt: string
  readonly mode: Mode
  /** The same in `source.silent` and the `source.back` that follows it. */
  readonly silenceId: string
  readonly source: 'phone' | 'mailbox' | 'provider' | 'statement'
  readonly upiId: string
  /** No more pings, failing calls, quiet for longer than usual, or payments that only other sources reported. */
  readonly reason: 'pings' | 'failing' | 'habit' | 'payments'
  readonly lastHeardAt: string | null
}

/**
 * The bank took back the payment of an order (a reversal or a chargeback). It has no `status`: the order stays a success, and the
 * merchant decides what to do. Sent by webhooks in the standard format only.
 */
export interface PaymentReversedEvent {
  readonly event: 'order.payment_reversed'
  readonly eventId: string
  readonly sequence: number
  readonly createdAt: string
  readonly mode: Mode
  readonly client_txn_id: string
  readonly orderId: string
  /** The amount and the UTR of the payment. */
  readonly amount: string
  readonly utr: string
  /** The amount that the bank took back; null if the bank does not report it. */
  readonly reversedAmount: string | null
  readonly reversedAt: string
}

/** What an endpoint beside the webhook URL gets if the merchant chose it, such as `refund.sent`. The guide lists `data` for each `type`. */
export interface MerchantEvent {
  /** The same in every delivery of this event. Use it to detect duplicates. */
  readonly id: string
  readonly type:
    | 'order.late'
    | 'order.duplicate'
    | 'order.amount_mismatch'
    | 'credit.unmatched'
    | 'refund.requested'
    | 'refund.sent'
    | 'refund.confirmed'
    | 'refund.failed'
    | 'refund.cancelled'
    | 'subscription.started'
    | 'subscription.ending'
  readonly created: string
  readonly mode: Mode
  readonly data: Readonly<Record<string, string | number | null>>
}

/** The webhook of an event, in the format of its endpoint. */
export interface WebhookNotification {
  readonly contentType: string
  readonly body: string
}

export interface EventPage {
  readonly data: readonly (OrderEvent | PaymentReversedEvent)[]
  /** One for each event, if you requested them; null for an event that its format does not include. */
  readonly notifications?: readonly (WebhookNotification | null)[] | undefined
  /** Store it, and pass it as `after` in the next call. */
  readonly next: string
  readonly more: boolean
}

/** What the simulator does with a test order. */
export type Outcome = 'success' | 'declined' | 'pending' | 'late' | 'twice' | 'underpaid' | 'overpaid'

export interface Simulated {
  /** Null if nothing was paid. */
  readonly utr: string | null
  readonly secondUtr?: string | undefined
}

/** A page of a list, newest first. */
export interface Page<Row> {
  readonly data: readonly Row[]
  /** Pass it as `cursor` to get the next page; null at the end. */
  readonly next: string | null
}

export interface ListedOrder {
  readonly orderId: string
  readonly clientTransactionId: string
  readonly mode: Mode
  readonly amount: string
  readonly status: OrderStatus
  readonly failureReason: FailureReason | null
  readonly paidLate: boolean
  readonly utr: string | null
  readonly customerName: string
  readonly customerEmail: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly paidAt: string | null
  /** Something about it waits for the merchant's decision. */
  readonly attention: boolean
}

export interface Order extends ListedOrder {
  readonly purpose: string
  readonly customerMobile: string
  readonly paymentUrl: string
  readonly redirectUrl: string
  readonly udf: readonly string[]
  readonly payments: readonly {
    readonly id: string
    readonly utr: string | null
    readonly amount: string
    readonly state: string
    readonly receivedAt: string
    readonly payerUpiId: string | null
  }[]
}

export type PaymentState =
  | 'matched'
  | 'unmatched'
  | 'ambiguous'
  | 'amount_mismatch'
  | 'duplicate'
  | 'ignored'
  | 'refunded'
export type PaymentSource = 'provider' | 'alert' | 'statement' | 'manual' | 'simulator'

export interface Payment {
  readonly id: string
  readonly utr: string | null
  readonly amount: string
  /** What was kept before the money reached the account; null if no statement reports it. */
  readonly fee: string | null
  readonly rail: 'upi' | 'imps' | 'neft' | 'rtgs' | 'ach' | 'salary' | 'cash' | 'card' | 'other' | 'unknown'
  readonly payerUpiId: string | null
  readonly payerName: string | null
  readonly receivedAt: string
  readonly state: PaymentState
  readonly orderId: string | null
  readonly clientTransactionId: string | null
  /** The same payment at another of your accounts, where its money counts. Leave this record out of sums. */
  readonly copyOf: string | null
  readonly sources: readonly PaymentSource[]
}

export interface Refund {
  readonly id: string
  /** Your own name of it; null for one that was started in the dashboard without one. */
  readonly requestId: string | null
  readonly amount: string
  /** `upi`: you send the money with your own app. `provider`: your provider sends it. */
  readonly way: 'upi' | 'provider'
  readonly state: 'requested' | 'sent' | 'confirmed' | 'failed' | 'cancelled'
  readonly utr: string | null
  /** The provider's name of it. */
  readonly reference: string | null
  readonly note: string | null
  /** Why it failed or was cancelled, or why the merchant has to say what became of it. */
  readonly reason: string | null
  readonly requestedAt: string
  readonly sentAt: string | null
  readonly endedAt: string | null
}

export interface NewRefund {
  /** Your own name of the refund. Repeated, it returns the same refund and never starts a second one. */
  readonly requestId: string
  /** Default: all that is left of the payment. */
  readonly amount?: string | number | undefined
  /** Default: `upi`. */
  readonly way?: Refund['way'] | undefined
  readonly note?: string | undefined
}

export interface RefundedPayment extends Payment {
  /** What can still be sent back. */
  readonly left: string
  /** The provider that reported the payment can send it back. */
  readonly isAtProvider: boolean
  /** Oldest first. */
  readonly refunds: readonly Refund[]
}

/** The payments that wait for a decision, and how many cases of each kind are open. */
export interface OpenCases extends Page<Payment> {
  readonly counts: Readonly<
    Record<
      | 'unmatched'
      | 'ambiguous'
      | 'amount_mismatch'
      | 'duplicate'
      | 'claims'
      | 'alerts'
      | 'reversed'
      | 'total',
      number
    >
  >
}

export interface Sum {
  readonly count: number
  readonly amount: string
}

export interface Closing {
  readonly date: string
  readonly expected: string
  readonly received: string
  readonly difference: string
  readonly fees: string
  readonly reversed: Sum
  readonly refunds: Sum
  readonly open: number
  readonly orders: number
  readonly states: readonly (Sum & { readonly state: PaymentState })[]
  readonly sources: readonly (Sum & { readonly source: PaymentSource })[]
}

export interface NewLink {
  readonly title: string
  readonly price:
    | { readonly kind: 'fixed'; readonly amount: string | number }
    | { readonly kind: 'choice'; readonly min: string | number; readonly max: string | number }
    | {
        readonly kind: 'items'
        readonly items: { readonly name: string; readonly price: string | number }[]
      }
  readonly description?: string | undefined
  /** Shown after the payment. */
  readonly thanks?: string | undefined
  /** The last day in India, such as 2027-03-31. */
  readonly lastDay?: string | null | undefined
  /** The maximum number of payments. */
  readonly usesMax?: number | null | undefined
  readonly questions?: { readonly label: string; readonly isRequired?: boolean | undefined }[] | undefined
}

export interface Link {
  readonly code: string
  readonly url: string
  readonly mode: Mode
  readonly title: string
  readonly state: 'open' | 'closed' | 'ended' | 'used_up'
  readonly lastDay: string | null
  readonly usesMax: number | null
  readonly paid: number
  readonly open: number
  readonly collected: string
  readonly createdAt: string
}
