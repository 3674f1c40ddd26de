import type { Clock } from '../src/platform/clock.ts'
import { razorpayQrCodes, signRazorpay } from '../src/providers/razorpay.ts'
import { bind, type ConnectorRig, without } from './connector-rig.ts'
import { RAZORPAY_MERCHANT, startFakeRazorpay } from './fake-razorpay.ts'

const NEVER_MADE = 'qr_NOBODYMADETHIS'

const signed = (body: string) => ({
  headers: {
    'x-razorpay-event-id': 'evt_1',
    'x-razorpay-signature': signRazorpay(RAZORPAY_MERCHANT.webhookSecret, body),
  },
  body,
})

export const razorpayRig = async (clock: Clock): Promise<ConnectorRig> => {
  const fake = await startFakeRazorpay(RAZORPAY_MERCHANT, () => clock.now())
  const reopen = (reference: string, amount: number): void => {
    if (fake.qrOf(reference) === undefined) fake.make(reference, amount)
    fake.reopen(reference)
  }
  return {
    fake,
    connect(network, credentials) {
      const bound = bind(
        razorpayQrCodes(network, fake.url),
        credentials === 'wrong' ? { ...RAZORPAY_MERCHANT, keySecret: 'not-the-secret' } : RAZORPAY_MERCHANT,
      )
      // A QR is queried by its own id, which its creator knows.
      const named = (reference: string): string => fake.qrOf(reference)?.id ?? NEVER_MADE
      return {
        ...bound,
        check: (question) =>
          bound.check({ ...question, providerId: question.providerId ?? named(question.reference) }),
      }
    },
    secrets: [
      RAZORPAY_MERCHANT.keySecret,
      RAZORPAY_MERCHANT.webhookSecret,
      Buffer.from(`${RAZORPAY_MERCHANT.keyId}:${RAZORPAY_MERCHANT.keySecret}`).toString('base64'),
    ],
    successWord: 'captured',
    fields: ['id', 'entity', 'amount', 'currency', 'status', 'vpa', 'acquirer_data', 'created_at'],
    pay(reference, amount, utr) {
      reopen(reference, Number(amount))
      fake.pay(reference, { amount: Number(amount), utr })
    },
    leaveOpen(reference) {
      reopen(reference, 49900)
      fake.pay(reference, { status: 'created', utr: '632512340000' })
    },
    maker: {
      mayBeMadeTwice: true,
      badLinks: {
        'no link': without('image_content'),
        'a picture': (qr) => ({ ...qr, image_content: 'iVBORw0KGgo=' }),
        'a link for another amount': (qr) => ({
          ...qr,
          image_content: String(qr.image_content).replace('am=499', 'am=4990'),
        }),
        'a link that is cut off': (qr) => ({ ...qr, image_content: String(qr.image_content).slice(0, 30) }),
        'the mark of another order': (qr) => ({ ...qr, notes: { reference: 'ANOTHER' } }),
        'no name of its own': without('id'),
        'an end before its beginning': (qr) => ({ ...qr, status: 'closed' }),
      },
      notification: (reference) =>
        fake.notification('qr_code.credited', reference, { eventId: `evt_${reference}` }),
      forgeries: {
        'without a signature': ({ body }) => ({ headers: {}, body }),
        'with another secret': (notification) => ({
          ...notification,
          headers: { 'x-razorpay-signature': signRazorpay('not-the-secret', notification.body) },
        }),
        'with the key secret': (notification) => ({
          ...notification,
          headers: { 'x-razorpay-signature': signRazorpay(RAZORPAY_MERCHANT.keySecret, notification.body) },
        }),
        'with another amount': (notification) => ({
          ...notification,
          body: notification.body.replaceAll('49900', '49901'),
        }),
        'with the signature in capitals': ({ headers, body }) => ({
          headers: { 'x-razorpay-signature': String(headers['x-razorpay-signature']).toUpperCase() },
          body,
        }),
      },
      otherwise: [
        (reference) => fake.notification('payment.captured', reference),
        () => signed('{"event":'),
        () => signed('null'),
        () => signed('{"event":"qr_code.credited","payload":{"qr_code":{"entity":{"id":"qr_1"}}}}'),
      ],
    },
    impostors: {
      'another thing': (payment) => ({ ...payment, entity: 'refund' }),
      'no amount': without('amount'),
      'an amount of nothing': (payment) => ({ ...payment, amount: 0 }),
      'half a paisa': (payment) => ({ ...payment, amount: 49900.5 }),
      'a text for an amount': (payment) => ({ ...payment, amount: '49900' }),
      'an amount beyond all numbers': (payment) => ({ ...payment, amount: 1e300 }),
      dollars: (payment) => ({ ...payment, currency: 'USD' }),
      'no transaction': without('id'),
      'no time': without('created_at'),
      'an unknown word': (payment) => ({ ...payment, status: 'success' }),
      'a list for a word': (payment) => ({ ...payment, status: ['captured'] }),
    },
  }
}
