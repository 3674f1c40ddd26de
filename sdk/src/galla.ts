import type {
  Closing,
  CreatedOrder,
  EventPage,
  Link,
  ListedOrder,
  NewLink,
  NewOrder,
  NewRefund,
  OpenCases,
  Order,
  OrderState,
  OrderStatus,
  Outcome,
  Page,
  Payment,
  PaymentState,
  Refund,
  RefundedPayment,
  Simulated,
} from './orders.ts'
import { type Connection, type Request, sendRequest } from './send-request.ts'

export * from './errors.ts'
export type * from './orders.ts'
export {
  signWebhook,
  verifyWebhook,
  verifyWebhookForm,
  type WebhookHeaders,
  type WebhookOptions,
} from './webhook.ts'

export interface GallaOptions {
  /** From API Documentation in the dashboard. A test key creates test orders. Keep it on your server. */
  readonly apiKey: string
  /** The address of Galla, such as "https://pay.example.com". */
  readonly baseUrl: string
  /** The timeout of each attempt. Default: 15 s. */
  readonly timeoutMs?: number
  /** How often a call is retried after no response, a 429 or a 5xx. Default: 3. */
  readonly retries?: number
  readonly fetch?: typeof fetch
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

export interface CreateOptions extends CallOptions {
  /** For 24 hours, calls with the same key create one order and get the same reply. Default: a new key for each call. */
  readonly idempotencyKey?: string
}

const TIMEOUT_MS = 15_000
const RETRIES = 3

/** Rejects with the signal's reason when it aborts. */
const wait = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })

/** The start and the content of a page of `listEvents`. */
export interface EventOptions extends CallOptions {
  readonly after?: string
  readonly limit?: number
  /** Whether to include the body and content type of each event's webhook. */
  readonly notifications?: boolean
}

/** A page of a list: the first, or the one after `next` of another page. */
export interface PageOptions extends CallOptions {
  readonly cursor?: string | undefined
  /** At most 100. Default: 25. */
  readonly limit?: number | undefined
}

/** Days are days in India, both inclusive. */
export interface OrderListOptions extends PageOptions {
  /** Any part of the ids, the customer or the purpose; or a whole amount, UTR or UPI ID. */
  readonly search?: string | undefined
  readonly status?: OrderStatus | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly minAmount?: string | number | undefined
  readonly maxAmount?: string | number | undefined
}

export interface PaymentListOptions extends PageOptions {
  readonly state?: PaymentState | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/**
 * A client for one API key. Calls throw a RefusedError if the server refuses them and a ConnectionError if it does not respond. Both
 * are GallaErrors.
 */
export class Galla {
  readonly #connection: Connection

  constructor({ apiKey, baseUrl, timeoutMs = TIMEOUT_MS, retries = RETRIES, ...options }: GallaOptions) {
    if (typeof apiKey !== 'string' || apiKey.trim() === '') throw new TypeError('apiKey is missing')
    const origin = URL.canParse(baseUrl) ? new URL(baseUrl) : null
    if (origin === null || !/^https?:$/.test(origin.protocol))
      throw new TypeError('baseUrl must be the address of Galla, such as https://pay.example.com')
    const send = options.fetch ?? ((input, init) => fetch(input, init))
    this.#connection = { apiKey: apiKey.trim(), origin, fetch: send, timeoutMs, retries, wait }
  }

  /** The address of Galla. */
  get baseUrl(): string {
    return this.#connection.origin.href
  }

