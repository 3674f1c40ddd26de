import {
  type AlertCredit,
  type AlertMessage,
  type AlertReversal,
  alertReversal,
  parseAlert,
} from './alert.ts'
import { readGroupedRupees } from './alert-amount.ts'
import { alertText, payersLength } from './alert-text.ts'
import { bankOfSender, isUpiSender } from './bank-header.ts'
import { APP_SENTENCES, BANK_SENTENCES, railOfSentence } from './bank-sentence.ts'
import { isReversal, otherRailIn, type Rail } from './rail.ts'
import { parseUtr, TWELVE_DIGITS, type Utr } from './reference.ts'
import type { Paise } from './rupees.ts'
import { sentencePattern } from './sentence-pattern.ts'
import { parseVpa } from './vpa.ts'

interface Patterns {
  /** Of a notification; an SMS has no title. */
  readonly title?: RegExp
  readonly text: RegExp
  readonly rail: Rail
}

const SMS_PATTERNS = new Map(
  Object.entries(BANK_SENTENCES).map(([bank, sentences]): [string, Patterns[]] => [
    bank,
    sentences.map((sentence) => ({ text: sentencePattern(sentence), rail: railOfSentence(sentence) })),
  ]),
)

const APP_PATTERNS = new Map(
  Object.entries(APP_SENTENCES).map(([app, sentences]): [string, Patterns[]] => [
    app,
    sentences.map(({ title, text }) => ({
      title: sentencePattern(title),
      text: sentencePattern(text),
      rail: 'upi',
    })),
  ]),
)

const patternsOf = (sender: string): readonly Patterns[] => {
  const bank = bankOfSender(sender)
  return (bank && SMS_PATTERNS.get(bank.id)) ?? APP_PATTERNS.get(sender.trim()) ?? []
}

/** Whether messages of this sender may be believed at all. */
export const isTrustedSender = (sender: string): boolean =>
  bankOfSender(sender) !== undefined || APP_PATTERNS.has(sender.trim())

/**
 * Reads a message that may settle an order by itself: one of a known bank's registered header or of a business app, that is one of
 * its known sentences from the first word to the last, and that `parseAlert` reads in the same way. Undefined for every other message,
 * whatever it says.
 */
export function trustedCredit(message: AlertMessage, sender: string): AlertCredit | undefined {
  const text = alertText(message.text).all
  const title = message.title === undefined ? undefined : alertText(message.title).all
  const read = patternsOf(sender).flatMap((patterns) => creditOf(patterns, text, title) ?? [])
  const [first, ...others] = read
  // Two sentences of a bank that read the same message differently: nobody knows which one it is.
  const isSure = others.every(({ amount, utr }) => amount === first?.amount && utr === first?.utr)
  if (first === undefined || !isSure) return undefined
  if (others.some(({ rail }) => rail !== first.rail)) return { ...first, rail: 'unknown' }
  return first.rail === 'unknown' && isUpiSender(sender) ? { ...first, rail: 'upi' } : first
}

/**
 * Reads what a bank's own message says of a payment that the bank took back. One of the bank's known sentences of a credit says nothing
 * of that, whatever its payer is called or wrote: a customer could report a reversal otherwise.
 */
export function trustedReversal(message: AlertMessage, sender: string): AlertReversal | undefined {
  if (bankOfSender(sender) === undefined) return undefined
  const text = alertText(message.text).all
  const isCredit = patternsOf(sender).some((patterns) => {
    const groups = patterns.text.exec(text)?.groups
    const { tail = '' } = groups ?? {}
    return groups !== undefined && GOES_ON.test(tail) && !TELLS_OTHERWISE.test(tail) && !COMES_BACK.test(tail)
  })
  return isCredit ? undefined : alertReversal(message)
}

/** How banks go on behind their sentence: with the balance, their name, or what to do. */
const GOES_ON =
  /^[ ).,:;|]*(?:$|-|(?:not|if|dial|a\/c bal|total|clear|final|av\w*|bal\w*|new|helpline|never|thank|to|call|report|get|team|inr|rs|indian|jana|state|do|please|register|download)\b)/i
/**
 * What contradicts the sentence or changes its meaning: another way of payment or its reference, or a request, before
 * which some banks put the name of who asks. What was read is then a part of a name.
 */
