import { parsePayLink, type UpiLink } from '@galla/upi/link'
import type { Paise } from '@galla/upi/rupees'

/** What became of this reference? The amount is what the order asks for; who answers need not be believed. */
export interface Question {
  /** `tr` of the attempt; where the provider made the QR, the name that we gave it there. */
  readonly reference: string
  readonly amount: Paise
  /** The provider's own name of the QR that it made for this attempt; null where the link is our own. */
  readonly providerId: string | null
}

/** A payment as a provider tells it: of the very reference that was asked about, of whatever amount it says. */
export interface ToldPayment {
  readonly amount: Paise
  /** None where the provider names no bank reference: such a payment never settles by itself. */
  readonly utr: string | null
  /** The provider's own name of it: the same payment told again is the same telling. */
  readonly providerId: string
  /** None where the provider tells no time, or no time that can be read. */
  readonly receivedAt: Date | null
  readonly payerUpiId: string | null
}

/**
 * Why an answer tells nothing about the payment.
 * - `down`: no answer, or one that says the provider can't answer now; `retryAfterSeconds` is its own wish.
 * - `nonsense`: an answer that is not what the provider documents, or is about something else.
 * - `credentials`: the provider doesn't take what the merchant gave us.
 * - `ours`: it was never asked, because we had no connection left; nothing is held against it.
 */
export interface Trouble {
  readonly kind: 'down' | 'nonsense' | 'credentials' | 'ours'
  readonly retryAfterSeconds: number | null
}

/**
 * Only a payment and a plain refusal of a payment that was tried are taken for one. Whatever else is said, or not said, is
 * unknown and changes no order. `said` goes into the order's history.
 */
export type Answer =
  | { readonly kind: 'paid'; readonly payment: ToldPayment; readonly said: string }
  | { readonly kind: 'refused'; readonly said: string }
  | { readonly kind: 'unknown'; readonly said: string; readonly trouble: Trouble | null }

export interface Tested {
  readonly works: boolean
  readonly detail: string
}

/** The QR that a provider is to make for one attempt, payable once and with exactly this amount. */
export interface Wanted {
  /** Ours, of letters, digits, `_` and `-`, at most 40; never used before at this provider. */
  readonly reference: string
  readonly amount: Paise
  /** What the payment is for, as the customer may read it. */
  readonly note: string
  /** When it has to stop being payable; never earlier than the provider's least window from now. */
  readonly closeAt: Date
  readonly now: Date
  readonly customer: { readonly name: string; readonly email: string; readonly mobile: string }
}

/**
 * What came of it. `refused`: the provider made none, and said so. `unknown`: nobody knows whether it made one, so that its
 * reference has to be closed.
 */
export type Made =
  | { readonly kind: 'made'; readonly qr: ProviderQr }
  | { readonly kind: 'refused' | 'unknown'; readonly said: string; readonly trouble: Trouble }

export interface ProviderQr {
  /** The provider's own name of it. */
  readonly providerId: string
  /** Byte for byte as the provider made it; see `linkOfProvider`. */
  readonly link: UpiLink
}

/** A QR that nobody shall pay any more. Its own name is missing where the answer to its making was lost. */
export interface Closing {
  readonly reference: string
  readonly providerId: string | null
  readonly askedAt: Date
}

/** `closed` also when it was closed, paid or never made before: nobody can pay it now. */
export type Closed =
  | { readonly kind: 'closed'; readonly said: string }
  | { readonly kind: 'unknown'; readonly said: string; readonly trouble: Trouble | null }

/** What a provider says of many references at once. A reference that is missing is to be asked about by itself. */
export type Listed =
  | { readonly kind: 'listed'; readonly answers: ReadonlyMap<string, Answer> }
  | { readonly kind: 'unknown'; readonly said: string; readonly trouble: Trouble }

/** A request that claims to come from the provider. Names of headers are in lower case. */
export interface Notice {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string | undefined>>
}

