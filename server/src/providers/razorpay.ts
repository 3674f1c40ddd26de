import { createHmac } from 'node:crypto'
import { SECOND_MS } from '@galla/contract/durations'
import { type Paise, paise } from '@galla/upi/rupees'
import { parseVpa } from '@galla/upi/vpa'
import { z } from 'zod'
import { equalInConstantTime, sha256 } from '../platform/crypto/crypto.ts'
import { parseJson } from '../platform/json.ts'
import {
  callProvider,
  type ProviderNetwork,
  type ProviderReply,
  toCreateQrFailure,
  toUnknown,
} from './call-provider.ts'
import {
  bankReference,
  type CloseQrRequest,
  type CloseQrResult,
  type Connector,
  type CreateQrRequest,
  type CreateQrResult,
  INVALID_RESPONSE,
  invalidResponse,
  type ListedQuery,
  type NotificationResult,
  type ProviderNotification,
  parseProviderLink,
  pending,
  type ReportedPayment,
  type StatusList,
  type StatusResult,
  toMessage,
} from './connector.ts'
import { findRazorpayRefund, startRazorpayRefund } from './razorpay-refund.ts'

const text = z.string().max(1_024)
const unixSeconds = z.number().int().min(0).max(4_102_444_800)

/** https://razorpay.com/docs/api/payments/entity */
const razorpayPayment = z.object({
  id: z.string().regex(/^pay_[A-Za-z0-9]{4,40}$/),
  entity: z.literal('payment'),
  amount: z.number().int().positive().max(1e11),
  currency: z.literal('INR'),
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  vpa: text.nullish(),
  acquirer_data: z.object({ rrn: text.nullish() }).nullish(),
  created_at: unixSeconds,
})

/** https://razorpay.com/docs/api/qr-codes/entity */
const razorpayQr = z.object({
  id: z.string().regex(/^qr_[A-Za-z0-9]{4,40}$/),
  entity: z.literal('qr_code'),
  status: z.enum(['active', 'closed']),
  close_reason: text.nullish(),
  payments_count_received: z.number().int().min(0),
  image_content: text.nullish(),
  /** Razorpay sends empty notes as a list. */
  notes: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish(),
})

const toReportedPayment = (payment: z.output<typeof razorpayPayment>): ReportedPayment => ({
  amount: BigInt(payment.amount) as Paise,
  utr: bankReference(payment.acquirer_data?.rrn),
  providerId: payment.id,
  receivedAt: new Date(payment.created_at * SECOND_MS),
  payerUpiId: parseVpa(payment.vpa ?? '') ?? null,
})

/** Our reference of a QR, which it carries as a note. */
const referenceOf = ({ notes }: z.output<typeof razorpayQr>): string | null => {
  const reference = Array.isArray(notes) ? undefined : notes?.reference
  return typeof reference === 'string' ? reference : null
}

/** https://razorpay.com/docs/webhooks/qr-codes */
const event = z.object({
  event: z.string().max(64),
  payload: z.object({
    qr_code: z.object({ entity: razorpayQr }).optional(),
    payment: z.object({ entity: razorpayPayment }).optional(),
  }),
})

const EVENT_ID = /^[A-Za-z0-9_-]{1,64}$/

export const signRazorpay = (secret: string, body: Uint8Array | string): string =>
  createHmac('sha256', secret).update(body).digest('hex')

/**
 * Verifies a Razorpay webhook. Razorpay documents a signed `qr_code.credited` as final, so its payment counts. The event ID comes in a
 * header that the signature does not cover; a payment is still recognised by its own reference.
 */
export const verifyRazorpayNotification = (
  secret: string | null,
  { body, headers }: ProviderNotification,
): NotificationResult => {
  // With an empty secret anyone could sign.
  if (secret === null || secret === '')
    return { kind: 'forged', message: 'This account has no webhook secret' }
  if (!equalInConstantTime(headers['x-razorpay-signature'] ?? '', signRazorpay(secret, body)))
    return { kind: 'forged', message: 'The notification is not signed with the webhook secret' }
  const named = headers['x-razorpay-event-id'] ?? ''
  const eventId = EVENT_ID.test(named) ? named : `sha256_${sha256(body).toString('hex')}`
  const notified = event.safeParse(parseJson(body)).data
  const qr = notified?.payload.qr_code?.entity
  const payment = notified?.payload.payment?.entity
  if (notified === undefined || qr === undefined)
    return {
      kind: 'signed',
      eventId,
      message: toMessage(notified?.event ?? 'unreadable'),
      about: null,
      payment: null,
    }
  const counts = notified.event === 'qr_code.credited' && payment?.status === 'captured'
  return {
    kind: 'signed',
    eventId,
    message: toMessage(notified.event),
    about: { reference: referenceOf(qr), providerId: qr.id },
    payment: counts ? toReportedPayment(payment) : null,
  }
}

