import { type AlertCredit, type AlertReversal, alertReversal, parseAlert } from './alert.ts'
import { readGroupedRupees } from './alert-amount.ts'
import { lastDigits } from './alert-hints.ts'
import { alertText } from './alert-text.ts'
import { namedIn } from './named-day.ts'
import type { Rail } from './rail.ts'
import { parseUtr, TWELVE_DIGITS } from './reference.ts'
import { railOfSentence } from './sentences/bank-sentence.ts'
import { headCredit, speaksAgainst } from './sentences/head-credit.ts'
import { headPattern, sentencePattern } from './sentences/sentence-pattern.ts'
import { parseVpa } from './vpa.ts'

interface EmailAlerts {
  /** The addresses of the bank's alerts. Its other senders (support, replies) may quote what strangers wrote. */
  readonly senders: readonly string[]
  /** Each starts with the first word of the e-mail. No text of a payer and no other amount precedes the amount. */
  readonly sentences: readonly string[]
}

const SUMMARY = "Here<'|’>s the summary of your transaction:"
const SBI = '[Greetings from SBI !] [Dear Customer,] Your {account}'

/**
 * The sentences of e-mails about credits, as two sources show them. Banks whose wording is unknown are not listed. A sentence without a
 * reference counts by its beginning only.
 */
export const EMAIL_ALERTS: Readonly<Record<string, EmailAlerts>> = {
  hdfc: {
    senders: ['alerts@hdfcbank.net', 'alerts@hdfcbank.bank.in'],
    sentences: [
      '[Dear {customer},] {money} is successfully credited to your {account} by VPA {vpa}[ {payer}] on {when}. Your UPI transaction reference number is {utr}{tail}',
      "[Dear {customer},] Greetings from HDFC Bank! We<'re|’re| are> writing to inform you that {money} has been successfully credited to your HDFC Bank {account}. Transaction Details: [a.] Date: {when} [b.] Sender: {payer} (VPA: {vpa}) [c.] UPI Reference No.: {utr}{tail}",
    ],
  },
  axis: {
    senders: ['alerts@axisbank.com', 'alerts@axis.bank.in'],
    sentences: [
      `[{sent}] Dear {customer}, ${SUMMARY} Amount Credited: {money} Account Number: {digits} Date & Time: {when} Transaction Info: UPI/<P2A|P2M>/{utr}/{rest}`,
      '[{sent}] Dear {customer}, [Thank you for banking with us.] We wish to inform you that your {account} has been credited with {money} on {when} by UPI/<P2A|P2M>/{utr}/{rest}',
    ],
  },
  kotak: {
    senders: ['no-reply@kotak.com', 'bankalerts@kotak.com', 'bankalerts@kotak.bank.in'],
    sentences: [
      `[If you are unable to view the below e-mailer, please click here .] Hi 811 Customer, You<'|’>ve received a UPI Credit in your Kotak A/c ({digits}). ${SUMMARY} Date: {when} Amount: {money} Sender: {payer} UPI Reference Number (RRN): {utr}{tail}`,
      'Dear {customer}, We wish to inform you that your {account} is credited by {money} on {when} for IMPS transaction. Please find the details as below: Sender Name: {payer} Sender Mobile No: {masked} IMPS Reference No: {utr} Remarks : {rest}',
    ],
  },
  slice: {
    senders: ['noreply@slice.bank.in', 'noreply@sliceit.com'],
    sentences: [
      'Hi {customer}, You have received {money} via UPI in your slice [bank] {account}[!][.] [{balance}] Transaction date {when} From {payer} RRN {utr}{tail}',
    ],
  },
  indusind: {
    senders: ['indusind_bank@indusind.com', 'transactionalert@indusind.com'],
    sentences: [
      '[IndusInd Bank] Dear Customer, Thank you for banking with us. Your IndusInd Bank {account} has been Credited for {money} towards UPI/{utr}/CR/{rest}',
    ],
  },
  canara: {
    senders: ['canarabank@canarabank.com'],
    sentences: [
      'Dear Customer, [Thanking you for banking with Canara Bank.] An amount of {money} has been CREDITED on {when} to your {account} from {payer} with UPI Ref No[.][:] {utr}{tail}',
    ],
  },
  idfc: {
    senders: ['transaction.alerts@idfcfirstbank.com'],
    sentences: [
      '[Greetings from IDFC FIRST Bank.] Dear {customer}, Your {account} has been credited with {money} on {when}{tail}',
    ],
  },
  sbi: {
    senders: ['cbsalerts.sbi@alerts.sbi.bank.in', 'cbsalerts.sbi@alerts.sbi.co.in'],
    sentences: [
      `${SBI} has a credit by transfer of {money} on {when}{tail}`,
      `${SBI} Credited {money} on {when}{tail}`,
    ],
  },
}

