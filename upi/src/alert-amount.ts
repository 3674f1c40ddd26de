import { excerptOf } from './alert-text.ts'
import { HELD_PAISE_MAX, type Paise } from './rupees.ts'

// Longer than any amount, but bounded: in an endless number a match could start at every digit.
const NUMBER = String.raw`\d[\d,]{0,18}(?:\.\d{1,3})?`
/** A second dot, or a dot after a space, is the decimal point of an amount below one rupee: "Rs..60", "INR .52". */
const CURRENCY = String.raw`(?:rs|inr|₹|rupees|रुपये|रू|रु)(?:\.:?|\s?:)?\s?`
/** A digit outside the basic plane (PhonePe Business writes "𝟓") that was cut in two. */
const HALF = String.raw`[\ud800-\udfff\ufffd]`
/** "Rs. 5,00,000.00", "INR 320", "₹500/-", "500.00 INR", South Indian Bank's "INR Rs.500". */
const AMOUNT = String.raw`(?:(?:${CURRENCY}){1,2}(${NUMBER})(?![\d,]{0,18}\d|[.,]?${HALF})(?:\/-)?|\b(${NUMBER})\s?(?:inr|rupees)\b)`

const FILLERS = String.raw`(?:\s?\([^)]{0,80}\))?(?:\s(?:only|has|have|had|been|is|was|are|successfully|now|just|got)){0,5}`
const CREDITED = String.raw`(?:credited|deposited|received|recd|credit(?=\s(?:in|to|into)\b)|cr\b)`
const TO_YOU = String.raw`(?:(?:added|transferred|sent|paid)\s(?:in)?to\s(?:you|ur)|paid\sby|sent\sby)`

/** Sentences of a credit, each with the amount in a group. The first match in the text counts. */
const SENTENCES = [
  // "Rs.900.00 credited to", "₹1,250.50 received from", "Rs.500.00 Cr. to"
  `${AMOUNT}${FILLERS}\\s?(?:${CREDITED}|${TO_YOU})`,
  // "Rs 20.00 in A/c XX11 recd from"
  String.raw`${AMOUNT}\s(?:in|to|into)\s(?:your\s|ur\s)?(?:a\/?c|acct?|account)\s(?:(?:no\.?|ending(?:\sin)?)\s)?[\w*]{1,24}\s(?:is\s|has\sbeen\s)?${CREDITED}`,
  // "credited with Rs 5,000", "Credited for Rs:501.00", "Received ₹2,000", "Cr INR 5,000.00", "IMPS credit of INR 5,000"
  String.raw`\b(?:credited|deposited|received|recd|credit|cr|paid you|sent you|got)[\s:!.,-]{0,3}(?:(?:a|an|the|your|ur|amount|amt|payment|credit|sum|with|by|for|of|you|successfully|upi)\s){0,5}${AMOUNT}`,
  // "credited on 05-Oct-26 with INR 500", "credited your account by Rs 20"
  String.raw`\b(?:credited|deposited)\b(?:(?!\b(?:bal|balance|avl|aval|limit)\b).){0,80}?\s(?:with|by|for|of)\s${AMOUNT}`,
  // "received a UPI Credit in your Kotak A/c (XX4007). … Amount: ₹1.02"
  String.raw`\breceived\sa\s(?:upi\s)?credit\b(?:(?!\b(?:bal|balance|avl|aval|limit)\b).){0,160}?\samount\s?:\s?${AMOUNT}`,
  // "has a credit by Transfer of Rs 500.00", "has credit for VREF 3692 of Rs 5,760.00"
  String.raw`\bhas\s(?:a\s)?credit\s(?:by|for)\b.{0,80}?\sof\s${AMOUNT}`,
  // "Credit transaction of Rs 500 in A/c XX1", "Type: Credit Txn, Amount: INR 500"
  String.raw`\bcredit\s(?:transaction|txn|trxn)\b(?:(?!\b(?:bal|balance|avl|aval|limit|charges?|fees?)\b).){0,80}?${AMOUNT}`,
  // "transferred Rs 500 to your account"
  String.raw`\b(?:transferred|sent|paid)\s${AMOUNT}\s(?:in)?to\s(?:you|ur)`,
  // "Rs.500.00 UPI द्वारा ASHA RAO से जमा किए गए"
  `${AMOUNT}[^.\\n]{0,120}?(?:जमा|प्राप्त|क्रेडिट)`,
  // "credited by 320.00": no currency at all, but a number that can only be money
  String.raw`\bcredited\s(?:with|by|for)\s(\d[\d,]{0,18}\.\d{2})(?!\d)()`,
].map((source) => new RegExp(source, 'gi'))

