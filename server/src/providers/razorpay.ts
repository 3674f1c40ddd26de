import { paise } from '@galla/upi/rupees'
import { z } from 'zod'
import { callProvider, type ProviderNetwork, type ProviderReply, unanswered } from './call-provider.ts'
import {
  type Answer,
  asSaid,
  type Closed,
  type Closing,
  type Connector,
  type Listed,
  type ListedQuestion,
  linkOfProvider,
  type Made,
  nonsense,
  type Trouble,
  type Wanted,
  waiting,
} from './connector.ts'
import { razorpayPayment, razorpayQr, referenceOf, toldBy } from './razorpay-entities.ts'
import { razorpayNotification } from './razorpay-notification.ts'

export interface RazorpayCredentials {
  readonly keyId: string
  readonly keySecret: string
  /** None: no notification of this account can be told from a forged one, so none is taken. */
  readonly webhookSecret: string | null
}

/** https://razorpay.com/docs/api/qr-codes/create: `close_by` is at least 15 minutes ahead, an amount at least one rupee. */
const LIMITS = { amountMin: paise(100n), windowSecondsMin: 15 * 60 }

const QR_CODES = '/v1/payments/qr_codes'
const LISTED_MAX = 100
/** So many QR codes have about 100 kB. */
const ANSWER_BYTES_MAX = 512 * 1024
/** A single-use QR has one payment; what failed before it is listed too. */
const PAYMENTS_MAX = 20
/** Their clock and ours. */
const CLOCKS_APART_SECONDS = 60
const SECOND_MS = 1000

const collection = <Item extends z.ZodType>(item: Item) =>
  z.object({ entity: z.literal('collection'), items: z.array(item).max(LISTED_MAX) })

const failure = z.object({ error: z.object({ description: z.string().max(1_024) }) })

const UNKNOWN_QR = /^(?=.*\bid\b).*does not exist/is
const STRANGE = 'Razorpay answered in a form that it does not document'

