import { istText } from '@galla/contract/ist'
import { isSignedByPaytm, signPaytm } from '../src/providers/paytm.ts'
import { type FakeProvider, type FakeReply, type FakeRequest, startFakeProvider } from './fake-provider.ts'

/** What a merchant enters who has an account there. */
export const PAYTM_MERCHANT = { merchantId: 'SHARMA38472910', merchantKey: 'kbzk1DSbJiV_O3p5' }

/** What connects it. */
export const PAYTM_ACCOUNT = {
  merchantProvider: 'paytm',
  merchantName: 'Sharma Tea',
  merchantId: PAYTM_MERCHANT.merchantId,
  merchantUpiId: 'sharmatea@paytm',
  verification: { source: 'paytm-v3', credentials: { merchantKey: PAYTM_MERCHANT.merchantKey } },
}

export interface FakePaytmPayment {
  readonly status: 'TXN_SUCCESS' | 'TXN_FAILURE' | 'PENDING'
  /** Rupees with two decimals. */
  readonly amount: string
  readonly utr: string
}

type Fields = Record<string, unknown>

export interface FakePaytm extends FakeProvider {
  /** Sets the payment that is reported for the reference from now on. */
  setPayment(reference: string, payment: FakePaytmPayment): void
  /** Changes each answer before it is signed: to another order, another amount, or undocumented values. */
  bend(change: ((body: Fields) => Fields) | undefined): void
  /** Changes the signature of each answer. */
  forge(change: ((signature: string) => string | undefined) | undefined): void
  /** By our names. */
  readonly refunds: Map<string, Fields>
  /** How often each reference was asked about. */
  queriesFor(reference: string): number
}

const paytmTime = (at: Date): string => `${istText(at)}.0`

/**
 * Starts Paytm's order status, v3 (signed both ways) and keyless, as its documentation and real answers show it: an unpaid order is a
 * failure with "Invalid Order Id" and no transaction.
 */
