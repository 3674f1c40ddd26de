import type { Paise } from '@galla/upi/rupees'

/** What became of this reference? The amount is what the order asks for; who answers need not be believed. */
export interface Question {
  /** `tr` of the attempt. */
  readonly reference: string
  readonly amount: Paise
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

/** One way to ask one provider, for a merchant's credentials. Never throws for what the other side does. */
export interface Connector<Credentials> {
  check(credentials: Credentials, question: Question): Promise<Answer>
  /** Asks about a reference that was never handed out: tells whether the credentials are taken. */
  test(credentials: Credentials, unusedReference: string): Promise<Tested>
}

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

/** Bank references as providers give them: a UPI one has 12 digits, but other rails are told through the same field. */
const BANK_REFERENCE = /^[A-Za-z0-9]{6,35}$/

export const bankReference = (text: string | null | undefined): string | null =>
  text !== null && text !== undefined && BANK_REFERENCE.test(text) ? text : null

const INDIAN_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d{1,3})?$/

/** "2019-02-20 12:35:20.0": a time of India without saying so. */
export const indianTime = (text: string | undefined): Date | null => {
  const parts = INDIAN_TIME.exec(text ?? '')
  if (parts === null) return null
  const at = new Date(`${parts[1]}T${parts[2]}+05:30`)
  return Number.isNaN(at.getTime()) ? null : at
}