const BALANCE_BEFORE =
  /\b(?:a?vl|aval|available|clear|clr|total|new|ledger|updated|current|closing)?\s?(?:bal|balance|limit)\b[^\d]{0,24}$/i

/** Finds the first credited amount. The balance, which follows it in most alerts, is never taken. */
const findCredited = (text: string): { readonly digits: string; readonly words: string } | undefined => {
  const [first] = SENTENCES.flatMap((sentence) =>
    [...text.matchAll(sentence)]
      .map((match) => ({
        words: match[0],
        at: match.index,
        digits: (match[1] || match[2] || '').replace(/,$/, ''),
      }))
      .filter(({ words, at, digits }) => !BALANCE_BEFORE.test(text.slice(0, at + words.indexOf(digits)))),
  ).sort((a, b) => a.at - b.at)
  return first
}

/** A number without paise at the very end may have lost digits, because a phone or a network cut the text. */
const isCutOff = (text: string, digits: string): boolean =>
  !/\.\d\d$/.test(digits) && text.replace(/[.,]$/, '').endsWith(digits)

export function creditedAmount(text: string): Paise | undefined {
  const first = findCredited(text)
  return first === undefined || isCutOff(text, first.digits) ? undefined : readGroupedRupees(first.digits)
}

/** The words that report the credit. */
export const creditedWords = (text: string): string | undefined => {
  const first = findCredited(text)
  return first && excerptOf(first.words)
}

/** Whether the text mentions an amount that is not a balance. */
export const mentionsAmount = (text: string): boolean => amountsIn(text).length > 0

/** All amounts but balances. */
const amountsIn = (text: string): RegExpExecArray[] =>
  [...text.matchAll(new RegExp(AMOUNT, 'gi'))].filter(
    ({ index }) => !BALANCE_BEFORE.test(text.slice(0, index)),
  )

/** Whether the text reports a balance, and no credit or debit. */
export const mentionsOnlyBalance = (text: string): boolean =>
  /\bbal(?:ance)?\b/i.test(text) &&
  !/\b(?:credit|cr\b|deposit|recei|recd|paid|sent|added|transfer|got)/i.test(text)

const GROUPED = /^(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{1,3}))?$/

/**
 * Reads rupees as banks write them: "5,00,000.00", "320", "100,000.5", "5.000". Undefined for zero, a third decimal that is
 * not zero, misplaced commas, and more than any account could receive.
 */
export function readGroupedRupees(text: string): Paise | undefined {
  const match = GROUPED.exec(text)
  if (match === null) return undefined
  const [, whole = '', fraction = ''] = match
  const digits = whole.replaceAll(',', '')
  if (digits.length > 13 || fraction.charAt(2) > '0') return undefined
  const paise = BigInt(digits) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0'))
  return paise > 0n && paise <= HELD_PAISE_MAX ? (paise as Paise) : undefined
}

/** Finds the first amount that is not a balance, in whatever sentence: to show to a person, never to trust. */
export function firstAmount(text: string): Paise | undefined {
  const [match] = amountsIn(text)
  return readGroupedRupees(match?.[1] ?? match?.[2] ?? '')
}