export const startFakePaytm = async (
  merchant: { merchantId: string; merchantKey: string },
  now: () => Date,
): Promise<FakePaytm> => {
  const payments = new Map<string, FakePaytmPayment>()
  const queries: string[] = []
  let bent: ((body: Fields) => Fields) | undefined
  let forged: ((signature: string) => string | undefined) | undefined

  const statusOf = (mid: string, reference: string): Fields => {
    const known = payments.get(reference)
    if (mid !== merchant.merchantId)
      return { status: 'TXN_FAILURE', code: '335', message: 'Mid is invalid', mid }
    if (known === undefined)
      return { status: 'TXN_FAILURE', code: '334', message: 'Invalid Order Id.', mid, orderId: reference }
    const results = {
      TXN_SUCCESS: ['01', 'Txn Success'],
      TXN_FAILURE: ['227', 'Your payment has been declined by your bank'],
      PENDING: ['402', 'Looks like the payment is not complete'],
    } as const
    const [code, message] = results[known.status]
    return {
      status: known.status,
      code,
      message,
      mid,
      orderId: reference,
      txnId: `2026112111121280011016837705${reference.slice(-7)}`,
      bankTxnId: known.utr,
      txnAmount: known.amount,
      txnDate: paytmTime(now()),
    }
  }

  const answer = (plain: Fields): FakeReply => {
    const body = bent ? bent(plain) : plain
    const honest = signPaytm(merchant.merchantKey, JSON.stringify(body), 'S4lt')
    const signature = forged ? forged(honest) : honest
    const head = { responseTimestamp: String(now().getTime()), version: 'v1', clientId: 'C11' }
    return { status: 200, json: { head: signature === undefined ? head : { ...head, signature }, body } }
  }

  const refunds = new Map<string, Fields>()
  const failure = (resultCode: string, resultMsg: string): FakeReply =>
    answer({ resultInfo: { resultStatus: 'TXN_FAILURE', resultCode, resultMsg } })
  const applyRefund = (sent: Fields): FakeReply => {
    const { orderId, txnId, refId, refundAmount, txnType } = sent
    const paid = statusOf(String(sent.mid), String(orderId))
    if (txnType !== 'REFUND' || paid.status !== 'TXN_SUCCESS' || paid.txnId !== txnId)
      return failure('600', 'Invalid refund request')
    if (refunds.has(String(refId))) return failure('617', 'Refund Already Raised')
    const before = [...refunds.values()].filter((each) => each.orderId === orderId)
    const total = before.reduce((sum, each) => sum + Number(each.refundAmount), Number(refundAmount))
    if (total > Number(paid.txnAmount)) return failure('619', 'Invalid refund amount: it is greater')
    const resultInfo = {
      resultStatus: 'PENDING',
      resultCode: '601',
      resultMsg: 'Refund request was raised for this transaction. But it is pending state',
    }
    const made = {
      mid: sent.mid,
      orderId,
      txnId,
      refId,
      refundId: `PTR${refunds.size + 1}`,
      refundAmount,
      resultInfo,
    }
    refunds.set(String(refId), made)
    return answer(made)
  }
  const findRefund = ({ refId }: Fields): FakeReply => {
    const found = refunds.get(String(refId))
    return found === undefined ? failure('631', 'Record not found') : answer(found)
  }
  const refund = (request: FakeRequest, of: (sent: Fields) => FakeReply): FakeReply => {
    const sent = JSON.parse(request.body) as { head: { signature: string }; body: Fields }
    return isSignedByPaytm(merchant.merchantKey, JSON.stringify(sent.body), sent.head.signature)
      ? of(sent.body)
      : failure('330', 'Checksum provided is invalid')
  }

  const v3 = (request: FakeRequest): FakeReply => {
    const sent = JSON.parse(request.body) as { head: { signature: string }; body: Fields }
    const { mid, orderId } = sent.body
    queries.push(String(orderId))
    const signed = isSignedByPaytm(merchant.merchantKey, JSON.stringify(sent.body), sent.head.signature)
    const {
      status,
      code,
      message,
      mid: reported,
      ...rest
    } = signed
      ? statusOf(String(mid), String(orderId))
      : { status: 'TXN_FAILURE', code: '330', message: 'Checksum provided is invalid', mid }
    const resultInfo = { resultStatus: status, resultCode: code, resultMsg: message }
    const known = rest.txnId !== undefined
    const plain: Fields = {
      resultInfo,
      ...(known
        ? {
            txnType: 'SALE',
            gatewayName: 'PPBL',
            bankName: 'HDFC',
            paymentMode: 'UPI',
            refundAmt: '0.00',
            authRefId: '50112883',
          }
        : {}),
      mid: reported,
      ...rest,
    }
    return answer(plain)
  }

  const keyless = (request: FakeRequest): FakeReply => {
    const { MID, ORDERID } = JSON.parse(request.url.searchParams.get('JsonData') ?? '{}') as Fields
    queries.push(String(ORDERID))
    const reported = statusOf(String(MID), String(ORDERID))
    const plain: Fields = {
      TXNID: reported.txnId ?? '',
      BANKTXNID: reported.bankTxnId ?? '',
      ORDERID: reported.orderId ?? '',
      TXNAMOUNT: reported.txnAmount ?? '',
      STATUS: reported.status,
      TXNTYPE: reported.txnId === undefined ? '' : 'SALE',
      GATEWAYNAME: reported.txnId === undefined ? '' : 'PPBL',
      RESPCODE: reported.code,
      RESPMSG: reported.message,
      BANKNAME: '',
      MID: reported.mid ?? '',
      PAYMENTMODE: reported.txnId === undefined ? '' : 'UPI',
      REFUNDAMT: reported.txnId === undefined ? '' : '0.00',
      TXNDATE: reported.txnDate ?? '',
    }
    return { status: 200, json: bent ? bent(plain) : plain }
  }

  const provider = await startFakeProvider((request) => {
    if (request.method === 'POST' && request.url.pathname === '/v3/order/status') return v3(request)
    if (request.method === 'POST' && request.url.pathname === '/refund/apply')
      return refund(request, applyRefund)
    if (request.method === 'POST' && request.url.pathname === '/v2/refund/status')
      return refund(request, findRefund)
    if (request.url.pathname === '/order/status') return keyless(request)
    return { status: 404, json: { error: 'Not Found' } }
  })
  return {
    ...provider,
    refunds,
    setPayment: (reference, payment) => void payments.set(reference, payment),
    bend: (change) => {
      bent = change
    },
    forge: (change) => {
      forged = change
    },
    queriesFor: (reference) => queries.filter((query) => query === reference).length,
  }
}
