import {
  type AlertCredit,
  type AlertMessage,
  type AlertReversal,
  alertReversal,
  parseAlert,
} from './alert.ts'
import { readGroupedRupees } from './alert-amount.ts'
import { lastDigits } from './alert-hints.ts'
import { alertText, payerTextLength } from './alert-text.ts'
import { BANKS, bankOfSender, isUpiSender } from './bank-header.ts'
import { namedIn } from './named-day.ts'
import { isReversal, otherRailIn, type Rail } from './rail.ts'
import { parseUtr, TWELVE_DIGITS, type Utr } from './reference.ts'
import type { Paise } from './rupees.ts'
import {
  APP_SENTENCES,
  BANK_SENTENCES,
  NETWORK_SENTENCES,
  railOfSentence,
} from './sentences/bank-sentence.ts'
import { headCredit, speaksAgainst } from './sentences/head-credit.ts'
import { headPattern, sentencePattern } from './sentences/sentence-pattern.ts'
import { parseVpa } from './vpa.ts'

interface Patterns {
  /** Of a notification; an SMS has no title. */
  readonly title?: RegExp
  readonly text: RegExp
  /** The beginning of an SMS, before anything that a payer chose. */
  readonly head?: RegExp | undefined
  readonly rail: Rail
}

const SMS_PATTERNS = new Map(
  BANKS.map(({ id }): [string, Patterns[]] => [
    id,
    [...(BANK_SENTENCES[id] ?? []), ...NETWORK_SENTENCES].map((sentence) => ({
      text: sentencePattern(sentence),
      head: headPattern(sentence),
      rail: railOfSentence(sentence),
    })),
  ]),
)

const ANY_TITLE = /^/d

const APP_PATTERNS = new Map(
  Object.entries(APP_SENTENCES).map(([app, sentences]): [string, Patterns[]] => [
    app,
    sentences.map(({ title, text }) => ({
      title: title === undefined ? ANY_TITLE : sentencePattern(title),
      text: sentencePattern(text),
      rail: 'upi',
    })),
  ]),
)

const patternsOf = (sender: string): readonly Patterns[] => {
  const bank = bankOfSender(sender)
  return (bank && SMS_PATTERNS.get(bank.id)) ?? APP_PATTERNS.get(sender.trim()) ?? []
}

/** Whether a sender is the package of a business app whose sentences are known. Its payers write no chats. */
export const isBusinessApp = (sender: string): boolean => APP_PATTERNS.has(sender.trim())

/** Whether messages of this sender can be trusted at all. */
export const isTrustedSender = (sender: string): boolean =>
  bankOfSender(sender) !== undefined || isBusinessApp(sender)

/**
 * Reads a message that may settle an order without a person: its sender is a bank's registered header or a business app. If the whole message
 * is one of that sender's known sentences, and `parseAlert` reads it the same way, all of it is trusted, with its reference. Otherwise an SMS
 * that begins like a known sentence gives amount, account and direction, if nothing in it speaks against a payment. Undefined for every other
 * message.
 */
export function trustedCredit(message: AlertMessage, sender: string): AlertCredit | undefined {
  const text = alertText(message.text).all
  const title = message.title === undefined ? undefined : alertText(message.title).all
  const known = patternsOf(sender)
  const [whole, ...others] = known.flatMap((patterns) => creditOf(patterns, text, title) ?? [])
  // If two sentences read the message differently, neither is trusted.
  if (whole !== undefined && !others.every((other) => isSamePayment(whole, other))) return undefined
  if (whole?.utr !== undefined) return withRail(whole, others, sender)
  const heads = known.flatMap(({ head }) => head ?? [])
  const credit = whole === undefined ? headCredit(heads, message, sender) : withRail(whole, others, sender)
  return credit === undefined || speaksAgainst(message) ? undefined : credit
}

const withRail = (credit: AlertCredit, others: readonly AlertCredit[], sender: string): AlertCredit => {
  if (others.some(({ rail }) => rail !== credit.rail)) return { ...credit, rail: 'unknown' }
  return credit.rail === 'unknown' && isUpiSender(sender) ? { ...credit, rail: 'upi' } : credit
}

const isSamePayment = (a: AlertCredit, b: AlertCredit): boolean =>
  a.amount === b.amount &&
  a.utr === b.utr &&
  a.namedDay === b.namedDay &&
  a.namedTime === b.namedTime &&
  a.accountDigits === b.accountDigits

/**
 * Reads the reversal of a payment in a bank's message. A known sentence of a credit is never a reversal, whatever the payer's name and note say:
 * otherwise a customer could report one.
 */
export function trustedReversal(message: AlertMessage, sender: string): AlertReversal | undefined {
  if (bankOfSender(sender) === undefined) return undefined
  const text = alertText(message.text).all
  const isCredit = patternsOf(sender).some((patterns) => {
    const groups = patterns.text.exec(text)?.groups
    const { tail = '' } = groups ?? {}
    return (
      groups !== undefined &&
      KNOWN_ENDING.test(tail) &&
      !CONTRADICTION.test(tail) &&
      !RETURNED_MONEY.test(tail)
    )
  })
  return isCredit ? undefined : alertReversal(message)
}

