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
  /** Of API Documentation in the dashboard. A test key makes test orders. Keep it on your server. */
  readonly apiKey: string
  /** Where Galla runs: "https://pay.example.com". */
  readonly baseUrl: string
  /** How long each attempt may take; 15 s. */
  readonly timeoutMs?: number
  /** How often a call is repeated that got no answer, 429 or 5xx; 3. */
  readonly retries?: number
  readonly fetch?: typeof fetch
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

export interface CreateOptions extends CallOptions {
  /** Calls with the same key do the work once and get the same reply, for 24 hours; a fresh one unless you give it. */
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

/** Where `listEvents` begins, and what it returns. */
export interface EventOptions extends CallOptions {
  readonly after?: string
  readonly limit?: number
  /** With the body and content type that the webhook of each event has. */
  readonly notifications?: boolean
}

/**
 * One merchant's key at one Galla. Each call throws a GallaError: RefusedError when the server says no, ConnectionError when it
 * says nothing.
 */
export class Galla {
  readonly #connection: Connection

  constructor({ apiKey, baseUrl, timeoutMs = TIMEOUT_MS, retries = RETRIES, ...options }: GallaOptions) {
    if (typeof apiKey !== 'string' || apiKey.trim() === '') throw new TypeError('apiKey is missing')
    const origin = URL.canParse(baseUrl) ? new URL(baseUrl) : null
    if (origin === null || !/^https?:$/.test(origin.protocol))
      throw new TypeError('baseUrl must be the address where Galla runs, such as https://pay.example.com')
    const send = options.fetch ?? ((input, init) => fetch(input, init))
    this.#connection = { apiKey: apiKey.trim(), origin, fetch: send, timeoutMs, retries, wait }
  }

  /** Makes an order and its payment page. Safe to repeat: an answer that was lost is given again. */
  async createOrder(order: NewOrder, options: CreateOptions = {}): Promise<CreatedOrder> {
    return this.#dataOf<CreatedOrder>({
      method: 'POST',
      path: '/order/create-order',
      body: order,
      headers: { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() },
      signal: options.signal,
    })
  }

  /** What became of the order with this `client_txn_id`. NotFoundError if this key made none. */
  async checkOrderStatus(clientTxnId: string, options: CallOptions = {}): Promise<OrderState> {
    return this.#dataOf<OrderState>({
      method: 'POST',
      path: '/order/check-order-status',
      body: { client_txn_id: clientTxnId },
      signal: options.signal,
    })
  }

  /** Events after a place, oldest first, at most 500: how a receiver that was down catches up. */
  async listEvents(options: EventOptions = {}): Promise<EventPage> {
    const { after, limit, signal } = options
    const notifications = options.notifications === true ? '1' : undefined
    const query = { after, limit, notifications }
    const request: Request = { method: 'GET', path: '/events', query, signal }
    return (await sendRequest(this.#connection, request)) as EventPage
  }

  /** Pays a test order as a customer would; live orders are refused. `upi` is any of the order's `upi_intent` links. */
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
    // Never by itself a second time: it would be a second payment.
    return this.#dataOf<Simulated>(request, { ...this.#connection, retries: 0 })
  }

  async #dataOf<Data>(request: Request, connection = this.#connection): Promise<Data> {
    const { data } = (await sendRequest(connection, request)) as { data: Data }
    return data
  }
}
