import { shownWords } from './alert-text.ts'
import { HELD_PAISE_MAX, type Paise } from './rupees.ts'

// Longer than any amount, and bounded: within an endless number every digit could begin one.
const NUMBER = String.raw`\d[\d,]{0,18}(?:\.\d{1,3})?`
/** A second dot, or one behind a space, is the decimal point of an amount below a rupee: "Rs..60", "INR .52". */
const CURRENCY = String.raw`(?:rs|inr|₹|rupees|रुपये|रू|रु)(?:\.:?|\s?:)?\s?`
/** "Rs. 5,00,000.00", "INR 320", "₹500/-", "500.00 INR", South Indian Bank's "INR Rs.500". */
const AMOUNT = String.raw`(?:(?:${CURRENCY}){1,2}(${NUMBER})(?![\d,]{0,18}\d)(?:\/-)?|\b(${NUMBER})\s?(?:inr|rupees)\b)`

const FILLERS = String.raw`(?:\s?\([^)]{0,80}\))?(?:\s(?:only|has|have|had|been|is|was|are|successfully|now|just|got)){0,5}`
const CREDITED = String.raw`(?:credited|deposited|received|recd|credit(?=\s(?:in|to|into)\b)|cr\b)`
const TO_YOU = String.raw`(?:(?:added|transferred|sent|paid)\s(?:in)?to\s(?:you|ur)|paid\sby|sent\sby)`

/** Each has the amount in one of its groups; which of them stands first in the text decides. */
const SENTENCES = [
  // "Rs.900.00 credited to", "₹1,250.50 received from", "Rs.500.00 Cr. to"
  `${AMOUNT}${FILLERS}\\s?(?:${CREDITED}|${TO_YOU})`,
  // "Rs 20.00 in A/c XX11 recd from"
  String.raw`${AMOUNT}\s(?:in|to|into)\s(?:your\s|ur\s)?(?:a\/?c|acct?|account)\s(?:(?:no\.?|ending)\s)?[\w*]{1,24}\s(?:is\s|has\sbeen\s)?${CREDITED}`,
  // "credited with Rs 5,000", "Credited for Rs:501.00", "Received ₹2,000", "Cr INR 5,000.00", "IMPS credit of INR 5,000"
  String.raw`\b(?:credited|deposited|received|recd|credit|cr|paid you|sent you|got)[\s:!.,-]{0,3}(?:(?:a|an|the|your|ur|amount|amt|payment|credit|sum|with|by|for|of|you|successfully|upi)\s){0,5}${AMOUNT}`,
  // "credited on 05-Oct-26 with INR 500", "credited your account by Rs 20"
  String.raw`\b(?:credited|deposited)\b(?:(?!\b(?:bal|balance|avl|aval|limit)\b).){0,80}?\s(?:with|by|for|of)\s${AMOUNT}`,
  // "received a UPI Credit in your Kotak A/c (XX4007). … Amount: ₹1.02"
  String.raw`\breceived\sa\s(?:upi\s)?credit\b(?:(?!\b(?:bal|balance|avl|aval|limit)\b).){0,160}?\samount\s?:\s?${AMOUNT}`,
  // "has a credit by Transfer of Rs 500.00", "has credit for VREF 3692 of Rs 5,760.00"
  String.raw`\bhas\s(?:a\s)?credit\s(?:by|for)\b.{0,80}?\sof\s${AMOUNT}`,
  // "transferred Rs 500 to your account"
  String.raw`\b(?:transferred|sent|paid)\s${AMOUNT}\s(?:in)?to\s(?:you|ur)`,
  // "Rs.500.00 UPI द्वारा ASHA RAO से जमा किए गए"
  `${AMOUNT}[^.\\n]{0,120}?(?:जमा|प्राप्त|क्रेडिट)`,
  // "credited by 320.00": no currency at all, but a number that can only be money
  String.raw`\bcredited\s(?:with|by|for)\s(\d[\d,]{0,18}\.\d{2})(?!\d)()`,
].map((source) => new RegExp(source, 'gi'))

const BALANCE_BEFORE =
  /\b(?:a?vl|aval|available|clear|clr|total|new|ledger|updated|current|closing)?\s?(?:bal|balance|limit)\b[^\d]{0,24}$/i

/** The first place that says what was credited; the balance, which follows it in most alerts, is never taken. */
const firstCredited = (text: string): { readonly digits: string; readonly words: string } | undefined => {
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

/** A number at the very end, without its paise, may have lost digits where a phone or a network cut the text. */
const isCutOff = (text: string, digits: string): boolean =>
  !/\.\d\d$/.test(digits) && text.replace(/[.,]$/, '').endsWith(digits)

export function creditedAmount(text: string): Paise | undefined {
  const first = firstCredited(text)
  return first === undefined || isCutOff(text, first.digits) ? undefined : readGroupedRupees(first.digits)
}

/** The words that say that money came. */
export const creditedWords = (text: string): string | undefined => {
  const first = firstCredited(text)
  return first && shownWords(first.words)
}

/** Whether any amount stands in the text that is not a balance. */
export const speaksOfMoney = (text: string): boolean =>
  [...text.matchAll(new RegExp(AMOUNT, 'gi'))].some(({ index }) => !BALANCE_BEFORE.test(text.slice(0, index)))

/** Tells a balance and nothing that came or went. */
export const onlyTellsBalance = (text: string): boolean =>
  /\bbal(?:ance)?\b/i.test(text) &&
  !/\b(?:credit|cr\b|deposit|recei|recd|paid|sent|added|transfer|got)/i.test(text)

const GROUPED = /^(\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.(\d{1,3}))?$/

/**
 * Rupees as banks write them: "5,00,000.00", "320", "100,000.5", "5.000". Undefined for zero, a third decimal that is
 * not zero, commas in wrong places, and what no account could receive.
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

/** The first amount that is not a balance, whatever is said of it: for a person to look at, never to be believed. */
export function firstAmount(text: string): Paise | undefined {
  const found = [...text.matchAll(new RegExp(AMOUNT, 'gi'))].find(
    ({ index }) => !BALANCE_BEFORE.test(text.slice(0, index)),
  )
  return readGroupedRupees(found?.[1] ?? found?.[2] ?? '')
}
