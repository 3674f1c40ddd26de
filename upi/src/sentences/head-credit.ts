import { type AlertCredit, type AlertMessage, parseAlert } from '../alert.ts'
import { readGroupedRupees } from '../alert-amount.ts'
import { lastDigits } from '../alert-hints.ts'
import { alertText } from '../alert-text.ts'
import { isUpiSender } from '../bank-header.ts'
import { type NamedDay, namedIn } from '../named-day.ts'
import { MAY_SETTLE, otherRailIn } from '../rail.ts'
import type { Paise } from '../rupees.ts'

/**
 * Words against a payment, wherever they stand in a message without a reference that proves it. A payer may write them too: then a person
 * looks at the payment.
 */
const AGAINST = [
  // Money that is not there, or not yet.
  /\bclear(?:ance|ing)\b|\breali[sz]|\blien\b|\b(?:on-?)?hold\b|\bheld\b|\bblocked\b|\bfrozen\b|\bshadow\b|\bprovisional/i,
  /\bpending\b|\bprocess(?:ing|ed)?\b|\bawait|\binitiat|\bschedul|\bexpect(?:ed|s)\b|\b(?:will|shall|would|may|can|to|should) (?:get |be )|\bsoon\b/i,
  // Money that comes back, or does not come.
  /revers|refund|return|charge ?back|\brecall|\brvsl|\brev(?=[\s/:_-])|\berroneous|\bwrong(?:ly)?\b|\bfail|\bdeclin|\breject|\bcancel|\bunsuccess|\bnot (?:been |yet )?(?:credited|received|successful)/i,
  // Money that goes out, or is asked for.
  /\brequest|\bcollect\b|\bmandate|\bauto-?pay|\bapprov|\bauthori[sz]|\bdebit(?!\s?card)|\bdeduct|\bwithdraw|\bspent\b|\b(?:paid|sent|transferred) (?:to|for) (?!you)|\bfrom (?:your|ur)\b/i,
  // Money that pays for nothing.
  /\bcash ?back|\breward|\binterest\b|\bsettle|\bsalary\b|\bpension|\bsubsid|\bdividend|\bredemption|\bmaturity|\bincentive|\bbonus\b|\bcongratulat|\bfirst payment of the day|\bpos p(?:y)?m(?:n)?t/i,
  /वापस|रिफंड|कैशबैक|अनुरोध|लंबित|असफल|विफल|रद्द|नहीं|डेबिट|भेजे|कटौती|निपटान|होगा|जाएग/,
  // Other rails, also where a narration seems to go on, and their references: "SBIN526326123456", "N326261234567".
  /\b(?:neft|rtgs|apbs|n?ach|ecs|cash dep\w*)\b|\b[a-z]{4}[a-z\d]\d{10,17}\b|\bn\d{12,16}\b/i,
]

/** Twelve digits that may be a reference: no part of a UPI ID or a longer number. */
const REFERENCES = /(?<![\d@*])\d{12}(?![\d@])/g

/**
 * Whether a message without a known reference says anything that no plain payment says: two different references, another rail, or words
 * about money that is not there, comes back, goes out or is asked for.
 */
export function speaksAgainst({ title = '', text }: AlertMessage): boolean {
  const whole = alertText(`${title}\n${text}`)
  return (
    AGAINST.some((words) => words.test(whole.all)) ||
    otherRailIn(whole) !== undefined ||
    new Set(whole.all.match(REFERENCES)).size > 1
  )
}

/**
 * A message that was cut may have lost the words against it. One that names a reference or a balance, or is signed, was not cut right behind
 * the beginning.
 */
const GOES_ON =
  /(?<![\d@*])\d{12}(?![\d@])|\b(?:avl|aval|avlbl|clr)?bal(?:ance)?\b[^\d]{0,24}\d|(?:(?<![\w/])(?:[a-z]{0,6}bank|sbi|boi|bob|pnb|iob|cboi|cub|kbl|kvb|tmb|ippb|dbs|sfb|stanchart)|- ?(?:kotak|slice|fi))\.?$/i
/** The bank's next words, if they name UPI: any later ones may be a payer's. */
const UPI_NEXT =
  /^[ ,.:;()-]{0,4}(?:info[ :-]{0,3})?(?:(?:by|via|thru|through|towards|from|as|ref) ){0,2}(?:a\/c linked to |npci )?(?:vpa |[a-z]{2,5}-)?(?:(?:upi|bhim|mob bk)(?![a-z])|[\w.-]{2,99}@[a-z][a-z\d]{1,63}(?![\w.@-]))/i

interface Beginning extends NamedDay {
  readonly amount: Paise
  readonly accountDigits: string
  /** Its words, and those behind it. */
  readonly said: string
  readonly next: string
}

/**
 * The credit that a message reports in the beginning of a known sentence: amount, account, direction and day, no payer and no reference. All
 * beginnings that fit must say the same, and `parseAlert` too. Its rail is UPI only by the bank's own words.
 */
export function headCredit(
  heads: readonly RegExp[],
  { text }: AlertMessage,
  sender?: string,
): AlertCredit | undefined {
  const [first, ...others] = beginningsIn(heads, alertText(text).all)
  if (first === undefined || !others.every((other) => isSame(first, other))) return undefined
  const { said, next, ...read } = [first, ...others].find(({ namedDay }) => namedDay !== undefined) ?? first
  // An e-mail comes whole.
  if (sender !== undefined && !GOES_ON.test(next)) return undefined
  const general = parseAlert({ text }, sender)
  if (general.kind !== 'credit' || general.amount !== first.amount || MAY_SETTLE[general.rail] === 'never')
    return undefined
  const isUpi = /\bupi\b/i.test(said) || UPI_NEXT.test(next) || (sender !== undefined && isUpiSender(sender))
  return {
    kind: 'credit',
    direction: 'in',
    rail: general.rail === 'imps' ? 'imps' : isUpi ? 'upi' : 'unknown',
    ...read,
  }
}

const beginningsIn = (heads: readonly RegExp[], all: string): Beginning[] =>
  heads.flatMap((head) => {
    const found = head.exec(all)
    const { amount: digits = '', account = '', when = '' } = found?.groups ?? {}
    const amount = readGroupedRupees(digits)
    const accountDigits = lastDigits(account)
    if (found === null || amount === undefined || accountDigits === undefined) return []
    const [said] = found
    return [{ amount, accountDigits, ...namedIn(when), said, next: all.slice(said.length) }]
  })

const isSame = (a: Beginning, b: Beginning): boolean =>
  a.amount === b.amount &&
  a.accountDigits === b.accountDigits &&
  (a.namedDay === b.namedDay || a.namedDay === undefined || b.namedDay === undefined)
