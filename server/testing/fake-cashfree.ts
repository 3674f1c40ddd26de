import { createHmac } from 'node:crypto'
import { istWallClock } from '@galla/contract/ist'
import { type FakeProvider, type FakeReply, type FakeRequest, startFakeProvider } from './fake-provider.ts'

/** What a merchant enters who has an account there. */
export const CASHFREE_MERCHANT = {
  clientId: 'CF1048572ABCDEF',
  clientSecret: 'cfsk_ma_prod_0f9e8d7c6b5a4f3e2d1c',
}

export interface FakeCashfreePayment {
  readonly status: 'SUCCESS' | 'FAILED' | 'PENDING' | 'NOT_ATTEMPTED' | 'USER_DROPPED' | 'CANCELLED' | 'VOID'
  /** Rupees, a decimal as Cashfree sends it. */
  readonly amount: number
  readonly utr: string
  readonly upiId?: string
}

type Fields = Record<string, unknown>
type OrderStatus = 'ACTIVE' | 'PAID' | 'EXPIRED' | 'TERMINATED' | 'TERMINATION_REQUESTED'

export interface FakeCashfree extends FakeProvider {
  /** Adds an attempt to pay the reference, listed first. An unknown reference becomes an order. */
  setPayment(reference: string, payment: FakeCashfreePayment): void
  /** Adds an order without an attempt to pay. */
  open(reference: string): void
  /** Ends an order, as its time or the merchant does. */
  end(reference: string, status: OrderStatus): void
  /** Changes each payment that is reported: to another order, another amount, or undocumented values. */
  bend(change: ((payment: Fields) => Fields) | undefined): void
  /** By our names. */
  readonly refunds: Map<string, Fields>
  /** How often each reference was asked about. */
  queriesFor(reference: string): number
  statusOf(reference: string): OrderStatus | undefined
  /** What Cashfree sends to the merchant's webhook about the last attempt; `over` changes its payment. */
  notificationOf(reference: string, over?: Fields): { headers: Record<string, string>; body: string }
  /** Any body, signed as Cashfree signs. */
  signed(body: string): { headers: Record<string, string>; body: string }
}

interface FakeOrder {
  readonly amount: number
  readonly session: string
  status: OrderStatus
  readonly payments: FakeCashfreePayment[]
}

const REFUND_PATH = /^\/orders\/([^/]+)\/refunds(?:\/([^/]+))?$/
const ORDER_PATH = /^\/orders\/([^/]+)(\/payments)?$/
const ORDER_ID = /^[A-Za-z0-9_-]{3,45}$/

const refusal = (status: number, code: string, message: string): FakeReply => ({
  status,
  json: { message, code, type: status === 401 ? 'authentication_error' : 'invalid_request_error' },
})

