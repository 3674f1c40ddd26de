import { formatRupees } from '@galla/upi/rupees'
import type { Clock } from '../src/platform/clock.ts'
import type { paytmKeyless, paytmV3 } from '../src/providers/paytm.ts'
import { bind, type ConnectorRig, without } from './connector-rig.ts'
import { PAYTM_MERCHANT, startFakePaytm } from './fake-paytm.ts'

export const paytmRig =
  (make: typeof paytmV3 | typeof paytmKeyless) =>
  async (clock: Clock): Promise<ConnectorRig> => {
    const fake = await startFakePaytm(PAYTM_MERCHANT, () => clock.now())
    return {
      fake,
      connect: (network, credentials) =>
        bind(
          make(network, fake.url),
          credentials === 'wrong' ? { ...PAYTM_MERCHANT, merchantId: 'WRONG' } : PAYTM_MERCHANT,
        ),
      secrets: [PAYTM_MERCHANT.merchantKey],
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
        fake.setPayment(reference, { status: 'TXN_SUCCESS', amount: formatRupees(amount), utr }),
      leaveOpen: (reference) => fake.setPayment(reference, { status: 'PENDING', amount: '499.00', utr: '1' }),
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
