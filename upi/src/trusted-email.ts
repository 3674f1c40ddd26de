import { type AlertCredit, type AlertReversal, alertReversal, parseAlert } from './alert.ts'
import { readGroupedRupees } from './alert-amount.ts'
import { alertText } from './alert-text.ts'
import { namedIn } from './named-day.ts'
import { parseUtr, TWELVE_DIGITS } from './reference.ts'
import { sentencePattern } from './sentence-pattern.ts'
import { parseVpa } from './vpa.ts'

interface EmailAlerts {
  /** The addresses of the bank's alerts. Its other senders (support, replies) may quote what strangers wrote. */
  readonly senders: readonly string[]
  /** Each starts with the first word of the e-mail. No text of a payer and no other amount precedes the amount. */
  readonly sentences: readonly string[]
}

const SUMMARY = "Here<'|’>s the summary of your transaction:"

/** The sentences of e-mails about UPI credits, as seen in the banks' e-mails. Banks whose wording is unknown are not listed. */
export const EMAIL_ALERTS: Readonly<Record<string, EmailAlerts>> = {
  hdfc: {
    senders: ['alerts@hdfcbank.net', 'alerts@hdfcbank.bank.in'],
    sentences: [
      '[Dear {customer},] {money} is successfully credited to your {account} by VPA {vpa}[ {payer}] on {when}. Your UPI transaction reference number is {utr}{tail}',
      "[Dear {customer},] Greetings from HDFC Bank! We<'re|’re| are> writing to inform you that {money} has been successfully credited to your HDFC Bank account ending in {masked}. Transaction Details: [a.] Date: {when} [b.] Sender: {payer} (VPA: {vpa}) [c.] UPI Reference No.: {utr}{tail}",
    ],
  },
  axis: {
    senders: ['alerts@axisbank.com', 'alerts@axis.bank.in'],
    sentences: [
      `[{sent}] Dear {customer}, ${SUMMARY} Amount Credited: {money} Account Number: {masked} Date & Time: {when} Transaction Info: UPI/<P2A|P2M>/{utr}/{rest}`,
      '[{sent}] Dear {customer}, [Thank you for banking with us.] We wish to inform you that your {account} has been credited with {money} on {when} by UPI/<P2A|P2M>/{utr}/{rest}',
    ],
  },
  kotak: {
    senders: ['no-reply@kotak.com', 'bankalerts@kotak.com', 'bankalerts@kotak.bank.in'],
    sentences: [
      `[If you are unable to view the below e-mailer, please click here .] Hi 811 Customer, You<'|’>ve received a UPI Credit in your Kotak A/c ({masked}). ${SUMMARY} Date: {when} Amount: {money} Sender: {payer} UPI Reference Number (RRN): {utr}{tail}`,
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
/** Words that contradict the sentence, or show that it is a quotation. */
const CONTRADICTS =
  /revers|refund|returned|chargeback|\b(?:failed|declined|cancell?ed|rejected|pending|debited)\b|\bwrote:|original message|forwarded message/i
/** The bank's notice about phishing and its footer may be long; a payer's name is not. */
const TAIL_CHARS_MAX = 3_000
const PAYER_CHARS_MAX = 120

/** Whether this address sends the alerts of a bank whose credit e-mails are known. */
export const sendsEmailAlerts = (bankId: string, address: string): boolean =>
  PATTERNS.get(bankId)?.senders.includes(address.toLowerCase()) === true

export interface SignedEmail {
  readonly subject: string | null
  readonly text: string
}

/**
 * Reads an e-mail that the bank signed. It is a credit if it starts with one of the bank's known sentences, no other amount follows, no name
 * contains another reference, no word in the subject or after the sentence contradicts it, and `parseAlert` finds the same. Otherwise
 * undefined.
 */
export function trustedEmailCredit(
  { subject, text }: SignedEmail,
  bankId: string,
  address: string,
): AlertCredit | undefined {
  if (!sendsEmailAlerts(bankId, address)) return undefined
  const read = sentencesIn({ subject, text }, bankId).flatMap((groups) => creditOf(groups) ?? [])
  const [credit] = read
  if (credit === undefined || read.length > 1) return undefined
  const general = parseAlert({ text })
  if (general.kind !== 'credit' || general.rail !== 'upi' || general.amount !== credit.amount)
    return undefined
  const { payerName } = general
  return { ...(payerName && { payerName }), ...credit }
}

/**
 * Reads the reversal of a payment in an e-mail that the bank signed. A known sentence of a credit is never a reversal, whatever the payer's
 * name says.
 */
export function trustedEmailReversal(
  { subject, text }: SignedEmail,
  bankId: string,
  address: string,
): AlertReversal | undefined {
  if (!sendsEmailAlerts(bankId, address)) return undefined
  const isCredit = sentencesIn({ subject, text }, bankId).some(({ tail = '' }) => !CONTRADICTS.test(tail))
  return isCredit ? undefined : alertReversal(subject === null ? { text } : { title: subject, text })
}

type Groups = Readonly<Record<string, string | undefined>>

/** The slots of each known sentence of the bank that matches the e-mail. */
const sentencesIn = ({ subject, text }: SignedEmail, bankId: string): Groups[] => {
  if (CONTRADICTS.test(alertText(subject ?? '').all)) return []
  const { all } = alertText(text)
  return (PATTERNS.get(bankId)?.sentences ?? []).flatMap((pattern): Groups[] => {
    const groups = pattern.exec(all)?.groups
    return groups === undefined ? [] : [groups]
  })
}

const creditOf = ({
  amount: digits = '',
  utr = '',
  vpa = '',
  when = '',
  payer = '',
  rest = '',
  tail = '',
}: Groups): AlertCredit | undefined => {
  const amount = readGroupedRupees(digits)
  const reference = parseUtr(utr)
  if (amount === undefined || reference === undefined) return undefined
  const behind = tail + rest
  if (payer.length > PAYER_CHARS_MAX || behind.length > TAIL_CHARS_MAX || /^\d/.test(tail)) return undefined
  // With a second reference or amount in a name or footer, it is unclear which is the payment's.
  if ([payer, tail].some((words) => TWELVE_DIGITS.test(words))) return undefined
  if ([payer, behind].some((words) => MONEY.test(words) || CONTRADICTS.test(words))) return undefined
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
    ...namedIn(when),
  }
}
