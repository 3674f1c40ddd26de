import { createHash } from 'node:crypto'
import type { Clock } from '../src/platform/clock.ts'
import { phonePeV2 } from '../src/providers/phonepe.ts'
import { type Bend, bind, type ConnectorRig, type Fields, without } from './connector-rig.ts'
import { PHONEPE_MERCHANT, startFakePhonePe } from './fake-phonepe.ts'

export const phonePeRig = async (clock: Clock): Promise<ConnectorRig> => {
  const fake = await startFakePhonePe(PHONEPE_MERCHANT, () => clock.now())
  const onAttempt =
    (change: Bend): Bend =>
    (order) => ({ ...order, paymentDetails: (order.paymentDetails as Fields[]).map(change) })
  return {
    fake,
    connect: (network, credentials) =>
      bind(
        phonePeV2(network, { gateway: fake.url, auth: fake.url }, clock),
        credentials === 'wrong' ? { ...PHONEPE_MERCHANT, clientSecret: 'not-the-secret' } : PHONEPE_MERCHANT,
      ),
    secrets: [PHONEPE_MERCHANT.clientSecret, PHONEPE_MERCHANT.webhook.password, 'eyJ'],
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
      fake.setPayment(reference, { state: 'COMPLETED', amount: Number(amount), utr }),
    leaveOpen: (reference) => fake.setPayment(reference, { state: 'PENDING', amount: 49900, utr: '1' }),
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
      notification: (reference) => fake.notificationOf(reference),
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