const TELLS_OTHERWISE =
  /\b(?:failed|declined|cancell?ed|rejected|request\w*|collect|approve|once approved|authori[sz]e|mandate|debited|will be|txn|via|neft|rtgs|ach)\b|\b(?:ref|rrn|utr|imps)|upi ?[:/]/i
/** Money that comes back is no payment. A payer who writes such a word has only their own payment looked at by a person. */
const COMES_BACK = /revers|refund|returned|chargeback/i

const creditOf = (patterns: Patterns, text: string, title: string | undefined): AlertCredit | undefined => {
  const ofText = patterns.text.exec(text)
  const ofTitle = patterns.title?.exec(title ?? '')
  if (ofText === null || ofTitle === null) return undefined
  const found = { ...ofText.groups, ...ofTitle?.groups }
  const { amount: digits = '', utr = '', vpa = '', payer, rest, tail = '' } = found
  const amount = readGroupedRupees(digits)
  if (amount === undefined || !GOES_ON.test(tail) || TELLS_OTHERWISE.test(tail)) return undefined
  if ([payer, rest, tail].some((words) => COMES_BACK.test(words ?? ''))) return undefined
  // Behind a name, a second number may be the true reference, and the first one a part of the name.
  if (payer !== undefined && TWELVE_DIGITS.test(tail)) return undefined
  // Both may hold the end of the sentence, so neither may hold what looks like its reference.
  if (utr !== '' && payer !== undefined && rest !== undefined && TWELVE_DIGITS.test(payer + PAYER + rest))
    return undefined
  if (
    [payer, rest].some((words = '') => isReversal(`UPI/${utr}/${words.slice(0, payersLength(words)).trim()}`))
  )
    return undefined
  const reference = parseUtr(utr)
  if (!isReadAlike({ amount, reference, rail: patterns.rail }, ofText, ofTitle)) return undefined
  const payerVpa = parseVpa(vpa) ?? parseVpa(payer ?? '')
  const name = payerVpa === undefined ? nameIn(payer ?? rest ?? '') : undefined
  return {
    kind: 'credit',
    direction: 'in',
    rail: patterns.rail,
    amount,
    ...(reference && { utr: reference }),
    ...(payerVpa && !/x{3}/i.test(vpa) && { payerVpa }),
    ...(name && { payerName: name }),
  }
}

interface Core {
  readonly amount: Paise
  readonly reference: Utr | undefined
  readonly rail: Rail
}

/**
 * Whether the message without the words of its payer is a credit for `parseAlert` too, and all of it names no other rail. A bank
 * may go on with what takes its sentence back; only the words that may do that are known.
 */
function isReadAlike(core: Core, ofText: RegExpExecArray, ofTitle: RegExpExecArray | undefined): boolean {
  if (otherRailIn(alertText(ofText[0])) !== undefined && ofTitle === undefined) return false
  // In the notification of an app, what goes on is the payer's as well.
  const isApp = ofTitle !== undefined
  const text = withoutPayer(ofText, isApp)
  const read = parseAlert(isApp ? { title: withoutPayer(ofTitle, isApp), text } : { text })
  return (
    read.kind === 'credit' &&
    read.amount === core.amount &&
    (read.utr === undefined || core.reference === undefined || read.utr === core.reference) &&
    !(read.rail === 'imps' && core.rail === 'upi')
  )
}

const PAYER = ' A B '

/** The text with other words in the places that its payer filled. At the end of an SMS the bank may go on behind them. */
function withoutPayer({ 0: text, indices }: RegExpExecArray, isApp: boolean): string {
  const { payer, rest } = indices?.groups ?? {}
  const [note = text.length] = rest ?? []
  const bankGoesOn = isApp ? '' : text.slice(note).slice(payersLength(text.slice(note)))
  const noteless = rest === undefined ? text : text.slice(0, note) + PAYER + bankGoesOn
  return payer === undefined ? noteless : noteless.slice(0, payer[0]) + PAYER + noteless.slice(payer[1])
}

const NAME_LENGTH_MAX = 100

/** Only to be shown: what the payer chose, up to where a narration's next part begins. */
const nameIn = (text: string): string | undefined => {
  const [name = ''] = text.trim().split(/[/("]| -|-(?=[\w.-]{1,99}@)|\. | on \d/)
  return /^\p{L}/u.test(name) && name.length <= NAME_LENGTH_MAX ? name.trim() : undefined
}
