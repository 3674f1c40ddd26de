import { parsePayLink, type UpiLink } from '@galla/upi/link'
import type { Paise } from '@galla/upi/rupees'

/** Asks a provider for the status of one payment. `amount` is what the order expects; the answer may differ. */
export interface StatusQuery {
  /** `tr` of the attempt, or our name for the QR where the provider creates it. */
  readonly reference: string
  readonly amount: Paise
  /** The provider's ID of the QR it created for this attempt; null where the link is our own. */
  readonly providerId: string | null
}

/** A payment as the provider reports it: for the requested reference, with the amount that the provider states. */
export interface ReportedPayment {
  readonly amount: Paise
  /** Null where the provider names no bank reference: such a payment is never settled automatically. */
  readonly utr: string | null
  /** The provider's ID of the payment. The same ID is the same payment, however often it is reported. */
  readonly providerId: string
  /** Null where the provider sends no time that can be read. */
  readonly receivedAt: Date | null
  readonly payerUpiId: string | null
}

/**
 * Why a call gave no result.
 * - `down`: no response, or one that says the provider is not available; `retryAfterSeconds` is the provider's request.
 * - `invalid_response`: the response is not as documented, or is about something else.
 * - `credentials`: the provider refused the merchant's credentials.
 * - `not_sent`: all our connections were in use. This does not count against the provider.
 */
export interface ProviderError {
  readonly kind: 'down' | 'invalid_response' | 'credentials' | 'not_sent'
  readonly retryAfterSeconds: number | null
}

/**
 * The status of one payment. Only a payment and a clear refusal of an attempted payment change an order; every other response is
 * `unknown`. `message` goes into the order's history.
 */
export type StatusResult =
  | { readonly kind: 'paid'; readonly payment: ReportedPayment; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string; readonly error: ProviderError | null }

export interface ConnectionTestResult {
  readonly works: boolean
  readonly detail: string
}

/** The QR to create at the provider for one attempt, payable once and with exactly this amount. */
export interface CreateQrRequest {
  /** Our name for it: letters, digits, `_` and `-`, at most 40 characters, never used before at this provider. */
  readonly reference: string
  readonly amount: Paise
  /** What the payment is for. The customer may read it. */
  readonly note: string
  /** When it must stop being payable; at least the provider's minimum window from now. */
  readonly closeAt: Date
  readonly now: Date
  readonly customer: { readonly name: string; readonly email: string; readonly mobile: string }
}

/**
 * `refused`: the provider created no QR and said so. `unknown`: the provider may have created one, so its reference has to be
 * closed.
 */
export type CreateQrResult =
  | { readonly kind: 'created'; readonly qr: ProviderQr }
  | { readonly kind: 'refused' | 'unknown'; readonly message: string; readonly error: ProviderError }

export interface ProviderQr {
  /** The provider's ID of the QR. */
  readonly providerId: string
  /** Exactly as the provider sent it; see `parseProviderLink`. */
  readonly link: UpiLink
}

/** A QR to close. The provider's ID is null where the response to its creation was lost. */
export interface CloseQrRequest {
  readonly reference: string
  readonly providerId: string | null
  readonly requestedAt: Date
}

/** `closed` means that it cannot be paid now: also when it was closed, paid or never created before. */
export type CloseQrResult =
  | { readonly kind: 'closed'; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string; readonly error: ProviderError | null }

/** A refund of a payment, or of a part of it. */
export interface RefundRequest {
  /** Our name for it, stored before the first call. */
  readonly refundId: string
  /** Our name for what was paid: the QR, or the order there. */
  readonly reference: string
  /** The provider's ID of the payment. */
  readonly paymentId: string
  readonly amount: Paise
}

/**
 * `sent`: it is under way. `done`: the customer has it. `refused`: no money goes, by this name or any more. `absent`: the provider knows none
 * of this name. `unsent`: the request was certainly not taken. `unknown`: it may have been, so it is asked for by its name.
 */
export type RefundResult =
  | {
      readonly kind: 'sent' | 'done'
      readonly providerId: string
      readonly utr: string | null
      readonly message: string
    }
  | { readonly kind: 'refused' | 'absent'; readonly message: string }
  | { readonly kind: 'unsent'; readonly message: string; readonly error: ProviderError }
  | { readonly kind: 'unknown'; readonly message: string; readonly error: ProviderError | null }

/** The status of many payments at once. Check a missing reference with its own query. */
export type StatusList =
  | { readonly kind: 'listed'; readonly results: ReadonlyMap<string, StatusResult> }
  | { readonly kind: 'unknown'; readonly message: string; readonly error: ProviderError }

