import { createHash, createHmac } from 'node:crypto'
import type { Paise } from '@galla/upi/rupees'
import { formatRupees, toRupeeNumber } from '@galla/upi/rupees'
import type { ProviderNetwork } from '../src/connectors/call-provider.ts'
import { cashfree } from '../src/connectors/cashfree.ts'
import type { Connector } from '../src/connectors/connector.ts'
import { paytmKeyless, paytmV3 } from '../src/connectors/paytm.ts'
import { phonePeV2 } from '../src/connectors/phonepe.ts'
import type { Clock } from '../src/platform/clock.ts'
import { startFakeCashfree } from './fake-cashfree.ts'
import { startFakePaytm } from './fake-paytm.ts'
import { startFakePhonePe } from './fake-phonepe.ts'
import type { FakeProvider, Fault } from './fake-provider.ts'

type Fields = Record<string, unknown>
interface SentNotice {
  readonly headers: Record<string, string>
  readonly body: string
}
type Bend = (answer: Fields) => Fields

/** One connector before the fake of its provider: what every connector has to stand is told of each in the same words. */
export interface ConnectorRig {
  readonly fake: FakeProvider & { bend(change: Bend | undefined): void }
  connect(network: ProviderNetwork, credentials?: 'right' | 'wrong'): Bound
  /** What must stand in no answer, no history and no health. */
  readonly secrets: readonly string[]
  /** The provider's word for money that came. */
  readonly successWord: string
  readonly fields: readonly string[]
  pay(reference: string, amount: Paise, utr: string): void
  /** Somebody is trying to pay, nothing is known. */
  leaveOpen(reference: string): void
  /** Where the provider makes the QR. */
  readonly maker?: {
    /** Answers to its making that hold no link that may be passed on. */
    readonly badLinks: Readonly<Record<string, Bend>>
    /** What the provider sends about a reference that was paid. */
    notice(reference: string): SentNotice
    /** What is left of it when somebody else sends it. */
    readonly forgeries: Readonly<Record<string, (notice: SentNotice) => SentNotice>>
    /** Notices that are signed, but about no payment. */
    readonly otherwise: readonly ((reference: string) => SentNotice)[]
  }
  /** Answers that say success, but are about something else or not what is documented. */
  readonly impostors: Readonly<Record<string, Bend>>
}

/** A connector with its credentials. */
export type Bound = {
  [V in keyof Omit<Connector<unknown>, 'limits'>]: Connector<unknown>[V] extends infer Verb
    ? Verb extends (credentials: unknown, ...rest: infer Rest) => infer Reply
      ? (...rest: Rest) => Reply
      : undefined
    : never
}

const bind = <Credentials>(connector: Connector<Credentials>, credentials: Credentials): Bound => ({
  check: (question) => connector.check(credentials, question),
  test: (unusedReference) => connector.test(credentials, unusedReference),
  create: connector.create?.bind(undefined, credentials),
  close: connector.close?.bind(undefined, credentials),
  notification: connector.notification?.bind(undefined, credentials),
})

/** What breaks on the way to any provider, and what that is to us: its trouble, and how long it asked us to wait. */
export const TRANSPORT_FAULTS: readonly (readonly [
  what: string,
  fault: Fault,
  trouble: 'down' | 'nonsense' | 'credentials',
  retryAfterSeconds: number | null,
])[] = [
  ['HTTP 500', { kind: 'status', status: 500 }, 'down', null],
  ['HTTP 502', { kind: 'status', status: 502 }, 'down', null],
  ['HTTP 503 with a wish', { kind: 'status', status: 503, retryAfter: '120' }, 'down', 120],
  ['HTTP 429', { kind: 'status', status: 429, retryAfter: '7' }, 'down', 7],
  ['a wish for a year', { kind: 'status', status: 429, retryAfter: '31536000' }, 'down', 3600],
  ['a wish in words', { kind: 'status', status: 503, retryAfter: 'soon' }, 'down', null],
  ['HTTP 401', { kind: 'status', status: 401 }, 'credentials', null],
  ['HTTP 403', { kind: 'status', status: 403 }, 'credentials', null],
  ['a broken connection', { kind: 'cut' }, 'down', null],
  ['half an answer', { kind: 'half' }, 'nonsense', null],
  ['1 MB', { kind: 'huge' }, 'nonsense', null],
  ['a web page', { kind: 'not_json' }, 'nonsense', null],
  ['a redirect', { kind: 'redirect' }, 'nonsense', null],
]

const without =
  (name: string): Bend =>
  ({ [name]: _gone, ...rest }) =>
    rest

const PAYTM = { merchantId: 'SHARMA38472910', merchantKey: 'kbzk1DSbJiV_O3p5' }

