import type { CreatedOrder, EventPage, NewOrder, OrderState, Outcome, Simulated } from './orders.ts'
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

  async #dataOf<Data>(request: Request, connection = this.#connection): Promise<Data> {
    const { data } = (await sendRequest(connection, request)) as { data: Data }
    return data
  }
}