/** A request that claims to come from the provider. Header names are in lower case. */
export interface ProviderNotification {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string | undefined>>
}

/**
 * A verified notification. `forged`: not signed by the provider, or we have no secret to verify it. `eventId` is the same each time
 * the same notification is sent. `about` names the QR; null where the notification is not about a payment of a QR. `payment` is
 * present only where the provider documents a signed notification as final; otherwise check the status.
 */
export type NotificationResult =
  | { readonly kind: 'forged'; readonly message: string }
  | {
      readonly kind: 'signed'
      readonly eventId: string
      readonly message: string
      readonly about: { readonly reference: string | null; readonly providerId: string | null } | null
      readonly payment: ReportedPayment | null
    }

/** The provider's minimum values. */
export interface Limits {
  readonly amountMin: Paise
  readonly windowSecondsMin: number
}

/**
 * Calls one API of one provider with a merchant's credentials. Never throws for what the provider does. A provider that creates the
 * QR itself has `create`, `close` and `limits`; `list` gets the status of many QRs in one call.
 */
export interface Connector<Credentials> {
  readonly limits?: Limits
  check(credentials: Credentials, query: StatusQuery): Promise<StatusResult>
  /** Checks whether the provider accepts the credentials, with a reference that was never issued. */
  test(credentials: Credentials, unusedReference: string): Promise<ConnectionTestResult>
  create?(credentials: Credentials, request: CreateQrRequest): Promise<CreateQrResult>
  close?(credentials: Credentials, request: CloseQrRequest): Promise<CloseQrResult>
  list?(credentials: Credentials, queries: readonly ListedQuery[]): Promise<StatusList>
  /** Set where the provider does not document that a name is used once: then no name is sent twice. */
  readonly refundsOnce?: true
  /** Asks for a refund. */
  startRefund?(credentials: Credentials, request: RefundRequest): Promise<RefundResult>
  /** Finds what became of a refund, by its name. */
  findRefund?(credentials: Credentials, request: RefundRequest): Promise<RefundResult>
  /** Pure: verifies the signature and reads the request. */
  notification?(credentials: Credentials, notification: ProviderNotification): NotificationResult
}

export interface ListedQuery extends StatusQuery {
  /** When we asked the provider to create the QR. */
  readonly requestedAt: Date
}

/**
 * Accepts a provider's link unchanged. Undefined if it asks for another amount, or a careful UPI app would refuse it.
 */
export const parseProviderLink = (text: string, amount: Paise): UpiLink | undefined => {
  if (text.length > PROVIDER_LINK_CHARACTERS_MAX || !/^upi:\/\/pay\?[\x21-\x7e]+$/.test(text))
    return undefined
  return parsePayLink(text)?.amount === amount ? (text as UpiLink) : undefined
}

/** Few phones can read a QR with more. */
const PROVIDER_LINK_CHARACTERS_MAX = 1_024

const MESSAGE_CHARACTERS_MAX = 160

/** Makes text from outside safe for the order history: short, and without control characters. */
export const toMessage = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removes exactly these
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .toWellFormed()
    .trim()
    .slice(0, MESSAGE_CHARACTERS_MAX)
    .toWellFormed()

export const INVALID_RESPONSE: ProviderError = { kind: 'invalid_response', retryAfterSeconds: null }

export const invalidResponse = (message: string) =>
  ({ kind: 'unknown', message: toMessage(message), error: INVALID_RESPONSE }) as const

export const pending = (message: string): StatusResult => ({
  kind: 'unknown',
  message: toMessage(message),
  error: null,
})

/**
 * Bank references as providers send them: a UPI reference has 12 digits, but other rails use the same field. Until the bank reports
 * one, the field may contain "PENDING" or zeros, which would join different payments into one.
 */
const BANK_REFERENCE = /^(?=(?:[A-Z]*[0-9]){6})(?=.*[1-9])[A-Z0-9]{6,35}$/

export const bankReference = (text: string | null | undefined): string | null => {
  const reference = text?.toUpperCase() ?? ''
  return BANK_REFERENCE.test(reference) ? reference : null
}

const INDIAN_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d{1,3})?$/

/** Reads "2019-02-20 12:35:20.0": Indian time without a zone. */
export const indianTime = (text: string | undefined): Date | null => {
  const parts = INDIAN_TIME.exec(text ?? '')
  if (parts === null) return null
  const at = new Date(`${parts[1]}T${parts[2]}+05:30`)
  return Number.isNaN(at.getTime()) ? null : at
}
