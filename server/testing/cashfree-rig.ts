import { createHmac } from 'node:crypto'
import { toRupeeNumber } from '@galla/upi/rupees'
import type { Clock } from '../src/platform/clock.ts'
import { cashfree } from '../src/providers/cashfree.ts'
import { bind, type ConnectorRig, without } from './connector-rig.ts'
import { CASHFREE_MERCHANT, startFakeCashfree } from './fake-cashfree.ts'

export const cashfreeRig = async (clock: Clock): Promise<ConnectorRig> => {
  const fake = await startFakeCashfree(CASHFREE_MERCHANT, () => clock.now())
  return {
    fake,
    connect: (network, credentials) =>
      bind(
        cashfree(network, fake.url, clock),
        credentials === 'wrong'
          ? { ...CASHFREE_MERCHANT, clientSecret: 'not-the-secret-at-all' }
          : CASHFREE_MERCHANT,
      ),
    secrets: [CASHFREE_MERCHANT.clientSecret],
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
      fake.setPayment(reference, { status: 'SUCCESS', amount: toRupeeNumber(amount), utr }),
    leaveOpen(reference) {
      fake.open(reference)
      fake.setPayment(reference, { status: 'PENDING', amount: 499, utr: '1' })
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
      notification: (reference) => fake.notificationOf(reference),
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