/** Cashfree's payment gateway: orders, payment sessions with a UPI link, payments, and notifications that it signs. */
export const startFakeCashfree = async (
  merchant: { clientId: string; clientSecret: string },
  now: () => Date,
): Promise<FakeCashfree> => {
  const orders = new Map<string, FakeOrder>()
  const queries: string[] = []
  let bent: ((payment: Fields) => Fields) | undefined

  const indianTime = (): string => `${istWallClock(now()).toISOString().slice(0, 19)}+05:30`

  const paymentFields = (reference: string, order: FakeOrder, payment: FakeCashfreePayment): Fields => {
    const plain: Fields = {
      cf_payment_id: `51149${payment.utr}`,
      order_id: reference,
      entity: 'payment',
      error_details: null,
      is_captured: payment.status === 'SUCCESS',
      order_amount: order.amount,
      payment_amount: payment.amount,
      payment_currency: 'INR',
      payment_group: 'upi',
      payment_message:
        payment.status === 'SUCCESS' ? '00::Transaction success' : 'Transaction is not complete',
      payment_status: payment.status,
      payment_time: indianTime(),
      payment_completion_time: payment.status === 'SUCCESS' ? indianTime() : null,
      bank_reference: payment.utr,
      auth_id: null,
      payment_method: { upi: { channel: 'link', upi_id: payment.upiId ?? 'asha@okhdfcbank' } },
    }
    return bent ? bent(plain) : plain
  }

  const orderFields = (reference: string, order: FakeOrder): Fields => ({
    cf_order_id: '2149460581',
    order_id: reference,
    entity: 'order',
    order_currency: 'INR',
    order_amount: order.amount,
    order_status: order.status,
    payment_session_id: order.session,
    created_at: indianTime(),
  })

  const create = (request: FakeRequest): FakeReply => {
    const { order_id, order_amount, order_currency, customer_details } = JSON.parse(request.body) as Fields
    const reference = String(order_id)
    const customer = (customer_details ?? {}) as { customer_id?: string; customer_phone?: string }
    if (!ORDER_ID.test(reference)) return refusal(400, 'order_id_invalid', 'order_id : invalid value')
    if (orders.has(reference))
      return refusal(409, 'order_already_exists', 'order with same id is already present')
    if (typeof order_amount !== 'number' || order_amount < 1)
      return refusal(400, 'order_amount_invalid', 'order_amount : should be at least 1')
    if (order_currency !== 'INR')
      return refusal(400, 'order_currency_invalid', 'order_currency : invalid value')
    if (!customer.customer_id || !/^\d{10}$/.test(customer.customer_phone ?? ''))
      return refusal(400, 'customer_details_invalid', 'customer_details.customer_phone : invalid value')
    const session = `session_${Buffer.from(reference).toString('base64url')}`
    const order: FakeOrder = { amount: order_amount, session, status: 'ACTIVE', payments: [] }
    orders.set(reference, order)
    return { status: 200, json: orderFields(reference, order) }
  }

  /** A session identifies its caller: no credentials are asked for. */
  const pay = (request: FakeRequest): FakeReply => {
    const sent = JSON.parse(request.body) as {
      payment_session_id?: string
      payment_method?: { upi?: { channel?: string } }
    }
    const found = [...orders].find(([, { session }]) => session === sent.payment_session_id)
    if (found === undefined)
      return refusal(404, 'payment_session_id_invalid', 'payment_session_id is not present or is invalid')
    const [reference, order] = found
    if (order.status !== 'ACTIVE') return refusal(400, 'order_inactive', 'order is no longer active')
    if (sent.payment_method?.upi?.channel !== 'link')
      return refusal(400, 'payment_method_invalid', 'payment_method.upi.channel : invalid value')
    const query = `pa=cfsharmatea@yesbank&pn=Sharma%20Tea&tr=${reference.slice(-16)}&am=${order.amount.toFixed(2)}&cu=INR&mode=00&purpose=00&mc=5411&tn=Payment`
    const payload: Fields = {
      default: `upi://pay?${query}`,
      bhim: `bhim://upi/pay?${query}`,
      gpay: `tez://upi/pay?${query}`,
      paytm: `paytmmp://pay?${query}`,
      phonepe: `phonepe://pay?${query}`,
    }
    return {
      status: 200,
      json: {
        action: 'custom',
        cf_payment_id: `51149${reference.length}`,
        channel: 'link',
        payment_amount: order.amount,
        payment_method: 'upi',
        data: { url: null, payload: bent ? bent(payload) : payload, content_type: null, method: null },
      },
    }
  }

  const terminate = (request: FakeRequest, reference: string): FakeReply => {
    const order = orders.get(reference)
    if (order === undefined) return refusal(404, 'order_not_found', 'Order Reference Id does not exist')
    if (order.status !== 'ACTIVE') return refusal(400, 'order_inactive', 'order is no longer active')
    if ((JSON.parse(request.body) as Fields).order_status !== 'TERMINATED')
      return refusal(400, 'order_status_invalid', 'order_status : invalid value')
    order.status = 'TERMINATED'
    return { status: 200, json: orderFields(reference, order) }
  }

  const refunds = new Map<string, Fields>()
  const refund = (request: FakeRequest, reference: string): FakeReply => {
    const order = orders.get(reference)
    if (order?.status !== 'PAID') return refusal(404, 'order_not_found', 'Order Reference Id does not exist')
    const { refund_id, refund_amount } = JSON.parse(request.body) as Fields
    const name = String(refund_id)
    if (refunds.has(name))
      return refusal(409, 'refund_already_exists', 'refund with same id is already present')
    const before = [...refunds.values()].filter((each) => each.order_id === reference)
    const refunded = before.reduce((sum, each) => sum + Number(each.refund_amount), 0)
    if (refunded + Number(refund_amount) > order.amount)
      return refusal(400, 'refund_post_failed', 'Refund amount is greater than the order amount')
    const made = {
      cf_refund_id: `cfr_${refunds.size + 1}`,
      refund_id: name,
      order_id: reference,
      entity: 'refund',
      refund_amount,
      refund_currency: 'INR',
      refund_status: 'PENDING',
      refund_arn: null,
      status_description: 'In Progress',
    }
    refunds.set(name, made)
    return { status: 200, json: made }
  }
  const findRefund = (name: string): FakeReply => {
    const found = refunds.get(name)
    return found === undefined
      ? refusal(404, 'refund_not_found', 'refund not found')
      : { status: 200, json: found }
  }

  const read = (reference: string, isOfPayments: boolean): FakeReply => {
    queries.push(reference)
    const order = orders.get(reference)
    if (order === undefined) return refusal(404, 'order_not_found', 'Order Reference Id does not exist')
    if (!isOfPayments) return { status: 200, json: orderFields(reference, order) }
    return { status: 200, json: order.payments.map((payment) => paymentFields(reference, order, payment)) }
  }

  const provider = await startFakeProvider((request) => {
    const { method, url, headers } = request
    if (headers['x-api-version'] === undefined)
      return refusal(400, 'api_version_missing', 'x-api-version header is missing')
    if (method === 'POST' && url.pathname === '/orders/sessions') return pay(request)
    const isOurs =
      headers['x-client-id'] === merchant.clientId && headers['x-client-secret'] === merchant.clientSecret
    if (!isOurs) return refusal(401, 'request_failed', 'authentication Failed')
    if (method === 'POST' && url.pathname === '/orders') return create(request)
    const [, refunded, name] = REFUND_PATH.exec(url.pathname) ?? []
    if (refunded !== undefined) return name === undefined ? refund(request, refunded) : findRefund(name)
    const [, reference, payments] = ORDER_PATH.exec(url.pathname) ?? []
    if (reference === undefined)
      return refusal(404, 'request_failed', 'bad URL, please check API documentation')
    const decoded = decodeURIComponent(reference)
    return method === 'PATCH' ? terminate(request, decoded) : read(decoded, payments !== undefined)
  })

  const signed = (body: string) => {
    const timestamp = String(now().getTime())
    const signature = createHmac('sha256', merchant.clientSecret)
      .update(`${timestamp}${body}`)
      .digest('base64')
    return {
      headers: {
        'content-type': 'application/json',
        'x-webhook-timestamp': timestamp,
        'x-webhook-signature': signature,
        'x-webhook-version': '2025-01-01',
      },
      body,
    }
  }

  const ordered = (reference: string, amount: number): FakeOrder => {
    const known = orders.get(reference)
    if (known !== undefined) return known
    const made: FakeOrder = { amount, session: `session_${reference}`, status: 'ACTIVE', payments: [] }
    orders.set(reference, made)
    return made
  }

  return {
    ...provider,
    refunds,
    setPayment(reference, payment) {
      const order = ordered(reference, payment.amount)
      order.payments.unshift(payment)
      if (payment.status === 'SUCCESS') order.status = 'PAID'
    },
    open(reference) {
      orders.delete(reference)
      ordered(reference, 1)
    },
    end(reference, status) {
      ordered(reference, 1).status = status
    },
    bend: (change) => {
      bent = change
    },
    queriesFor: (reference) => queries.filter((query) => query === reference).length,
    statusOf: (reference) => orders.get(reference)?.status,
    signed,
    notificationOf(reference, over = {}) {
      const order = orders.get(reference)
      const [payment] = order?.payments ?? []
      if (order === undefined || payment === undefined) throw new Error(`nobody paid ${reference}`)
      const body = JSON.stringify({
        data: {
          order: {
            order_id: reference,
            order_amount: order.amount,
            order_currency: 'INR',
            order_tags: null,
          },
          payment: { ...paymentFields(reference, order, payment), order_id: undefined, ...over },
          customer_details: { customer_id: reference, customer_phone: '9999999999' },
        },
        event_time: indianTime(),
        type: payment.status === 'SUCCESS' ? 'PAYMENT_SUCCESS_WEBHOOK' : 'PAYMENT_FAILED_WEBHOOK',
      })
      return signed(body)
    },
  }
}
