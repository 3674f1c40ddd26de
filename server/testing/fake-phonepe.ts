import { createHash } from 'node:crypto'
import { type FakeProvider, type FakeReply, type FakeRequest, startFakeProvider } from './fake-provider.ts'

/** What a merchant enters who has an account there. */
export const PHONEPE_MERCHANT = {
  clientId: 'SU2611210912345678',
  clientSecret: '5f2c8e1a-70c4-4b0e-9d3c-6a1f0e7b2d94',
  clientVersion: '1',
  webhook: { username: 'sharma_tea', password: 'chai4pani' },
}

export interface FakePhonePePayment {
  readonly state: 'COMPLETED' | 'FAILED' | 'PENDING'
  /** Paise. */
  readonly amount: number
  readonly utr: string
  readonly vpa?: string
}

export interface FakePhonePeMerchant {
  readonly clientId: string
  readonly clientSecret: string
  readonly clientVersion: string
  readonly webhook: { readonly username: string; readonly password: string } | null
}

type Fields = Record<string, unknown>

export interface FakePhonePe extends FakeProvider {
  /** Sets the state of the reference. An unknown reference becomes an order. */
  setPayment(reference: string, payment: FakePhonePePayment): void
  /** Adds an order without an attempt to pay yet, or one that ended so. */
  open(reference: string, state?: 'PENDING' | 'FAILED'): void
  /** Changes each answer about an order: to another order, another amount, or undocumented values. */
  bend(change: ((order: Fields) => Fields) | undefined): void
  /** Takes back every token that was given out, long before its time. */
  revokeTokens(): void
  /** By our names. */
  readonly refunds: Map<string, Fields>
  /** Each refund that was taken. A repeated name is another one: nothing that PhonePe documents says that it is not. */
  readonly taken: readonly string[]
  /** How often each reference was asked about. */
  queriesFor(reference: string): number
  tokensGiven(): number
  /** What PhonePe sends to the merchant's webhook about the reference; `over` changes its payload. */
  notificationOf(reference: string, over?: Fields): { headers: Record<string, string>; body: string }
}

interface FakeOrder {
  readonly amount: number
  readonly expireAt: number
  readonly udf1: string
  state: 'PENDING' | 'FAILED' | 'COMPLETED'
  payment: FakePhonePePayment | undefined
}

const TOKEN_PATH = '/v1/oauth/token'
const PAY_PATH = '/payments/v2/pay'
const REFUND_PATH = '/payments/v2/refund'
const REFUND_STATUS_PATH = /^\/payments\/v2\/refund\/([^/]+)\/status$/
const STATUS_PATH = /^\/payments\/v2\/order\/([^/]+)\/status$/
const PAISE_MIN = 100
const EXPIRE_AFTER = { min: 300, max: 5_184_000, unsaid: 480 } as const
const REFERENCE = /^[A-Za-z0-9_-]{1,63}$/

const refusal = (status: number, code: string, message: string): FakeReply => ({
  status,
  json: { success: false, code, message },
})

