import { createCipheriv, createDecipheriv } from 'node:crypto'
import { parseRupees } from '@galla/upi/rupees'
import { z } from 'zod'
import { equalInConstantTime, sha256 } from '../platform/crypto/crypto.ts'
import { callProvider, type ProviderNetwork, toUnknown } from './call-provider.ts'
import {
  bankReference,
  type ConnectionTestResult,
  type Connector,
  indianTime,
  invalidResponse,
  pending,
  type StatusQuery,
  type StatusResult,
  toMessage,
} from './connector.ts'
import { findPaytmRefund, startPaytmRefund } from './paytm-refund.ts'

/** Paytm's own constant; their scheme is a keyed checksum, not encryption. */
const INITIAL_VECTOR = '@@@@&&&&####$$$$'
const ALGORITHM = 'aes-128-cbc'
const SALT_CHARACTERS = 4
const DIGEST_CHARACTERS = 64

const digestOf = (text: string, salt: string): string => sha256(`${text}|${salt}`).toString('hex') + salt

/** Any four characters; three random bytes make four of base64url. */
const paytmSalt = (bytes: (count: number) => Uint8Array): string =>
  Buffer.from(bytes(3)).toString('base64url')

/** The `signature` of a request or reply of Paytm's v3 APIs, over the exact text of its `body`. The key has 16 bytes. */
export const signPaytm = (key: string, text: string, salt: string): string => {
  const cipher = createCipheriv(ALGORITHM, Buffer.from(key, 'latin1'), INITIAL_VECTOR)
  return Buffer.concat([cipher.update(digestOf(text, salt), 'utf8'), cipher.final()]).toString('base64')
}

/** False for anything but a signature of this text with this key. */
export const isSignedByPaytm = (key: string, text: string, signature: string): boolean => {
  const decoded = decrypted(key, signature)
  if (decoded?.length !== DIGEST_CHARACTERS + SALT_CHARACTERS) return false
  return equalInConstantTime(decoded, digestOf(text, decoded.slice(-SALT_CHARACTERS)))
}