export interface RazorpayCredentials {
  readonly keyId: string
  readonly keySecret: string
  /** Null: notifications of this account cannot be verified and are refused. */
  readonly webhookSecret: string | null
}

/** https://razorpay.com/docs/api/qr-codes/create: `close_by` is at least 15 minutes ahead, an amount at least one rupee. */
const LIMITS = { amountMin: paise(100n), windowSecondsMin: 15 * 60 }

const QR_CODES = '/v1/payments/qr_codes'
const LISTED_MAX = 100
/** LISTED_MAX QR codes are about 100 kB. */
const RESPONSE_BYTES_MAX = 512 * 1024
/** A single-use QR has one payment, and failed attempts before it. */
const PAYMENTS_MAX = 20
/** How far their clock and ours may differ. */
const CLOCKS_APART_SECONDS = 60

const collection = <Item extends z.ZodType>(item: Item) =>
  z.object({ entity: z.literal('collection'), items: z.array(item).max(LISTED_MAX) })

const failure = z.object({ error: z.object({ description: z.string().max(1_024) }) })

const UNKNOWN_QR = /^(?=.*\bid\b).*does not exist/is
const UNDOCUMENTED = 'Razorpay answered in a form that it does not document'

/** Razorpay QR codes: each is created for one payment of one amount, and checked by its ID. */
export const razorpayQrCodes = (network: ProviderNetwork, base: string): Connector<RazorpayCredentials> => {
  const callAt: RazorpayCall = ({ keyId, keySecret }, method, path, body, more = {}) =>
    callProvider(network, {
      url: new URL(path, base).href,
      method,
      responseBytesMax: RESPONSE_BYTES_MAX,
      headers: {
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const call: Call = (credentials, method, path, body) =>
    callAt(credentials, method, `${QR_CODES}${path}`, body)
  return {
    limits: LIMITS,
    create: (credentials, request) => createQr(call, credentials, request),
    check: async (credentials, { providerId }) => {
      if (providerId === null) return pending('Razorpay qr no QR for this payment')
      const path = `/${encodeURIComponent(providerId)}/payments?count=${PAYMENTS_MAX}`
      return toStatusResult(await call(credentials, 'GET', path))
    },
    list: (credentials, queries) => listQrs(call, credentials, queries),
    close: (credentials, request) => closeQr(call, credentials, request),
    startRefund: (credentials, request) => startRazorpayRefund(callAt, credentials, request),
    findRefund: (credentials, request) => findRazorpayRefund(callAt, credentials, request),
    notification: ({ webhookSecret }, notification) =>
      verifyRazorpayNotification(webhookSecret, notification),
    test: async (credentials) => {
      const reply = await call(credentials, 'GET', '?count=1')
      if (reply.kind === 'failed') return { works: false, detail: reply.message }
      if (collection(razorpayQr).safeParse(reply.json).success)
        return { works: true, detail: 'Razorpay answers for this key, and lets it make QR codes' }
      return {
        works: false,
        detail: toMessage(`Razorpay answered: ${errorDescription(reply) ?? UNDOCUMENTED}`),
      }
    },
  }
}

/** Calls any path of the API. */
export type RazorpayCall = (
  credentials: RazorpayCredentials,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<ProviderReply>

type Call = (
  credentials: RazorpayCredentials,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
) => Promise<ProviderReply>

type Answered = ProviderReply & { kind: 'answered' }

const errorDescription = (reply: Answered): string | undefined =>
  failure.safeParse(reply.json).data?.error.description

const createQr = async (
  call: Call,
  credentials: RazorpayCredentials,
  request: CreateQrRequest,
): Promise<CreateQrResult> => {
  const reply = await call(credentials, 'POST', '', {
    type: 'upi_qr',
    name: request.reference,
    usage: 'single_use',
    fixed_amount: true,
    payment_amount: Number(request.amount),
    description: request.note,
    close_by: Math.ceil(request.closeAt.getTime() / SECOND_MS),
    notes: { reference: request.reference },
  })
  if (reply.kind === 'failed') return toCreateQrFailure(reply)
  const description = errorDescription(reply)
  if (description !== undefined)
    return {
      kind: 'refused',
      message: toMessage(`Razorpay answered: ${description}`),
      error: INVALID_RESPONSE,
    }
  const qr = razorpayQr.safeParse(reply.json).data
  if (qr === undefined || referenceOf(qr) !== request.reference || qr.status !== 'active')
    return invalidResponse(UNDOCUMENTED)
  const link = parseProviderLink(qr.image_content ?? '', request.amount)
  if (link !== undefined) return { kind: 'created', qr: { providerId: qr.id, link } }
  const message = qr.image_content
    ? 'Razorpay created a QR for another amount'
    : 'Razorpay did not send the content of its QR; ask its support to switch on "image content"'
  return invalidResponse(message)
}

/** A failed payment does not end the QR: the customer can pay it again. */
const toStatusResult = (reply: ProviderReply): StatusResult => {
  if (reply.kind === 'failed') return toUnknown(reply)
  const payments = collection(razorpayPayment).safeParse(reply.json).data?.items
  if (payments === undefined) {
    const description = errorDescription(reply)
    // The QR was created with the key of another account.
    return description !== undefined && UNKNOWN_QR.test(description)
      ? pending(description)
      : invalidResponse(description ?? UNDOCUMENTED)
  }
  const captured = payments.findLast(({ status }) => status === 'captured')
  if (captured !== undefined)
    return { kind: 'paid', payment: toReportedPayment(captured), message: 'captured' }
  const last = payments[0]
  return pending(last === undefined ? 'No payment on this QR' : `Payment ${last.status}`)
}

/** Lists at most LISTED_MAX QRs that were created in this period. */
const listBetween = async (call: Call, credentials: RazorpayCredentials, from: number, to: number) => {
  const reply = await call(credentials, 'GET', `?from=${from}&to=${to}&count=${LISTED_MAX}`)
  if (reply.kind === 'failed') return toUnknown(reply)
  const items = collection(razorpayQr).safeParse(reply.json).data?.items
  return items === undefined
    ? invalidResponse(errorDescription(reply) ?? UNDOCUMENTED)
    : ({ kind: 'listed', items } as const)
}

/** Gets many QRs in one call. Those without a payment need no separate check. */
const listQrs = async (
  call: Call,
  credentials: RazorpayCredentials,
  queries: readonly ListedQuery[],
): Promise<StatusList> => {
  const times = queries.map(({ requestedAt }) => requestedAt.getTime() / SECOND_MS)
  const from = Math.floor(Math.min(...times)) - CLOCKS_APART_SECONDS
  const to = Math.ceil(Math.max(...times)) + CLOCKS_APART_SECONDS
  const listed = await listBetween(call, credentials, from, to)
  if (listed.kind === 'unknown') return listed
  const unpaid = new Set(
    listed.items
      .filter((qr) => qr.payments_count_received === 0 && qr.close_reason !== 'paid')
      .map(({ id }) => id),
  )
  const answers = queries.flatMap(({ reference, providerId }) =>
    providerId !== null && unpaid.has(providerId)
      ? [[reference, pending('No payment on this QR')] as const]
      : [],
  )
  return { kind: 'listed', results: new Map(answers) }
}

const closeQr = async (
  call: Call,
  credentials: RazorpayCredentials,
  request: CloseQrRequest,
): Promise<CloseQrResult> => {
  const id = request.providerId ?? (await findLost(call, credentials, request))
  if (id === undefined) return { kind: 'closed', message: 'Razorpay qr no such QR' }
  if (typeof id !== 'string') return id
  const path = `/${encodeURIComponent(id)}`
  const reply = await call(credentials, 'POST', `${path}/close`, {})
  if (reply.kind === 'failed') return toUnknown(reply)
  if (razorpayQr.safeParse(reply.json).data?.status === 'closed') return { kind: 'closed', message: 'closed' }
  // Razorpay refuses to close a QR that is paid or expired.
  const seen = await call(credentials, 'GET', path)
  if (seen.kind === 'failed') return toUnknown(seen)
  const qr = razorpayQr.safeParse(seen.json).data
  if (qr?.status === 'closed')
    return { kind: 'closed', message: toMessage(`closed: ${qr.close_reason ?? ''}`) }
  return invalidResponse(errorDescription(reply) ?? UNDOCUMENTED)
}

/** Finds the ID of a QR whose creation had no response, by our reference in its notes. */
const findLost = async (
  call: Call,
  credentials: RazorpayCredentials,
  { reference, requestedAt }: CloseQrRequest,
): Promise<string | undefined | (CloseQrResult & { kind: 'unknown' })> => {
  const at = Math.floor(requestedAt.getTime() / SECOND_MS)
  const listed = await listBetween(
    call,
    credentials,
    at - CLOCKS_APART_SECONDS,
    at + 2 * CLOCKS_APART_SECONDS,
  )
  if (listed.kind === 'unknown') return listed
  const id = listed.items.find((qr) => referenceOf(qr) === reference)?.id
  if (id !== undefined || listed.items.length < LISTED_MAX) return id
  return { kind: 'unknown', message: 'Among too many QR codes to tell', error: null }
}