const paytmRig =
  (make: typeof paytmV3 | typeof paytmKeyless) =>
  async (clock: Clock): Promise<ConnectorRig> => {
    const fake = await startFakePaytm(PAYTM, () => clock.now())
    return {
      fake,
      connect: (network, credentials) =>
        bind(make(network, fake.url), credentials === 'wrong' ? { ...PAYTM, merchantId: 'WRONG' } : PAYTM),
      secrets: [PAYTM.merchantKey],
      successWord: 'TXN_SUCCESS',
      fields: [
        'resultInfo',
        'STATUS',
        'orderId',
        'ORDERID',
        'txnAmount',
        'TXNAMOUNT',
        'txnId',
        'TXNID',
        'mid',
        'MID',
      ],
      pay: (reference, amount, utr) =>
        fake.tell(reference, { status: 'TXN_SUCCESS', amount: formatRupees(amount), utr }),
      leaveOpen: (reference) => fake.tell(reference, { status: 'PENDING', amount: '499.00', utr: '1' }),
      impostors: {
        'another order': (body) => ({ ...body, orderId: 'ANOTHER', ORDERID: 'ANOTHER' }),
        'another merchant': (body) => ({ ...body, mid: 'OTHER1', MID: 'OTHER1' }),
        'no order': (body) => without('orderId')(without('ORDERID')(body)),
        'no amount': (body) => without('txnAmount')(without('TXNAMOUNT')(body)),
        'an amount with an exponent': (body) => ({ ...body, txnAmount: '4e2', TXNAMOUNT: '4e2' }),
        'a number for an amount': (body) => ({ ...body, txnAmount: 499, TXNAMOUNT: 499 }),
        'no transaction': (body) => ({ ...body, txnId: '', TXNID: '' }),
        'an unknown word': (body) => ({
          ...body,
          resultInfo: { resultStatus: 'SUCCESS' },
          STATUS: 'success',
        }),
        'a list for a word': (body) => ({
          ...body,
          resultInfo: { resultStatus: ['TXN_SUCCESS'] },
          STATUS: ['TXN_SUCCESS'],
        }),
      },
    }
  }

const PHONEPE = {
  clientId: 'SU2611210912345678',
  clientSecret: '5f2c8e1a-70c4-4b0e-9d3c-6a1f0e7b2d94',
  clientVersion: '1',
  webhook: { username: 'sharma_tea', password: 'chai4pani' },
}

const phonePeRig = async (clock: Clock): Promise<ConnectorRig> => {
  const fake = await startFakePhonePe(PHONEPE, () => clock.now())
  const onAttempt =
    (change: Bend): Bend =>
    (order) => ({ ...order, paymentDetails: (order.paymentDetails as Fields[]).map(change) })
  return {
    fake,
    connect: (network, credentials) =>
      bind(
        phonePeV2(network, { gateway: fake.url, auth: fake.url }, clock),
        credentials === 'wrong' ? { ...PHONEPE, clientSecret: 'not-the-secret' } : PHONEPE,
      ),
    secrets: [PHONEPE.clientSecret, PHONEPE.webhook.password, 'eyJ'],
    successWord: 'COMPLETED',
    fields: [
      'orderId',
      'merchantOrderId',
      'state',
      'amount',
      'metaInfo',
      'paymentDetails',
      'code',
      'message',
    ],
    pay: (reference, amount, utr) =>
      fake.tell(reference, { state: 'COMPLETED', amount: Number(amount), utr }),
    leaveOpen: (reference) => fake.tell(reference, { state: 'PENDING', amount: 49900, utr: '1' }),
    maker: {
      badLinks: {
        'no link': (made) => ({ ...made, qrData: '', intentUrl: null }),
        'a picture': (made) => ({ ...made, qrData: 'iVBORw0KGgo=', intentUrl: 'ppesim://pay' }),
        'a link for another amount': (made) => ({
          ...made,
          qrData: String(made.qrData).replaceAll('am=', 'am=1'),
          intentUrl: undefined,
        }),
        'no order': without('orderId'),
      },
      notice: (reference) => fake.notificationOf(reference),
      forgeries: {
        'without a signature': ({ body }) => ({ headers: {}, body }),
        'with the words themselves': ({ body }) => ({
          headers: { authorization: 'Basic c2hhcm1hX3RlYTpjaGFpNHBhbmk=' },
          body,
        }),
        'with the hash of other words': ({ body }) => ({
          headers: { authorization: createHash('sha256').update(':').digest('hex') },
          body,
        }),
      },
      otherwise: [
        (reference) => {
          const { headers, body } = fake.notificationOf(reference)
          return { headers, body: body.replace('pg.order.completed', 'pg.refund.completed') }
        },
        (reference) => ({ headers: fake.notificationOf(reference).headers, body: '{"event":' }),
        (reference) => ({ headers: fake.notificationOf(reference).headers, body: 'null' }),
      ],
    },
    impostors: {
      'another order': (order) => ({ ...order, merchantOrderId: 'ANOTHER' }),
      'the mark of another order': (order) => ({ ...order, metaInfo: { udf1: 'ANOTHER' } }),
      'no attempt': (order) => ({ ...order, paymentDetails: [] }),
      'an attempt under way': onAttempt((attempt) => ({ ...attempt, state: 'PENDING' })),
      'no amount': onAttempt(without('amount')),
      'an amount of nothing': onAttempt((attempt) => ({ ...attempt, amount: 0 })),
      'half a paisa': onAttempt((attempt) => ({ ...attempt, amount: 49900.5 })),
      'a text for an amount': onAttempt((attempt) => ({ ...attempt, amount: '49900' })),
      'an amount beyond all numbers': onAttempt((attempt) => ({ ...attempt, amount: 1e300 })),
      'no transaction': onAttempt(without('transactionId')),
      'an unknown word': (order) => ({ ...order, state: 'PAYMENT_SUCCESS' }),
      'a list for a word': (order) => ({ ...order, state: ['COMPLETED'] }),
    },
  }
}