/** Razorpay's QR codes: each made for one payment of one amount, and asked about by its own name. */
export const razorpayQrCodes = (network: ProviderNetwork, base: string): Connector<RazorpayCredentials> => {
  const call: Call = ({ keyId, keySecret }, method, path, body) =>
    callProvider(network, {
      url: new URL(`${QR_CODES}${path}`, base).href,
      method,
      answerBytesMax: ANSWER_BYTES_MAX,
      headers: {
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    limits: LIMITS,
    create: (credentials, wanted) => createQr(call, credentials, wanted),
    check: async (credentials, { providerId }) => {
      if (providerId === null) return waiting('Razorpay made no QR for this payment')
      const path = `/${encodeURIComponent(providerId)}/payments?count=${PAYMENTS_MAX}`
      return answerFrom(await call(credentials, 'GET', path))
    },
    list: (credentials, questions) => listQrs(call, credentials, questions),
    close: (credentials, closing) => closeQr(call, credentials, closing),
    notification: ({ webhookSecret }, notice) => razorpayNotification(webhookSecret, notice),
    test: async (credentials) => {
      const reply = await call(credentials, 'GET', '?count=1')
      if (reply.kind === 'trouble') return { works: false, detail: reply.said }
      if (collection(razorpayQr).safeParse(reply.json).success)
        return { works: true, detail: 'Razorpay answers for this key, and lets it make QR codes' }
      return { works: false, detail: asSaid(`Razorpay answered: ${complaintOf(reply) ?? STRANGE}`) }
    },
  }
}

type Call = (
  credentials: RazorpayCredentials,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
) => Promise<ProviderReply>

type Answered = ProviderReply & { kind: 'answered' }

const complaintOf = (reply: Answered): string | undefined =>
  failure.safeParse(reply.json).data?.error.description

const NONSENSE: Trouble = { kind: 'nonsense', retryAfterSeconds: null }

const createQr = async (call: Call, credentials: RazorpayCredentials, wanted: Wanted): Promise<Made> => {
  const reply = await call(credentials, 'POST', '', {
    type: 'upi_qr',
    name: wanted.reference,
    usage: 'single_use',
    fixed_amount: true,
    payment_amount: Number(wanted.amount),
    description: wanted.note,
    close_by: Math.ceil(wanted.closeAt.getTime() / SECOND_MS),
    notes: { reference: wanted.reference },
  })
  if (reply.kind === 'trouble') {
    // What was never sent, or refused at the door, was not made; all else may have been.
    const isRefused =
      reply.trouble.kind === 'ours' || (reply.status !== null && reply.status >= 400 && reply.status < 500)
    return { said: reply.said, trouble: reply.trouble, kind: isRefused ? 'refused' : 'unknown' }
  }
  const complaint = complaintOf(reply)
  if (complaint !== undefined)
    return { kind: 'refused', said: asSaid(`Razorpay answered: ${complaint}`), trouble: NONSENSE }
  const made = razorpayQr.safeParse(reply.json).data
  if (made === undefined || referenceOf(made) !== wanted.reference || made.status !== 'active')
    return { kind: 'unknown', said: STRANGE, trouble: NONSENSE }
  const link = linkOfProvider(made.image_content ?? '', wanted.amount)
  if (link !== undefined) return { kind: 'made', qr: { providerId: made.id, link } }
  const said = made.image_content
    ? 'Razorpay made a QR that asks for something else'
    : 'Razorpay did not tell what its QR says; ask its support to switch on "image content"'
  return { kind: 'unknown', said, trouble: NONSENSE }
}

/** A payment that failed is not the end: the same QR can be paid by another try. */
const answerFrom = (reply: ProviderReply): Answer => {
  if (reply.kind === 'trouble') return unanswered(reply)
  const payments = collection(razorpayPayment).safeParse(reply.json).data?.items
  if (payments === undefined) {
    const complaint = complaintOf(reply)
    // Made with the key of another of the merchant's accounts: this one can't tell.
    return complaint !== undefined && UNKNOWN_QR.test(complaint)
      ? waiting(complaint)
      : nonsense(complaint ?? STRANGE)
  }
  const captured = payments.findLast(({ status }) => status === 'captured')
  if (captured !== undefined) return { kind: 'paid', payment: toldBy(captured), said: 'captured' }
  const last = payments[0]
  return waiting(last === undefined ? 'No payment on this QR' : `Payment ${last.status}`)
}

/** One question for all: of those on which no payment is counted nothing more is to be known. */
const listQrs = async (
  call: Call,
  credentials: RazorpayCredentials,
  questions: readonly ListedQuestion[],
): Promise<Listed> => {
  const asked = questions.map(({ askedAt }) => askedAt.getTime() / SECOND_MS)
  const from = Math.floor(Math.min(...asked)) - CLOCKS_APART_SECONDS
  const to = Math.ceil(Math.max(...asked)) + CLOCKS_APART_SECONDS
  const reply = await call(credentials, 'GET', `?from=${from}&to=${to}&count=${LISTED_MAX}`)
  if (reply.kind === 'trouble') return { ...reply, kind: 'unknown' }
  const listed = collection(razorpayQr).safeParse(reply.json).data
  if (listed === undefined)
    return { kind: 'unknown', said: asSaid(complaintOf(reply) ?? STRANGE), trouble: NONSENSE }
  const unpaid = new Set(
    listed.items
      .filter((qr) => qr.payments_count_received === 0 && qr.close_reason !== 'paid')
      .map(({ id }) => id),
  )
  const answers = questions.flatMap(({ reference, providerId }) =>
    providerId !== null && unpaid.has(providerId)
      ? [[reference, waiting('No payment on this QR')] as const]
      : [],
  )
  return { kind: 'listed', answers: new Map(answers) }
}

const closeQr = async (call: Call, credentials: RazorpayCredentials, closing: Closing): Promise<Closed> => {
  const found = closing.providerId ?? (await findLost(call, credentials, closing))
  if (found === undefined) return { kind: 'closed', said: 'Razorpay made no such QR' }
  if (typeof found !== 'string') return found
  const path = `/${encodeURIComponent(found)}`
  const reply = await call(credentials, 'POST', `${path}/close`, {})
  if (reply.kind === 'trouble') return { ...reply, kind: 'unknown' }
  if (razorpayQr.safeParse(reply.json).data?.status === 'closed') return { kind: 'closed', said: 'closed' }
  // It refuses to close what is closed already, by a payment or by its time.
  const seen = await call(credentials, 'GET', path)
  if (seen.kind === 'trouble') return { ...seen, kind: 'unknown' }
  const qr = razorpayQr.safeParse(seen.json).data
  if (qr?.status === 'closed') return { kind: 'closed', said: asSaid(`closed: ${qr.close_reason ?? ''}`) }
  return { kind: 'unknown', said: asSaid(complaintOf(reply) ?? STRANGE), trouble: NONSENSE }
}

/** The name of a QR whose making was never answered: it carries our reference as a note. */
const findLost = async (
  call: Call,
  credentials: RazorpayCredentials,
  { reference, askedAt }: Closing,
): Promise<string | undefined | (Closed & { kind: 'unknown' })> => {
  const at = Math.floor(askedAt.getTime() / SECOND_MS)
  const reply = await call(
    credentials,
    'GET',
    `?from=${at - CLOCKS_APART_SECONDS}&to=${at + 2 * CLOCKS_APART_SECONDS}&count=${LISTED_MAX}`,
  )
  if (reply.kind === 'trouble') return { ...reply, kind: 'unknown' }
  const listed = collection(razorpayQr).safeParse(reply.json).data
  if (listed === undefined)
    return { kind: 'unknown', said: asSaid(complaintOf(reply) ?? STRANGE), trouble: NONSENSE }
  const found = listed.items.find((qr) => referenceOf(qr) === reference)?.id
  if (found !== undefined || listed.items.length < LISTED_MAX) return found
  return { kind: 'unknown', said: 'Among too many QR codes to tell', trouble: null }
}