const decrypted = (key: string, signature: string): string | undefined => {
  try {
    const decipher = createDecipheriv(ALGORITHM, Buffer.from(key, 'latin1'), INITIAL_VECTOR)
    return Buffer.concat([decipher.update(signature, 'base64'), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

export interface PaytmCredentials {
  readonly merchantId: string
  readonly merchantKey: string
}

/** The common fields of both APIs' responses. */
interface Status {
  readonly state: string
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
const envelope = z.object({
  head: z.object({ signature: z.string().max(512).optional() }).optional(),
  body: z.unknown(),
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

type StatusReply = { readonly status: Status } | { readonly answer: StatusResult }

/**
 * A success counts only for our merchant ID and the requested reference. A failure counts only with a transaction: before any payment
 * Paytm answers with the same status, because it does not know the QR.
 */
const toStatusResult = (
  status: Status,
  merchantId: string,
  query: StatusQuery,
  may: { refuse: boolean },
): StatusResult => {
  const message = toMessage(`${status.state}: ${status.message}`)
  const isOurs = status.merchantId === merchantId && status.reference === query.reference
  if (status.state === 'TXN_SUCCESS') {
    if (!isOurs) return invalidResponse('Paytm answered about another order')
    const amount = parseRupees(status.amount ?? '')
    const providerId = status.transaction ?? ''
    if (amount === undefined || providerId === '')
      return invalidResponse('Paytm reported a success without its amount or its transaction')
    const payment = {
      amount,
      utr: bankReference(status.bankTransaction),
      providerId,
      receivedAt: indianTime(status.at),
      payerUpiId: null,
    }
    return { kind: 'paid', payment, message }
  }
  if (status.state === 'TXN_FAILURE') {
    if (may.refuse && isOurs && (status.transaction ?? '') !== '') return { kind: 'refused', message }
    return pending(message)
  }
  if (status.state === 'PENDING' || status.state === 'NO_RECORD_FOUND') return pending(message)
  return invalidResponse(`Paytm answered with an undocumented status: ${status.state}`)
}

/** Paytm has no test call: a working connection answers that the order is unknown. */
const toTestResult = (reply: StatusReply): ConnectionTestResult => {
  if ('answer' in reply) return { works: false, detail: reply.answer.message }
  const { state, message } = reply.status
  const isRefused = /checksum|signature|\bmid\b|merchant/i.test(message)
  const isKnown = ['TXN_SUCCESS', 'TXN_FAILURE', 'PENDING', 'NO_RECORD_FOUND'].includes(state)
  if (isKnown && !isRefused) return { works: true, detail: 'Paytm answers for this merchant ID' }
  return { works: false, detail: toMessage(`Paytm answered: ${message || state}`) }
}

const UNDOCUMENTED = 'Paytm answered in a form that it does not document'
const V3_PATH = '/v3/order/status'
const KEYLESS_PATH = '/order/status'

/** Calls an API that is signed both ways. A body is read as it was signed; a wrong signature is an invalid response. */
export type PaytmCall = (
  credentials: PaytmCredentials,
  path: string,
  fields: Readonly<Record<string, string>>,
) => Promise<
  | { readonly body: unknown; readonly isSigned: boolean }
  | { readonly answer: StatusResult & { kind: 'unknown' } }
>

/** Paytm order status v3: signed with the merchant key. */
export const paytmV3 = (network: ProviderNetwork, base: string): Connector<PaytmCredentials> => {
  const call: PaytmCall = async ({ merchantId, merchantKey }, path, fields) => {
    const body = JSON.stringify({ mid: merchantId, ...fields })
    const reply = await callProvider(network, {
      url: new URL(path, base).href,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"head":{"signature":${JSON.stringify(signPaytm(merchantKey, body, paytmSalt(network.bytes)))}},"body":${body}}`,
    })
    if (reply.kind === 'failed') return { answer: toUnknown(reply) }
    const parsed = envelope.safeParse(reply.json)
    if (!parsed.success) return { answer: invalidResponse(UNDOCUMENTED) }
    const signature = parsed.data.head?.signature
    if (signature === undefined) return { body: parsed.data.body, isSigned: false }
    // A response with two bodies is read from the signed one.
    const signed = bodyText(reply.text)
    if (!isSignedByPaytm(merchantKey, signed, signature))
      return { answer: invalidResponse("Paytm's answer is not signed with the merchant key") }
    return { body: JSON.parse(signed), isSigned: true }
  }
  const requestStatus = async (credentials: PaytmCredentials, reference: string): Promise<StatusReply> => {
    const reply = await call(credentials, V3_PATH, { orderId: reference })
    if ('answer' in reply) return reply
    const received = v3Body.safeParse(reply.body).data
    if (received === undefined) return { answer: invalidResponse(UNDOCUMENTED) }
    if (received.resultInfo.resultStatus === 'TXN_SUCCESS' && !reply.isSigned)
      return { answer: invalidResponse('Paytm reported a success without a signature') }
    return {
      status: {
        state: received.resultInfo.resultStatus,
        message: received.resultInfo.resultMsg ?? '',
        merchantId: received.mid,
        reference: received.orderId,
        amount: received.txnAmount,
        transaction: received.txnId,
        bankTransaction: received.bankTxnId,
        at: received.txnDate,
      },
    }
  }
  return {
    check: async (credentials, query) => {
      const reply = await requestStatus(credentials, query.reference)
      if ('answer' in reply) return reply.answer
      return toStatusResult(reply.status, credentials.merchantId, query, { refuse: true })
    },
    test: async (credentials, unusedReference) =>
      toTestResult(await requestStatus(credentials, unusedReference)),
    startRefund: (credentials, request) => startPaytmRefund(call, credentials, request),
    findRefund: (credentials, request) => findPaytmRefund(call, credentials, request),
  }
}

/** The signature covers the text of `body` as it was sent, so it is cut out of the response. */
const bodyText = (reply: string): string => {
  const start = reply.indexOf('{', reply.search(/"body"\s*:/))
  let depth = 0
  let quoted = false
  for (let at = start; at >= 0 && at < reply.length; at += 1) {
    const character = reply[at]
    if (quoted) {
      if (character === '\\') at += 1
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return reply.slice(start, at + 1)
    }
  }
  return ''
}

/**
 * The same status call without a key, for QRs of Paytm for Business. Unofficial: it may stop working, and it often calls an unpaid
 * order a failure, so it never fails an order.
 */
export const paytmKeyless = (
  network: ProviderNetwork,
  base: string,
): Connector<Pick<PaytmCredentials, 'merchantId'>> => {
  const requestStatus = async (merchantId: string, reference: string): Promise<StatusReply> => {
    const url = new URL(KEYLESS_PATH, base)
    url.search = `JsonData=${encodeURIComponent(JSON.stringify({ MID: merchantId, ORDERID: reference }))}`
    const reply = await callProvider(network, { url: url.href, method: 'GET' })
    if (reply.kind === 'failed') return { answer: toUnknown(reply) }
    const parsed = keylessReply.safeParse(reply.json)
    if (!parsed.success) return { answer: invalidResponse('Paytm answered in an unknown form') }
    const { STATUS, RESPMSG, MID, ORDERID, TXNAMOUNT, TXNID, BANKTXNID, TXNDATE } = parsed.data
    return {
      status: {
        state: STATUS,
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
    check: async ({ merchantId }, query) => {
      const reply = await requestStatus(merchantId, query.reference)
      if ('answer' in reply) return reply.answer
      return toStatusResult(reply.status, merchantId, query, { refuse: false })
    },
    test: async ({ merchantId }, unusedReference) =>
      toTestResult(await requestStatus(merchantId, unusedReference)),
  }
}