/**
 * What a notice is worth. `forged`: not signed by the provider, or we hold no secret to tell by. Of the others `eventId` is the same
 * each time the same notice is sent. `about` names the QR by either of its names; null where it is about no payment of a QR.
 * `payment` is told only where the provider's documents let a signed notice stand for an answer; else the provider is asked.
 */
export type Noticed =
  | { readonly kind: 'forged'; readonly said: string }
  | {
      readonly kind: 'signed'
      readonly eventId: string
      readonly said: string
      readonly about: { readonly reference: string | null; readonly providerId: string | null } | null
      readonly payment: ToldPayment | null
    }

/** What a provider takes at least. */
export interface Limits {
  readonly amountMin: Paise
  readonly windowSecondsMin: number
}

/**
 * One way to speak to one provider, for a merchant's credentials. Never throws for what the other side does. A provider that makes
 * the QR itself has `create`, `close` and `limits`; `list` answers for many QRs by one question.
 */
export interface Connector<Credentials> {
  readonly limits?: Limits
  check(credentials: Credentials, question: Question): Promise<Answer>
  /** Asks about a reference that was never handed out: tells whether the credentials are taken. */
  test(credentials: Credentials, unusedReference: string): Promise<Tested>
  create?(credentials: Credentials, wanted: Wanted): Promise<Made>
  close?(credentials: Credentials, closing: Closing): Promise<Closed>
  list?(credentials: Credentials, questions: readonly ListedQuestion[]): Promise<Listed>
  /** Pure: what the request says, and whether the provider signed it. */
  notification?(credentials: Credentials, notice: Notice): Noticed
}

export interface ListedQuestion extends Question {
  /** When the provider was asked for the QR. */
  readonly askedAt: Date
}

/**
 * The link that a provider made, not a byte of it changed. Undefined for what asks for another amount, or would be paid by no careful
 * UPI app.
 */
export const linkOfProvider = (text: string, amount: Paise): UpiLink | undefined => {
  if (text.length > PROVIDER_LINK_CHARACTERS_MAX || !/^upi:\/\/pay\?[\x21-\x7e]+$/.test(text))
    return undefined
  return parsePayLink(text)?.amount === amount ? (text as UpiLink) : undefined
}

/** A QR of more is read by few phones. */
const PROVIDER_LINK_CHARACTERS_MAX = 1_024

const SAID_CHARACTERS_MAX = 160

/** What a stranger said, as a line of history: short, and without what could not be stored or shown. */
export const asSaid = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are to go
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ')
    .toWellFormed()
    .trim()
    .slice(0, SAID_CHARACTERS_MAX)
    .toWellFormed()

export const nonsense = (said: string): Answer => ({
  kind: 'unknown',
  said: asSaid(said),
  trouble: { kind: 'nonsense', retryAfterSeconds: null },
})

export const waiting = (said: string): Answer => ({ kind: 'unknown', said: asSaid(said), trouble: null })

/**
 * Bank references as providers give them: a UPI one has 12 digits, but other rails are told through the same field. "PENDING" or
 * zeros stand there while the bank has told none; taken for one, they would make one payment of many.
 */
const BANK_REFERENCE = /^(?=(?:[A-Z]*[0-9]){6})(?=.*[1-9])[A-Z0-9]{6,35}$/

export const bankReference = (text: string | null | undefined): string | null => {
  const told = text?.toUpperCase() ?? ''
  return BANK_REFERENCE.test(told) ? told : null
}

const INDIAN_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d{1,3})?$/

/** "2019-02-20 12:35:20.0": a time of India without saying so. */
export const indianTime = (text: string | undefined): Date | null => {
  const parts = INDIAN_TIME.exec(text ?? '')
  if (parts === null) return null
  const at = new Date(`${parts[1]}T${parts[2]}+05:30`)
  return Number.isNaN(at.getTime()) ? null : at
}