  /** Creates an order and its payment page. Retries are safe: they return the reply of the first call. */
  async createOrder(order: NewOrder, options: CreateOptions = {}): Promise<CreatedOrder> {
    return this.#dataOf<CreatedOrder>({
      method: 'POST',
      path: '/order/create-order',
      body: order,
      headers: { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() },
      signal: options.signal,
    })
  }

  /** Returns the status of the order with this `client_txn_id`. Throws a NotFoundError if this key has none. */
  async checkOrderStatus(clientTxnId: string, options: CallOptions = {}): Promise<OrderState> {
    return this.#dataOf<OrderState>({
      method: 'POST',
      path: '/order/check-order-status',
      body: { client_txn_id: clientTxnId },
      signal: options.signal,
    })
  }

  /** Returns up to 500 events after a cursor, oldest first. Use it to catch up after your receiver was down. */
  async listEvents(options: EventOptions = {}): Promise<EventPage> {
    const { after, limit, signal } = options
    const notifications = options.notifications === true ? '1' : undefined
    const query = { after, limit, notifications }
    const request: Request = { method: 'GET', path: '/events', query, signal }
    return (await sendRequest(this.#connection, request)) as EventPage
  }

  /** Lists or searches orders, newest first. The key needs the scope `orders:read`. */
  async listOrders(options: OrderListOptions = {}): Promise<Page<ListedOrder>> {
    return this.#read<Page<ListedOrder>>('/orders', options)
  }

  /** Returns an order with its payments, by Galla's id. The key needs the scope `orders:read`. */
  async getOrder(orderId: string, { signal }: CallOptions = {}): Promise<Order> {
    return this.#dataOf<Order>({ method: 'GET', path: `/orders/${encodeURIComponent(orderId)}`, signal })
  }

  /** Cancels an unpaid order. Repeating it changes nothing. The key needs the scope `orders:cancel`. */
  async cancelOrder(orderId: string, { signal }: CallOptions = {}): Promise<Order> {
    const path = `/orders/${encodeURIComponent(orderId)}/cancel`
    return this.#dataOf<Order>({ method: 'POST', path, body: {}, signal })
  }

  /** Lists payments, newest first. The key needs the scope `credits:read`. */
  async listPayments(options: PaymentListOptions = {}): Promise<Page<Payment>> {
    return this.#read<Page<Payment>>('/credits', options)
  }

  /** Returns a payment with its refunds. The key needs the scope `credits:read` or `refunds:create`. */
  async getPayment(paymentId: string, { signal }: CallOptions = {}): Promise<RefundedPayment> {
    const path = `/credits/${encodeURIComponent(paymentId)}`
    return this.#dataOf<RefundedPayment>({ method: 'GET', path, signal })
  }

  /** Starts a refund, or returns the one with this `requestId`, so retries are safe. The key needs the scope `refunds:create`. */
  async createRefund(paymentId: string, refund: NewRefund, { signal }: CallOptions = {}): Promise<Refund> {
    const path = `/credits/${encodeURIComponent(paymentId)}/refunds`
    return this.#dataOf<Refund>({ method: 'POST', path, body: refund, signal })
  }

  /** Lists the payments that wait for a decision. The key needs the scope `cases:read`. */
  async listOpenCases(options: PageOptions = {}): Promise<OpenCases> {
    return this.#read<OpenCases>('/cases', options)
  }

  /** Returns the closing of a day in India, such as 2026-11-21. The key needs the scope `closing:read`. */
  async getClosing(date: string, { signal }: CallOptions = {}): Promise<Closing> {
    return this.#dataOf<Closing>({ method: 'GET', path: '/closing', query: { date }, signal })
  }

  /** Lists reusable links, newest first. The key needs the scope `links:write`. */
  async listLinks(options: PageOptions = {}): Promise<Page<Link>> {
    return this.#read<Page<Link>>('/links', options)
  }

  /** Creates a link that many customers can pay. Retries are safe. The key needs the scope `links:write`. */
  async createLink(link: NewLink, options: CreateOptions = {}): Promise<Link> {
    const headers = { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() }
    return this.#dataOf<Link>({ method: 'POST', path: '/links', body: link, headers, signal: options.signal })
  }

  /** Closes a reusable link. Repeating it changes nothing. The key needs the scope `links:write`. */
  async closeLink(code: string, { signal }: CallOptions = {}): Promise<Link> {
    const path = `/links/${encodeURIComponent(code)}/close`
    return this.#dataOf<Link>({ method: 'POST', path, body: {}, signal })
  }

  /** Pays a test order like a customer. Refuses live orders. `upi` is any of the order's `upi_intent` links. */
  async simulatePayment(
    upi: string,
    outcome: Outcome = 'success',
    options: CallOptions = {},
  ): Promise<Simulated> {
    const request: Request = {
      method: 'POST',
      path: '/simulator/pay',
      body: { upi, outcome },
      signal: options.signal,
    }
    // No retries: a retry could be a second payment.
    return this.#dataOf<Simulated>(request, { ...this.#connection, retries: 0 })
  }

  async #read<Reply>(path: string, { signal, ...query }: PageOptions): Promise<Reply> {
    return (await sendRequest(this.#connection, { method: 'GET', path, query, signal })) as Reply
  }

  async #dataOf<Data>(request: Request, connection = this.#connection): Promise<Data> {
    const { data } = (await sendRequest(connection, request)) as { data: Data }
    return data
  }
}
