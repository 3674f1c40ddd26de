import { signRazorpay } from '../src/providers/razorpay.ts'
import { type FakeProvider, type FakeReply, type FakeRequest, startFakeProvider } from './fake-provider.ts'

/** What a merchant enters who has an account there. */
export const RAZORPAY_MERCHANT = {
  keyId: 'rzp_live_Sharma38472910',
  keySecret: 'kbzk1DSbJiVO3p5kbzk1DSb',
  webhookSecret: 'chai-and-samosa',
}

type Fields = Record<string, unknown>

interface FakeQr {
  readonly id: string
  readonly createdAt: number
  readonly reference: string
  readonly amount: number
  readonly closeBy: number
  readonly description: string
  status: 'active' | 'closed'
  closedAt: number | null
  closeReason: 'on_demand' | 'paid' | null
  payments: Fields[]
}

export interface FakeRazorpayPayment {
  readonly status?: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  /** Paise; the QR's own amount where left out. */
  readonly amount?: number
  readonly utr: string
  readonly vpa?: string
}

export interface FakeRazorpay extends FakeProvider {
  /** By our names. */
  readonly refunds: Map<string, Record<string, unknown>>
  /** Of each QR, in the order of their making. */
  readonly qrs: readonly Readonly<FakeQr>[]
  qrOf(reference: string): Readonly<FakeQr> | undefined
  /** Someone scans the QR of this reference. */
  pay(reference: string, payment: FakeRazorpayPayment): void
  /** Makes a QR that was made elsewhere: in the dashboard, or by a call whose answer was lost. */
  make(reference: string, amount: number): Readonly<FakeQr>
  /** Makes the QR open and unpaid again. */
  reopen(reference: string): void
  /** The merchant's keys are replaced: the ones before are refused from now on. */
  rotate(keys: { readonly keyId: string; readonly keySecret: string }): void
  /** Changes each entity that is reported. */
  bend(change: ((entity: Fields) => Fields) | undefined): void
  /** The request of a notification, as Razorpay sends it. */
  notification(
    event: 'qr_code.created' | 'qr_code.credited' | 'qr_code.closed' | 'payment.captured',
    reference: string,
    options?: { readonly eventId?: string; readonly secret?: string },
  ): { readonly body: string; readonly headers: Record<string, string> }
}

const MINUTE_SECONDS = 60
const PAGE_MAX = 100