const CASHFREE = { clientId: 'CF1048572ABCDEF', clientSecret: 'cfsk_ma_prod_0f9e8d7c6b5a4f3e2d1c' }

const cashfreeRig = async (clock: Clock): Promise<ConnectorRig> => {
  const fake = await startFakeCashfree(CASHFREE, () => clock.now())
  return {
    fake,
    connect: (network, credentials) =>
      bind(
        cashfree(network, fake.url, clock),
        credentials === 'wrong' ? { ...CASHFREE, clientSecret: 'not-the-secret-at-all' } : CASHFREE,
      ),
    secrets: [CASHFREE.clientSecret],
    successWord: 'SUCCESS',
    fields: [
      'cf_payment_id',
      'order_id',
      'payment_status',
      'payment_amount',
      'payment_currency',
      'bank_reference',
    ],
    pay: (reference, amount, utr) =>
      fake.tell(reference, { status: 'SUCCESS', amount: toRupeeNumber(amount), utr }),
    leaveOpen(reference) {
      fake.open(reference)
      fake.tell(reference, { status: 'PENDING', amount: 499, utr: '1' })
    },
    maker: {
      badLinks: {
        'no link': (links) => ({ ...links, default: '' }),
        'a web page': (links) => ({ ...links, default: 'https://payments.cashfree.com/x' }),
        'a link for another amount': (links) => ({
          ...links,
          default: String(links.default).replace('am=', 'am=1'),
        }),
        'no payload': () => ({}),
      },
      notice: (reference) => fake.notificationOf(reference),
      forgeries: {
        'without a signature': ({ body }) => ({ headers: {}, body }),
        'with another amount': ({ headers, body }) => ({
          headers,
          body: body.replace('"payment_amount":', '"payment_amount":1'),
        }),
        'with a space more': ({ headers, body }) => ({ headers, body: `${body} ` }),
        'at another time': ({ headers, body }) => ({
          headers: { ...headers, 'x-webhook-timestamp': `${Number(headers['x-webhook-timestamp']) + 1}` },
          body,
        }),
        'signed without a secret': ({ headers, body }) => ({
          headers: {
            ...headers,
            'x-webhook-signature': createHmac('sha256', '')
              .update(`${headers['x-webhook-timestamp']}${body}`)
              .digest('base64'),
          },
          body,
        }),
      },
      otherwise: [
        () => fake.signed('{"data":{"test_object":{"test_key":"test_value"}},"type":"WEBHOOK"}'),
        () => fake.signed('{"data":'),
        () => fake.signed('[]'),
      ],
    },
    impostors: {
      'another order': (payment) => ({ ...payment, order_id: 'ANOTHER' }),
      'no order': without('order_id'),
      'no amount': without('payment_amount'),
      'a tenth of a paisa': (payment) => ({ ...payment, payment_amount: 499.001 }),
      'a blurred amount': (payment) => ({ ...payment, payment_amount: 0.1 + 0.2 }),
      'a text for an amount': (payment) => ({ ...payment, payment_amount: '499.00' }),
      dollars: (payment) => ({ ...payment, payment_currency: 'USD' }),
      'no transaction': without('cf_payment_id'),
      'an unknown word': (payment) => ({ ...payment, payment_status: 'success' }),
      'a list for a word': (payment) => ({ ...payment, payment_status: ['SUCCESS'] }),
    },
  }
}

export const CONNECTOR_RIGS: Readonly<
  Record<string, { readonly makesQrs: boolean; start(clock: Clock): Promise<ConnectorRig> }>
> = {
  'Paytm order status v3': { makesQrs: false, start: paytmRig(paytmV3) },
  'Paytm order status without a key': { makesQrs: false, start: paytmRig(paytmKeyless) },
  'PhonePe Payment Gateway v2': { makesQrs: true, start: phonePeRig },
  Cashfree: { makesQrs: true, start: cashfreeRig },
}
