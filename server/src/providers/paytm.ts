import { parseRupees } from '@galla/upi/rupees'
import { z } from 'zod'
import { callProvider, type ProviderNetwork, unanswered } from './call-provider.ts'
import {
  type Answer,
  asSaid,
  bankReference,
  type Connector,
  indianTime,
  nonsense,
  type Question,
  type Tested,
  waiting,
} from './connector.ts'
import { isSignedByPaytm, paytmSalt, signPaytm } from './paytm-checksum.ts'

export interface PaytmCredentials {
  readonly merchantId: string
  readonly merchantKey: string
}

/** What both kinds of answer say, under their own names. */
interface Status {
  readonly word: string
  readonly message: string
  readonly merchantId: string | undefined
  readonly reference: string | undefined
  readonly amount: string | undefined
  readonly transaction: string | undefined
  readonly bankTransaction: string | undefined
  readonly at: string | undefined
}

const text = z.string().max(512).optional()

/** https://www.paytmpayments.com/docs/api/v3/transaction-status-api */
const v3Body = z.object({
  resultInfo: z.object({ resultStatus: z.string().max(64), resultMsg: text }),
  mid: text,
  orderId: text,
  txnAmount: text,
  txnId: text,
  bankTxnId: text,
  txnDate: text,
})
const v3Reply = z.object({
  head: z.object({ signature: z.string().max(512).optional() }).optional(),
  body: v3Body,
})

const keylessReply = z.object({
  STATUS: z.string().max(64),
  RESPMSG: text,
  MID: text,
  ORDERID: text,
  TXNAMOUNT: text,
  TXNID: text,
  BANKTXNID: text,
  TXNDATE: text,
})

type Asked = { readonly status: Status } | { readonly answer: Answer }

/**
 * Success is believed of our own merchant ID and the very reference that was asked about. A failure is one only where Paytm names
 * a transaction that failed: before anybody paid it answers the same word, because the QR was made without it.
 */
const answerFrom = (
  status: Status,
  merchantId: string,
  question: Question,
  may: { refuse: boolean },
): Answer => {
  const said = asSaid(`${status.word}: ${status.message}`)
  const isOurs = status.merchantId === merchantId && status.reference === question.reference
  if (status.word === 'TXN_SUCCESS') {
    if (!isOurs) return nonsense('Paytm answered about another order')
    const amount = parseRupees(status.amount ?? '')
    const providerId = status.transaction ?? ''
    if (amount === undefined || providerId === '')
      return nonsense('Paytm told a success without its amount or its transaction')
    const payment = {
      amount,
      utr: bankReference(status.bankTransaction),
      providerId,
      receivedAt: indianTime(status.at),
      payerUpiId: null,
    }
    return { kind: 'paid', payment, said }
  }
  if (status.word === 'TXN_FAILURE') {
    if (may.refuse && isOurs && (status.transaction ?? '') !== '') return { kind: 'refused', said }
    return waiting(said)
  }
  if (status.word === 'PENDING' || status.word === 'NO_RECORD_FOUND') return waiting(said)
  return nonsense(`Paytm answered with a word that it does not document: ${status.word}`)
}

/** Paytm has no call of its own for this: an unknown order is the answer of a connection that works. */
const testedBy = (asked: Asked): Tested => {
  if ('answer' in asked) return { works: false, detail: asked.answer.said }
  const { word, message } = asked.status
  const isRefused = /checksum|signature|\bmid\b|merchant/i.test(message)
  const isKnown = ['TXN_SUCCESS', 'TXN_FAILURE', 'PENDING', 'NO_RECORD_FOUND'].includes(word)
  if (isKnown && !isRefused) return { works: true, detail: 'Paytm answers for this merchant ID' }
  return { works: false, detail: asSaid(`Paytm answered: ${message || word}`) }
}

const V3_PATH = '/v3/order/status'
const KEYLESS_PATH = '/order/status'