/** How banks continue after their sentence: with the balance, their name, or instructions. */
const KNOWN_ENDING =
  /^[ ).,:;|]*(?:$|-|(?:not|if|dial|a\/c bal|total|clear|final|av\w*|bal\w*|new|helpline|never|thank|to|call|report|get|team|inr|rs|indian|jana|state|do|please|register|download|view)\b)/i
/**
 * Words that contradict the sentence or change its meaning: another rail or reference, or a request, before which some banks put the
 * requester's name, so that the sentence was a part of a name.
 */
const CONTRADICTION =
  /\b(?:failed|declined|cancell?ed|rejected|request\w*|collect|approve|once approved|authori[sz]e|mandate|debited|will be|txn|via|neft|rtgs|ach|clearance|lien|on hold|pending|cash ?back|wrongly|salary|cash deposit)\b|\b(?:ref|rrn|utr|imps)|upi ?[:/]/i
/** Returned money is not a payment. If a payer writes such a word, a person reviews that payment. */
const RETURNED_MONEY = /revers|refund|returned|chargeback/i

const creditOf = (patterns: Patterns, text: string, title: string | undefined): AlertCredit | undefined => {
  const ofText = patterns.text.exec(text)
  const ofTitle = patterns.title?.exec(title ?? '')
  if (ofText === null || ofTitle === null) return undefined
  const groups = { ...ofText.groups, ...ofTitle?.groups }
  const { amount: digits = '', utr = '', vpa = '', when = '', payer, rest, tail = '', account = '' } = groups
  const amount = readGroupedRupees(digits)
  if (amount === undefined || !KNOWN_ENDING.test(tail) || CONTRADICTION.test(tail)) return undefined
  if ([payer, rest, tail].some((words) => RETURNED_MONEY.test(words ?? ''))) return undefined
  // After a name, a second number may be the true reference, and the first a part of the name.
  if (payer !== undefined && TWELVE_DIGITS.test(tail)) return undefined
  // Both may contain the end of the sentence, so neither may contain a number like its reference.
  if (utr !== '' && payer !== undefined && rest !== undefined && TWELVE_DIGITS.test(payer + PAYER + rest))
    return undefined
  if (
    [payer, rest].some((words = '') =>
      isReversal(`UPI/${utr}/${words.slice(0, payerTextLength(words)).trim()}`),
    )
  )
    return undefined
  const reference = parseUtr(utr)
  if (!agreesWithGeneralReader({ amount, reference, rail: patterns.rail }, ofText, ofTitle)) return undefined
  const payerVpa = parseVpa(vpa) ?? parseVpa(payer ?? '')
  const name = payerVpa === undefined ? nameIn(payer ?? rest ?? '') : undefined
  const accountDigits = lastDigits(account)
  return {
    kind: 'credit',
    direction: 'in',
    rail: patterns.rail,
    amount,
    ...(reference && { utr: reference }),
    ...(payerVpa && !/x{3}/i.test(vpa) && { payerVpa }),
    ...(name && { payerName: name }),
    ...(accountDigits && { accountDigits }),
    ...namedIn(when),
  }
}

interface Core {
  readonly amount: Paise
  readonly reference: Utr | undefined
  readonly rail: Rail
}

/**
 * Whether `parseAlert` reads the message without the payer's words as the same credit, and the whole message names no other rail. The bank's
 * next words may revoke the sentence, and only `parseAlert` knows such words.
 */
function agreesWithGeneralReader(
  core: Core,
  ofText: RegExpExecArray,
  ofTitle: RegExpExecArray | undefined,
): boolean {
  if (otherRailIn(alertText(ofText[0])) !== undefined && ofTitle === undefined) return false
  // In an app's notification, the continuation is the payer's too.
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

/** Replaces the payer's words. At the end of an SMS, the bank's words may follow them. */
function withoutPayer({ 0: text, indices }: RegExpExecArray, isApp: boolean): string {
  const { payer, rest } = indices?.groups ?? {}
  const [note = text.length] = rest ?? []
  const bankGoesOn = isApp ? '' : text.slice(note).slice(payerTextLength(text.slice(note)))
  const noteless = rest === undefined ? text : text.slice(0, note) + PAYER + bankGoesOn
  return payer === undefined ? noteless : noteless.slice(0, payer[0]) + PAYER + noteless.slice(payer[1])
}

const NAME_LENGTH_MAX = 100

/** "ASHA RAO-asha@okaxis": from the first letter of a word only, so that the time is linear. */
const NAME_AND_ADDRESS = /(?<![\w.-])([\w.]*)-[\w.-]+@/

/** The payer's name, for display: up to the next field of a narration. */
const nameIn = (text: string): string | undefined => {
  const [field = ''] = text.trim().split(/[/("]| -|\. | on \d/, 1)
  const found = NAME_AND_ADDRESS.exec(field)
  const name = found === null ? field : field.slice(0, found.index + (found[1] ?? '').length)
  return /^\p{L}/u.test(name) && name.length <= NAME_LENGTH_MAX ? name.trim() : undefined
}