/** PhonePe's payment gateway v2, sandbox and production alike: tokens, Custom Checkout's QR orders, their status, notifications. */
export const startFakePhonePe = async (
  merchant: FakePhonePeMerchant,
  now: () => Date,
  { tokenSeconds = 3_600 }: { tokenSeconds?: number } = {},
): Promise<FakePhonePe> => {
  const orders = new Map<string, FakeOrder>()
  const tokens = new Map<string, number>()
  const queries: string[] = []
  let given = 0
  let bent: ((order: Fields) => Fields) | undefined

  const seconds = (): number => Math.floor(now().getTime() / 1000)

  const token = (request: FakeRequest): FakeReply => {
    const form = new URLSearchParams(request.body)
    if (form.get('grant_type') !== 'client_credentials' || !form.has('client_version'))
      return refusal(400, 'BAD_REQUEST', 'Bad Request')
    const isOurs =
      form.get('client_id') === merchant.clientId &&
      form.get('client_secret') === merchant.clientSecret &&
      form.get('client_version') === merchant.clientVersion
    if (!isOurs) return refusal(401, '401', 'Unauthorized')
    given += 1
    const access = `eyJhbGciOiJIUzI1NiJ9.${given}.${merchant.clientId}`
    tokens.set(access, seconds() + tokenSeconds)
    return {
      status: 200,
      json: {
        access_token: access,
        encrypted_access_token: access,
        expires_in: tokenSeconds,
        issued_at: seconds(),
        expires_at: seconds() + tokenSeconds,
        session_expires_at: seconds() + tokenSeconds,
        token_type: 'O-Bearer',
      },
    }
  }

  const isAllowed = ({ headers }: FakeRequest): boolean => {
    const [kind, access = ''] = (headers.authorization ?? '').split(' ')
    return kind === 'O-Bearer' && (tokens.get(access) ?? 0) > seconds()
  }

  const orderIdOf = (reference: string): string =>
    `OMO${createHash('sha256').update(reference).digest('hex').slice(0, 22)}`

  const reported = (reference: string, order: FakeOrder): Fields => {
    const { payment } = order
    const rail = payment && {
      type: 'UPI',
      utr: payment.utr,
      upiTransactionId: `YBL${payment.utr}`,
      vpa: payment.vpa ?? 'asha@ybl',
    }
    return {
      orderId: orderIdOf(reference),
      state: order.state,
      amount: order.amount,
      expireAt: order.expireAt,
      metaInfo: { udf1: order.udf1 },
      ...(order.state === 'FAILED' ? { errorCode: 'INVALID_MPIN', detailedErrorCode: 'ZM' } : {}),
      paymentDetails:
        payment === undefined
          ? []
          : [
              {
                paymentMode: 'UPI_QR',
                transactionId: `OM26112109${payment.utr}`,
                timestamp: now().getTime(),
                amount: payment.amount,
                payableAmount: payment.amount,
                feeAmount: 0,
                state: payment.state,
                splitInstruments: [
                  { rail, instrument: { type: 'ACCOUNT', accountType: 'SAVINGS' }, amount: payment.amount },
                ],
              },
            ],
    }
  }

  const statusOf = (reference: string): FakeReply => {
    queries.push(reference)
    const order = orders.get(reference)
    if (order === undefined)
      return refusal(400, 'INVALID_MERCHANT_ORDER_ID', 'No entry found for given merchant order id')
    const plain = reported(reference, order)
    return { status: 200, json: bent ? bent(plain) : plain }
  }

  const pay = (request: FakeRequest): FakeReply => {
    const { merchantOrderId, amount, expireAfter, paymentFlow, metaInfo } = JSON.parse(request.body) as Fields
    const reference = String(merchantOrderId)
    const life = Number(expireAfter ?? EXPIRE_AFTER.unsaid)
    const mode = (paymentFlow as { type?: string; paymentMode?: { type?: string } } | undefined) ?? {}
    if (!REFERENCE.test(reference)) return refusal(400, 'BAD_REQUEST', 'merchantOrderId is not valid')
    if (orders.has(reference))
      return refusal(417, 'INVALID_MERCHANT_ORDER_ID', 'Merchant order id already exists')
    if (!Number.isSafeInteger(amount) || Number(amount) < PAISE_MIN)
      return refusal(400, 'BAD_REQUEST', 'amount must be greater than or equal to 100')
    if (!Number.isSafeInteger(life) || life < EXPIRE_AFTER.min || life > EXPIRE_AFTER.max)
      return refusal(400, 'BAD_REQUEST', 'expireAfter must be between 300 and 5184000')
    if (mode.type !== 'PG' || mode.paymentMode?.type !== 'UPI_QR')
      return refusal(400, 'BAD_REQUEST', 'paymentMode is not valid')
    const order: FakeOrder = {
      amount: Number(amount),
      expireAt: now().getTime() + life * 1000,
      udf1: String((metaInfo as { udf1?: string } | undefined)?.udf1 ?? ''),
      state: 'PENDING',
      payment: undefined,
    }
    orders.set(reference, order)
    const rupees = `${Math.floor(order.amount / 100)}.${String(order.amount % 100).padStart(2, '0')}`
    const link = `upi://pay?pa=${merchant.clientId.toLowerCase()}@ybl&pn=Sharma%20Tea&am=${rupees}&mam=${rupees}&cu=INR&tr=${orderIdOf(reference)}&tn=Payment&mc=5411&mode=04&purpose=00`
    const plain = {
      orderId: orderIdOf(reference),
      state: 'PENDING',
      expireAt: order.expireAt,
      intentUrl: link,
      qrData: link,
    }
    return { status: 200, json: bent ? bent(plain) : plain }
  }

  const refunds = new Map<string, Fields>()
  const taken: string[] = []
  const refund = (request: FakeRequest): FakeReply => {
    const { merchantRefundId, originalMerchantOrderId, amount } = JSON.parse(request.body) as Fields
    const order = orders.get(String(originalMerchantOrderId))
    if (order?.state !== 'COMPLETED' || order.payment === undefined)
      return refusal(400, 'INVALID_MERCHANT_ORDER_ID', 'No entry found for given merchant order id')
    const name = String(merchantRefundId)
    if (Number(amount) < PAISE_MIN) return refusal(400, 'BAD_REQUEST', 'amount must be at least 100')
    const before = [...refunds.values()].filter(
      (each) => each.originalMerchantOrderId === originalMerchantOrderId,
    )
    const total = before.reduce((sum, each) => sum + Number(each.amount), Number(amount))
    if (total > order.payment.amount) return refusal(400, 'BAD_REQUEST', 'amount is greater than the payment')
    const made = {
      originalMerchantOrderId,
      amount,
      state: 'PENDING',
      refundId: `OMR${7_896_789 + refunds.size}`,
    }
    refunds.set(name, { ...made, timestamp: now().getTime() })
    taken.push(name)
    return { status: 200, json: { refundId: made.refundId, amount, state: made.state } }
  }
  const findRefund = (name: string): FakeReply => {
    const found = refunds.get(name)
    return found === undefined
      ? refusal(404, 'REFUND_NOT_FOUND', 'Refund does not exist')
      : { status: 200, json: found }
  }

  const provider = await startFakeProvider((request) => {
    const { pathname } = request.url
    if (request.method === 'POST' && pathname === TOKEN_PATH) return token(request)
    if (!isAllowed(request)) return refusal(401, 'AUTHORIZATION_FAILED', 'Authorization failed')
    if (request.method === 'POST' && pathname === PAY_PATH) return pay(request)
    if (request.method === 'POST' && pathname === REFUND_PATH) return refund(request)
    const name = REFUND_STATUS_PATH.exec(pathname)?.[1]
    if (request.method === 'GET' && name !== undefined) return findRefund(decodeURIComponent(name))
    const reference = STATUS_PATH.exec(pathname)?.[1]
    if (request.method === 'GET' && reference !== undefined) return statusOf(decodeURIComponent(reference))
    return refusal(404, 'NOT_FOUND', 'Api Mapping Not Found')
  })

  const ordered = (reference: string, amount: number): FakeOrder =>
    orders.get(reference) ?? {
      amount,
      expireAt: now().getTime() + EXPIRE_AFTER.unsaid * 1000,
      udf1: reference,
      state: 'PENDING',
      payment: undefined,
    }

  return {
    ...provider,
    refunds,
    taken,
    setPayment(reference, payment) {
      orders.set(reference, { ...ordered(reference, payment.amount), state: payment.state, payment })
    },
    open(reference, state = 'PENDING') {
      orders.set(reference, { ...ordered(reference, PAISE_MIN), state, payment: undefined })
    },
    bend: (change) => {
      bent = change
    },
    revokeTokens: () => tokens.clear(),
    queriesFor: (reference) => queries.filter((query) => query === reference).length,
    tokensGiven: () => given,
    notificationOf(reference, over = {}) {
      const order = orders.get(reference)
      if (order === undefined) throw new Error(`nobody ordered ${reference}`)
      const { username, password } = merchant.webhook ?? { username: '', password: '' }
      const event = order.state === 'COMPLETED' ? 'pg.order.completed' : 'pg.order.failed'
      const body = JSON.stringify({
        event,
        type: event === 'pg.order.completed' ? 'PG_ORDER_COMPLETED' : 'PG_ORDER_FAILED',
        payload: { merchantId: 'M22KQ9', merchantOrderId: reference, ...reported(reference, order), ...over },
      })
      const authorization = createHash('sha256').update(`${username}:${password}`).digest('hex')
      return { headers: { 'content-type': 'application/json', authorization }, body }
    },
  }
}