const PATTERNS = new Map(
  Object.entries(EMAIL_ALERTS).map(([bank, { senders, sentences }]) => [
    bank,
    {
      senders,
      sentences: sentences.map((each) => ({ text: sentencePattern(each), rail: railOfSentence(each) })),
      heads: sentences.flatMap((each) => headPattern(each) ?? []),
    },
  ]),
)

/** A balance is no second amount. */
const BALANCE = /\bbal(?:ance)?\b[^.₹]{0,40}(?:₹|\b(?:rs|inr)\b)[.: ]{0,3}[\d,.]+/gi
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
  if (read.length > 1) return undefined
  if (credit === undefined) return creditInHead({ subject, text }, bankId)
  const general = parseAlert({ text })
  if (general.kind !== 'credit' || general.rail !== credit.rail || general.amount !== credit.amount)
    return undefined
  const { payerName } = general
  return { ...(payerName && { payerName }), ...credit }
}

/** Names and notes of payers and the bank's next words, but not its footer: there banks warn of failed payments and passwords. */
const BODY_CHARS = 600
const QUOTED = /\bwrote:|original message|forwarded message|\brevers|\bcharge ?back/i

function creditInHead({ subject, text }: SignedEmail, bankId: string): AlertCredit | undefined {
  const { all } = alertText(text)
  const body = { title: subject ?? '', text: all.slice(0, BODY_CHARS) }
  if (CONTRADICTS.test(alertText(body.title).all) || QUOTED.test(all) || speaksAgainst(body)) return undefined
  return headCredit(PATTERNS.get(bankId)?.heads ?? [], body)
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

interface Groups extends Readonly<Record<string, string | undefined>> {
  readonly rail: Rail
}

/** The slots of each known sentence of the bank that matches the e-mail. */
const sentencesIn = ({ subject, text }: SignedEmail, bankId: string): Groups[] => {
  if (CONTRADICTS.test(alertText(subject ?? '').all)) return []
  const { all } = alertText(text)
  return (PATTERNS.get(bankId)?.sentences ?? []).flatMap((pattern): Groups[] => {
    const groups = pattern.text.exec(all)?.groups
    return groups === undefined ? [] : [{ ...groups, rail: pattern.rail }]
  })
}

const creditOf = ({
  rail,
  account = '',
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
  const after = payer === '' ? tail : behind
  if ([payer, after].some((words) => TWELVE_DIGITS.test(words))) return undefined
  if ([payer, behind].some((words) => MONEY.test(words.replace(BALANCE, '')) || CONTRADICTS.test(words)))
    return undefined
  const accountDigits = lastDigits(account)
  const payerVpa = parseVpa(vpa)
  const payerName = payer.trim()
  return {
    kind: 'credit',
    direction: 'in',
    rail,
    amount,
    utr: reference,
    ...(accountDigits && { accountDigits }),
    ...(payerVpa && { payerVpa }),
    ...(payerName !== '' && { payerName }),
    ...namedIn(when),
  }
}
