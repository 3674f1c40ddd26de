import type { AlertCredit } from './alert.ts'
import { readGroupedRupees } from './alert-amount.ts'
import { alertText } from './alert-text.ts'
import { parseUtr } from './reference.ts'
import { sentencePattern } from './sentence-pattern.ts'
import { parseVpa } from './vpa.ts'

interface EmailAlerts {
  /** The addresses of the bank's alerts. Its other senders (support, replies) may quote what strangers wrote. */
  readonly senders: readonly string[]
  /** Each begins with the money, which is the first money of the e-mail: nothing that a payer chose stands before it. */
  readonly sentences: readonly string[]
}

/** The sentences of e-mails about UPI credits, as seen in e-mails of the bank. A bank whose wording is not known is not here. */
const EMAIL_ALERTS: Readonly<Record<string, EmailAlerts>> = {
  hdfc: {
    senders: ['alerts@hdfcbank.net', 'alerts@hdfcbank.bank.in'],
    sentences: [
      '{money} is successfully credited to your {account} by VPA {vpa}[ {payer}] on {when}. Your UPI transaction reference number is {utr}{tail}',
      '{money} has been successfully credited to your HDFC Bank account ending in {masked}. Transaction Details: [a.] Date: {when} [b.] Sender: {payer} (VPA: {vpa}) [c.] UPI Reference No.: {utr}{tail}',
    ],
  },
}

const PATTERNS = new Map(
  Object.entries(EMAIL_ALERTS).map(([bank, { senders, sentences }]) => [
    bank,
    { senders, sentences: sentences.map(sentencePattern) },
  ]),
)

const MONEY = /(?:₹|\b(?:rs|inr)\b)[.: ]{0,3}\d/i
const TWELVE_DIGITS = /(?<!\d)\d{12}(?!\d)/
const COMES_BACK = /revers|refund|returned|chargeback/i
const FAILED = /\b(?:failed|declined|cancell?ed|rejected|pending|debited)\b/i
/** The bank's notice about phishing and its footer may be long; a payer's name is not. */
const TAIL_CHARS_MAX = 3_000
const PAYER_CHARS_MAX = 120

/** Whether this address sends the alerts of a bank whose credit e-mails are known. */
export const sendsEmailAlerts = (bankId: string, address: string): boolean =>
  PATTERNS.get(bankId)?.senders.includes(address.toLowerCase()) === true

/**
 * Reads the text of an e-mail that the bank signed. It is a credit when the first money in it begins one of the bank's known sentences,
 * and what follows the sentence has neither another reference nor other money. Undefined for everything else.
 */
export function trustedEmailCredit(text: string, bankId: string, address: string): AlertCredit | undefined {
  if (!sendsEmailAlerts(bankId, address)) return undefined
  const { all } = alertText(text)
  const start = all.search(MONEY)
  if (start < 0 || FAILED.test(all.slice(0, start))) return undefined
  const read = (PATTERNS.get(bankId)?.sentences ?? []).flatMap(
    (pattern) => creditOf(pattern, all.slice(start)) ?? [],
  )
  return read.length === 1 ? read[0] : undefined
}

const creditOf = (pattern: RegExp, text: string): AlertCredit | undefined => {
  const { amount: digits = '', utr = '', vpa = '', payer = '', tail = '' } = pattern.exec(text)?.groups ?? {}
  const amount = readGroupedRupees(digits)
  const reference = parseUtr(utr)
  if (amount === undefined || reference === undefined) return undefined
  if (payer.length > PAYER_CHARS_MAX || tail.length > TAIL_CHARS_MAX || /^\d/.test(tail)) return undefined
  // A name or a footer with a number like a reference, or with money: nobody knows which of the two is the payment's.
  if ([payer, tail].some((words) => TWELVE_DIGITS.test(words) || MONEY.test(words))) return undefined
  if ([payer, tail].some((words) => COMES_BACK.test(words)) || FAILED.test(payer)) return undefined
  const payerVpa = parseVpa(vpa)
  const payerName = payer.trim()
  return {
    kind: 'credit',
    direction: 'in',
    rail: 'upi',
    amount,
    utr: reference,
    ...(payerVpa && { payerVpa }),
    ...(payerName !== '' && { payerName }),
  }
}