/** Razorpay's QR codes, as its pages show them: basic authentication, collections, codes that close by payment, time or call. */
export const startFakeRazorpay = async (
  credentials: { keyId: string; keySecret: string; webhookSecret: string | null },
  now: () => Date,
): Promise<FakeRazorpay> => {
  const qrs: FakeQr[] = []
  let bent: ((entity: Fields) => Fields) | undefined
  let made = 0
  let events = 0
  const seconds = (): number => Math.floor(now().getTime() / 1000)
  const bend = (entity: Fields): Fields => (bent ? bent(entity) : entity)
  const basic = ({ keyId, keySecret }: { readonly keyId: string; readonly keySecret: string }): string =>
    `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  let authorization = basic(credentials)

  const rupees = (paise: number): string => (paise / 100).toFixed(2).replace(/\.?0+$/, '')
  const settle = (qr: FakeQr): FakeQr => {
    if (qr.status === 'active' && seconds() >= qr.closeBy) {
      qr.status = 'closed'
      qr.closedAt = qr.closeBy
    }
    return qr
  }
  const entityOf = (qr: FakeQr): Fields => ({
    id: qr.id,
    entity: 'qr_code',
    created_at: qr.createdAt,
    name: qr.reference,
    usage: 'single_use',
    type: 'upi_qr',
    image_url: `https://rzp.io/i/${qr.id.slice(3)}`,
    payment_amount: qr.amount,
    status: qr.status,
    description: qr.description,
    fixed_amount: true,
    payments_amount_received: qr.payments.reduce((sum, { amount }) => sum + Number(amount), 0),
    payments_count_received: qr.payments.filter(({ status }) => status === 'captured').length,
    notes: { reference: qr.reference },
    customer_id: null,
    close_by: qr.closeBy,
    closed_at: qr.closedAt,
    close_reason: qr.closeReason,
    image_content: `upi://pay?pa=rzr.qrsharmatea5446@icic&pn=SharmaTea&tr=RZP${qr.id.slice(3)}qrv2&tn=PaymenttoSharmaTea&cu=INR&mc=5811&am=${rupees(qr.amount)}`,
  })
  const refuse = (status: number, description: string): FakeReply => ({
    status,
    json: {
      error: {
        code: 'BAD_REQUEST_ERROR',
        description,
        source: 'business',
        step: 'payment_initiation',
        reason: 'input_validation_failed',
        metadata: {},
      },
    },
  })
  const collection = (items: readonly Fields[]): FakeReply => ({
    status: 200,
    json: { entity: 'collection', count: items.length, items: items.map(bend) },
  })

  const add = (reference: string, amount: number, closeBy: number, description: string): FakeQr => {
    made += 1
    const qr: FakeQr = {
      id: `qr_FAKE${String(made).padStart(10, '0')}`,
      createdAt: seconds(),
      reference,
      amount,
      closeBy,
      description,
      status: 'active',
      closedAt: null,
      closeReason: null,
      payments: [],
    }
    qrs.push(qr)
    return qr
  }

  const create = (request: FakeRequest): FakeReply => {
    const sent = JSON.parse(request.body) as Fields
    const amount = Number(sent.payment_amount)
    if (sent.type !== 'upi_qr' || sent.usage !== 'single_use' || sent.fixed_amount !== true)
      return refuse(400, 'The selected type is invalid.')
    if (!(amount >= 100)) return refuse(400, 'The payment amount must be atleast 100.')
    if (Number(sent.close_by) < seconds() + 15 * MINUTE_SECONDS)
      return refuse(400, 'close_by should be at least 15 minutes after current time')
    const notes = sent.notes as Fields
    const qr = add(String(notes.reference), amount, Number(sent.close_by), String(sent.description))
    return { status: 200, json: bend(entityOf(qr)) }
  }

  const list = ({ url }: FakeRequest): FakeReply => {
    const from = Number(url.searchParams.get('from') ?? 0)
    const to = Number(url.searchParams.get('to') ?? Number.MAX_SAFE_INTEGER)
    const count = Math.min(Number(url.searchParams.get('count') ?? 10), PAGE_MAX)
    const found = qrs.filter((qr) => qr.createdAt >= from && qr.createdAt <= to).reverse()
    return collection(found.slice(0, count).map((qr) => entityOf(settle(qr))))
  }

  const ofOne = (request: FakeRequest, id: string, verb: string | undefined): FakeReply => {
    const qr = qrs.find((each) => each.id === id)
    if (qr === undefined) return refuse(400, 'The id provided does not exist')
    settle(qr)
    if (verb === 'payments') return collection(qr.payments)
    if (request.method === 'GET') return { status: 200, json: bend(entityOf(qr)) }
    if (qr.status === 'closed') return refuse(400, 'QR Code is already closed')
    Object.assign(qr, { status: 'closed', closedAt: seconds(), closeReason: 'on_demand' })
    return { status: 200, json: bend(entityOf(qr)) }
  }

  const refunds = new Map<string, Fields>()
  const refundOf = (request: FakeRequest, paymentId: string, verb: string | undefined): FakeReply => {
    const payment = qrs.flatMap((qr) => qr.payments).find(({ id }) => id === paymentId)
    if (payment === undefined) return refuse(400, 'The id provided does not exist')
    const before = [...refunds.values()].filter((each) => each.payment_id === paymentId)
    if (verb === 'refunds') return collection(before)
    const { amount, receipt } = JSON.parse(request.body) as Fields
    const name = String(request.headers['x-refund-idempotency'])
    const known = refunds.get(name)
    if (known !== undefined) return { status: 200, json: known }
    const refunded = before.reduce((sum, each) => sum + Number(each.amount), 0)
    if (refunded + Number(amount) > Number(payment.amount))
      return refuse(400, 'The total refund amount is greater than the refund payment amount')
    const entity = {
      id: `rfnd_FAKE${refunds.size + 1}`,
      entity: 'refund',
      amount,
      currency: 'INR',
      payment_id: paymentId,
      notes: [],
      receipt,
      acquirer_data: { rrn: null },
      status: 'pending',
      speed_requested: 'normal',
    }
    refunds.set(name, entity)
    return { status: 200, json: entity }
  }

  const provider = await startFakeProvider((request) => {
    if (request.headers.authorization !== authorization) return refuse(401, 'The api key provided is invalid')
    const [path, id, verb] = request.url.pathname.replace('/v1/payments/', '').split('/')
    if (path?.startsWith('pay_')) return refundOf(request, path, id)
    if (path !== 'qr_codes') return refuse(404, 'The requested URL was not found on the server.')
    if (id !== undefined) return ofOne(request, id, verb)
    return request.method === 'POST' ? create(request) : list(request)
  })

  const qrOf = (reference: string): FakeQr | undefined => qrs.findLast((qr) => qr.reference === reference)
  return {
    ...provider,
    refunds,
    qrs,
    qrOf,
    make: (reference, amount) => add(reference, amount, seconds() + 30 * MINUTE_SECONDS, 'Made elsewhere'),
    reopen(reference) {
      Object.assign(qrOf(reference) ?? {}, {
        status: 'active',
        closedAt: null,
        closeReason: null,
        payments: [],
      })
    },
    pay(reference, { status = 'captured', amount, utr, vpa = 'asha.rao@okhdfcbank' }) {
      const qr = qrOf(reference)
      if (qr === undefined) throw new RangeError(`nobody made ${reference}`)
      qr.payments.unshift({
        id: `pay_FAKE${utr}`,
        entity: 'payment',
        amount: amount ?? qr.amount,
        currency: 'INR',
        status,
        order_id: null,
        invoice_id: null,
        international: false,
        method: 'upi',
        amount_refunded: 0,
        refund_status: null,
        captured: status === 'captured',
        description: 'QRv2 Payment',
        vpa,
        email: null,
        contact: null,
        notes: [],
        fee: 0,
        tax: 0,
        error_code: null,
        acquirer_data: { rrn: utr },
        created_at: seconds(),
      })
      if (status === 'captured')
        Object.assign(qr, { status: 'closed', closedAt: seconds(), closeReason: 'paid' })
    },
    rotate: (keys) => {
      authorization = basic(keys)
    },
    bend: (change) => {
      bent = change
    },
    notification(event, reference, { eventId, secret = credentials.webhookSecret ?? '' } = {}) {
      events += 1
      const qr = qrOf(reference)
      const payment = qr?.payments[0]
      const body = JSON.stringify({
        entity: 'event',
        account_id: 'acc_CJoeHMNpi0nC7k',
        event,
        contains: ['payment', 'qr_code'],
        payload: {
          ...(payment === undefined ? {} : { payment: { entity: bend(payment) } }),
          ...(qr === undefined || event === 'payment.captured' ? {} : { qr_code: { entity: entityOf(qr) } }),
        },
        created_at: seconds(),
      })
      const headers = {
        'content-type': 'application/json',
        'x-razorpay-event-id': eventId ?? `evt${String(events).padStart(11, '0')}`,
        'x-razorpay-signature': signRazorpay(secret === '' ? 'nobody' : secret, body),
      }
      return { body, headers }
    },
  }
}
