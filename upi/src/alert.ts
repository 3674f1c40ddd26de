import { creditedAmount, creditedWords, firstAmount } from './alert-amount.ts'
import { type Direction, IGNORED_DIRECTION, type Ignored, ignoredBecause } from './alert-ignored.ts'
import { payerName, payerVpa } from './alert-payer.ts'
import { alertReference } from './alert-reference.ts'
import { type AlertText, alertText, excerptOf } from './alert-text.ts'
import { isUpiSender } from './bank-header.ts'
import type { NamedDay } from './named-day.ts'
import { isReversedCredit, type Rail, railOfAlert } from './rail.ts'
import type { Utr } from './reference.ts'
import type { Paise } from './rupees.ts'
import type { Vpa } from './vpa.ts'

/** The message of a bank or a UPI app: an SMS, a notification, or a mail as plain text with its subject as the title. */
export interface AlertMessage {
  readonly text: string
  /** Of a notification. The app writes the title; the payer may have written the text. */
  readonly title?: string
}

/** The direction of the money and its rail, each with the words of the message that name it. */
export interface AlertReading {
  readonly direction: Direction
  readonly rail: Rail
  readonly directionWords?: string
  readonly railWords?: string
}

export interface AlertCredit extends AlertReading, NamedDay {
  readonly kind: 'credit'
  readonly direction: 'in'
  readonly amount: Paise
  /** Some banks send none. Such a credit cannot be distinguished from another of the same amount. */
  readonly utr?: Utr
  readonly payerVpa?: Vpa
  readonly payerName?: string
  /** The end of the account number, in the bank's own words: only in a credit of a known sentence. */
  readonly accountDigits?: string
}

export interface IgnoredAlert extends AlertReading {
  readonly kind: 'ignored'
  readonly because: Ignored
}

/** A message about money that is not understood: a person reads it. */
export interface UnreadAlert extends AlertReading {
  readonly kind: 'unread'
}

export type Alert = AlertCredit | IgnoredAlert | UnreadAlert

/**
 * Reads an alert. Banks do not document their formats and change them, so kinds of sentences are recognised, not whole messages. First
 * everything that is not a credit is sorted out: a missed alert waits for a statement or a person, but an invented one costs goods. Never
 * throws and never guesses: an unclear message is `unread`. If the text names no rail, a sender of UPI messages only implies it.
 */
export function parseAlert(message: AlertMessage, sender?: string): Alert {
  const whole = alertText(joined(message))
  const { isConflict, ...rail } = railWith(whole, sender)
  const ignored = ignoredBecause(whole)
  if (ignored !== undefined) {
    const { because, words } = ignored
    const direction = IGNORED_DIRECTION[because]
    return { kind: 'ignored', because, direction, ...(words && { directionWords: words }), ...rail }
  }
  const amount = creditedAmount(whole.spoken)
  if (amount === undefined || isConflict) return { kind: 'unread', direction: 'unknown', ...rail }
  const words = creditedWords(whole.spoken)
  return {
    kind: 'credit',
    direction: 'in',
    ...(words && { directionWords: words }),
    ...rail,
    amount,
    ...detailsOf(whole, message),
  }
}

/** An earlier payment that the bank took back. */
export interface AlertReversal {
  /** Probably of the payment: it counts only if a payment with this UTR is known. Some chargebacks have none. */
  readonly utr?: Utr
  readonly amount?: Paise
  /** The words that report it. */
  readonly words: string
}

const DEBITED = /\b(?:debit(?:ed|s)?|deducted|withdrawn|dr\b)/i
const TAKEN_BACK = /\b(?:revers(?:ed|al)|charge ?backs?|chg ?bk|disputed?|recalled|returned|rvsl)\b/i
/** Words of a chargeback, which are unambiguous even without a reference. */
const CHARGED_BACK = /\b(?:charge ?backs?|chg ?bk|disputed?)\b/i
/** "Rs 499 credited to your A/c on 21-11-26, UPI 632500000001, has been reversed" */
const CREDIT_REVERSED =
  /\bcredit(?:ed)?\b.{0,160}?\b(?:reversed|recalled|charged back)\b(?!.{0,60}\bcredited\b)/i
const NOT_YET = /\b(?:will|shall|would|may|can|to) (?:get |be )(?:\w+ ){0,2}(?:revers|return|refund|credit)/i

/**
 * Reads the reversal of a payment in a message that is not a payment itself. Undefined if there is none, or no reference, except for a
 * chargeback. A failed payment by the merchant that was returned reads almost the same, so the reference decides.
 */
export function alertReversal({ title, text }: AlertMessage): AlertReversal | undefined {
  const whole = alertText(joined({ ...(title !== undefined && { title }), text }))
  const { spoken, narration } = whole
  const because = ignoredBecause(whole)?.because
  if ((because !== 'debit' && because !== 'refund') || NOT_YET.test(spoken)) return undefined
  const utr = alertReference(whole)
  const words = CREDIT_REVERSED.exec(spoken)?.[0] ?? debitedBack(spoken, narration)
  if (words === undefined) return undefined
  if (utr === undefined && !(DEBITED.test(spoken) && CHARGED_BACK.test(spoken))) return undefined
  const amount = firstAmount(spoken)
  return {
    ...(utr !== undefined && { utr }),
    words: excerptOf(words),
    ...(amount !== undefined && { amount }),
  }
}

const debitedBack = (spoken: string, narration: string): string | undefined => {
  if (!DEBITED.test(spoken)) return undefined
  return TAKEN_BACK.exec(spoken)?.[0] ?? narration.split('\n').find(isReversedCredit)
}

interface RailReading extends Pick<AlertReading, 'rail' | 'railWords'> {
  readonly isConflict: boolean
}

const railWith = (text: AlertText, sender?: string): RailReading => {
  const { rail, words, isConflict = false } = railOfAlert(text)
  if (rail === 'unknown' && sender !== undefined && isUpiSender(sender)) return { rail: 'upi', isConflict }
  return { rail, ...(words && { railWords: words }), isConflict }
}

/** Joins the title, as a sentence, and the text. */
const joined = ({ title, text }: AlertMessage): string =>
  title === undefined || title.trim() === '' ? text : `${title.trim().replace(/[.!:]$/, '')}.\n${text}`

/** A bank signs "-BGVB" directly after a UPI ID, or writes a name directly before one: "ASHA RAO-asha@ybl". */
const SIGNED_OFF = /-([A-Z]{2,20})\.?$/
const NAME_BEFORE_ADDRESS = /([A-Z]{2})-(?=[a-z0-9][a-z0-9._-]{0,99}@)/g

function detailsOf(
  whole: AlertText,
  { title, text }: AlertMessage,
): Pick<AlertCredit, 'utr' | 'payerVpa' | 'payerName'> {
  const utr = alertReference(whole)
  const vpa = payerVpa(whole.all.replace(SIGNED_OFF, ' -$1').replace(NAME_BEFORE_ADDRESS, '$1 '))
  const parts = title === undefined ? [whole.all] : [alertText(title).all, alertText(text).all]
  const name = firstName([...whole.narration.split('\n'), ...parts])
  return {
    ...(utr === undefined ? {} : { utr }),
    ...(vpa === undefined ? {} : { payerVpa: vpa }),
    ...(name === undefined ? {} : { payerName: name }),
  }
}

const firstName = (parts: readonly string[]): string | undefined => {
  for (const part of parts) {
    const name = payerName(part)
    if (name !== undefined) return name
  }
  return undefined
}