/** Paytm order status v3: signed with the merchant key. */
export const paytmV3 = (network: ProviderNetwork, base: string): Connector<PaytmCredentials> => {
  const ask = async ({ merchantId, merchantKey }: PaytmCredentials, reference: string): Promise<Asked> => {
    const body = JSON.stringify({ mid: merchantId, orderId: reference })
    const reply = await callProvider(network, {
      url: new URL(V3_PATH, base).href,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"head":{"signature":${JSON.stringify(signPaytm(merchantKey, body, paytmSalt(network.bytes)))}},"body":${body}}`,
    })
    if (reply.kind === 'trouble') return { answer: unanswered(reply) }
    const parsed = v3Reply.safeParse(reply.json)
    if (!parsed.success) return { answer: nonsense('Paytm answered in a form that it does not document') }
    const { head } = parsed.data
    const signature = head?.signature
    const signed = bodyText(reply.text)
    if (signature !== undefined && !isSignedByPaytm(merchantKey, signed, signature))
      return { answer: nonsense("Paytm's answer is not signed with the merchant key") }
    // An answer with two bodies is read from the one that was signed.
    const told = signature === undefined ? parsed.data.body : v3Body.safeParse(JSON.parse(signed)).data
    if (told === undefined) return { answer: nonsense('Paytm signed a form that it does not document') }
    if (told.resultInfo.resultStatus === 'TXN_SUCCESS' && signature === undefined)
      return { answer: nonsense('Paytm told a success without signing it') }
    return {
      status: {
        word: told.resultInfo.resultStatus,
        message: told.resultInfo.resultMsg ?? '',
        merchantId: told.mid,
        reference: told.orderId,
        amount: told.txnAmount,
        transaction: told.txnId,
        bankTransaction: told.bankTxnId,
        at: told.txnDate,
      },
    }
  }
  return {
    check: async (credentials, question) => {
      const asked = await ask(credentials, question.reference)
      if ('answer' in asked) return asked.answer
      return answerFrom(asked.status, credentials.merchantId, question, { refuse: true })
    },
    test: async (credentials, unusedReference) => testedBy(await ask(credentials, unusedReference)),
  }
}

/** The signature is over the text of `body` as it was sent, so it has to be cut out, not written anew. */
const bodyText = (reply: string): string => {
  const start = reply.indexOf('{', reply.search(/"body"\s*:/))
  let depth = 0
  let quoted = false
  for (let at = start; at >= 0 && at < reply.length; at += 1) {
    const sign = reply[at]
    if (quoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '{') depth += 1
    else if (sign === '}') {
      depth -= 1
      if (depth === 0) return reply.slice(start, at + 1)
    }
  }
  return ''
}

/**
 * The same question without a key, as Paytm answers it for QRs of Paytm for Business. Unofficial: it may end any day, and what it
 * calls a failure is often only an order that nobody paid yet, so nothing it says fails an order.
 */
export const paytmKeyless = (
  network: ProviderNetwork,
  base: string,
): Connector<Pick<PaytmCredentials, 'merchantId'>> => {
  const ask = async (merchantId: string, reference: string): Promise<Asked> => {
    const url = new URL(KEYLESS_PATH, base)
    url.search = `JsonData=${encodeURIComponent(JSON.stringify({ MID: merchantId, ORDERID: reference }))}`
    const reply = await callProvider(network, { url: url.href, method: 'GET' })
    if (reply.kind === 'trouble') return { answer: unanswered(reply) }
    const parsed = keylessReply.safeParse(reply.json)
    if (!parsed.success) return { answer: nonsense('Paytm answered in a form that nobody knows') }
    const { STATUS, RESPMSG, MID, ORDERID, TXNAMOUNT, TXNID, BANKTXNID, TXNDATE } = parsed.data
    return {
      status: {
        word: STATUS,
        message: RESPMSG ?? '',
        merchantId: MID,
        reference: ORDERID,
        amount: TXNAMOUNT,
        transaction: TXNID,
        bankTransaction: BANKTXNID,
        at: TXNDATE,
      },
    }
  }
  return {
    check: async ({ merchantId }, question) => {
      const asked = await ask(merchantId, question.reference)
      if ('answer' in asked) return asked.answer
      return answerFrom(asked.status, merchantId, question, { refuse: false })
    },
    test: async ({ merchantId }, unusedReference) => testedBy(await ask(merchantId, unusedReference)),
  }
}
