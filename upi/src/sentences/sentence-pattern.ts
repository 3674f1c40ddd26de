/** A second dot, or a dot after a space, is the decimal point of an amount below one rupee: "Rs..60", "INR .52". */
const CURRENCY = String.raw`(?:rs|inr|₹)(?:\.:?|:)? ?`
const NUMBER = String.raw`\d(?:[\d,]{0,18}\d)?(?:\.\d{1,3})?`
const MASKED = String.raw`[x*n.\d-]{0,29}\d`
const ACCOUNT = String.raw`(?:a\/c|account|acct|acc|ac)(?: ?(?:no|number|ending(?: in)?))?\.? ?`
const DATE = String.raw`(?:\d{4}-\d{2}-\d{2}|\d{1,2}[-/. ]?(?:\d{1,2}|[a-z]{3,9})[-/. ,]{0,2}\d{2,4}|[a-z]{3,9} \d{1,2},? \d{4})`
const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?: ?[ap]m)?(?: ?ist)?`
const WHEN = `${DATE}(?:,? ?(?:at ?)?${TIME})?`

/**
 * The patterns of a sentence's slots. Only `payer` and `rest` contain text that other people chose freely. A UPI ID has no spaces and brackets,
 * so it cannot imitate anything.
 */
const SLOTS: Readonly<Record<string, string>> = {
  /** "Rs.5,00,000.00", "INR 320", "₹500/-", and South Indian Bank's "INR Rs.15000.00". */
  money: `(?:${CURRENCY}){1,2}(?<amount>${NUMBER})(?:/-)?`,
  /** An amount without its currency has two decimals. */
  amount: String.raw`(?<amount>\d[\d,]{0,18}\.\d{2})`,
  /** "500.00 Rupees" */
  rupees: `(?<amount>${NUMBER}) ?rupees`,
  /** The merchant's account: "A/c no. XX1234". */
  account: `${ACCOUNT}(?<account>${MASKED})`,
  /** The same without its name, where the sentence names it: "account: XX1234". */
  digits: `(?<account>${MASKED})`,
  /** The payer's account. */
  other: `${ACCOUNT}${MASKED}`,
  masked: MASKED,
  when: `(?<when>${WHEN})`,
  /** The time in an e-mail's heading. */
  sent: WHEN,
  balance: String.raw`(?:a?vl|aval|avail(?:able)?|total|total avail(?:able)?)?\.? ?bal(?:ance)?[^a-z\d]{0,4}(?:rs|inr|₹)?[. :]{0,3}[\d,.]{1,20} ?(?:cr)?[. ]{0,3}`,
  vpa: '(?<vpa>[a-z0-9][a-z0-9._*-]{0,255}@[a-z0-9]{2,64})',
  /** The merchant's name in an e-mail. */
  customer: String.raw`[\p{L}\p{M}. ]{1,34}`,
  /** Of the first name only. */
  first: String.raw`[\p{L}\p{M}]{1,34}`,
  /** The merchant's own UPI ID. */
  own: '[a-z0-9][a-z0-9._*-]{0,255}@[a-z0-9]{2,64}',
  ifsc: '[a-z]{2,6}',
  utr: String.raw`(?<utr>\d{12})(?!\d)`,
  /** In the middle. It extends to the last position where the sentence can continue: the rest is the bank's again. */
  payer: '(?<payer>.*)',
  /** At the end: the payer's words, and whatever the bank adds. */
  rest: '(?<rest>.*)',
  /** At the end: the bank's own words only. */
  tail: '(?<tail>.*)',
}

const TO_THE_END = /\{(?:rest|tail)\}$/
const PIECE = /\{(\w+)\}|([[\]<>|])|( )|([^{}[\]<>| ]+)/g
const GROUPING: Readonly<Record<string, string>> = { '[': '(?:', ']': ')?', '<': '(?:', '>': ')', '|': '|' }

/**
 * Compiles a sentence to a pattern for whole messages. Words match in any case, a space matches one or none, `{slot}` matches the pattern in
 * SLOTS; parts may be `[optional]` or `<one|other>`.
 */
export function sentencePattern(sentence: string): RegExp {
  const source = sourceOf(sentence)
  // A slot that extends to the end matches the dots too. Another repetition after it would try all ways to split them.
  return new RegExp(TO_THE_END.test(sentence) ? `^${source}$` : `^${source}[. ]*$`, 'diu')
}

const sourceOf = (sentence: string): string =>
  sentence.replace(PIECE, (_all, slot?: string, bracket?: string, space?: string, literal = '') => {
    if (slot !== undefined) return slotPattern(slot)
    if (bracket !== undefined) return GROUPING[bracket] ?? ''
    return space === undefined ? literal.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`) : ' ?'
  })

const slotPattern = (slot: string): string => {
  const pattern = SLOTS[slot]
  if (pattern === undefined) throw new Error(`no such slot: ${slot}`)
  return pattern
}

/** A payer chose what stands in them, or they are known only in a whole sentence. */
const NOT_IN_HEAD = new Set(['payer', 'rest', 'vpa', 'utr', 'tail'])
const PARTS_OF_HEAD: Readonly<Record<string, string>> = {
  money: 'amount',
  amount: 'amount',
  account: 'account',
  digits: 'account',
}
const VERB = /^(?:credited|credit|deposited|received|recd|cr)(?![a-z])/i
/** The day, where a bank says it next. */
const DAY_NEXT = `[ ,.]{0,3}(?:(?:via|by|thru|through) (?:upi|imps) ?)?(?:on (?:date )?|at |dt )?(?<when>${WHEN})`
/** Behind the last number or word, so that none was read in part. */
const NO_FURTHER = String.raw`(?![\p{L}\p{M}\p{N}\p{Cs}\ufffd@*]|[.,]\p{N})`

/**
 * Compiles the beginning of a sentence, up to where amount, account and "credited" have been said, and the day if it follows; whatever stands
 * behind. Undefined if a payer's words come before.
 */
export function headPattern(sentence: string): RegExp | undefined {
  const end = endOfHead(sentence)
  if (end === undefined) return undefined
  const head = sentence.slice(0, end)
  const day = head.includes('{when}') ? '' : `(?:${DAY_NEXT}${NO_FURTHER})?`
  return new RegExp(`^${sourceOf(head)}${NO_FURTHER}${day}`, 'diu')
}

/** Where the sentence has said all parts of a beginning. */
function endOfHead(sentence: string): number | undefined {
  const missing = new Set(['amount', 'account', 'verb'])
  let open = ''
  for (const { 0: piece, 1: slot, 2: bracket, index } of sentence.matchAll(PIECE)) {
    if (slot !== undefined && NOT_IN_HEAD.has(slot)) return undefined
    if (bracket === '[' || bracket === '<') open += bracket
    else if (bracket === ']' || bracket === '>') open = open.slice(0, -1)
    // What a sentence may leave out says nothing.
    if (!open.includes('[')) missing.delete(VERB.test(piece) ? 'verb' : (PARTS_OF_HEAD[slot ?? ''] ?? ''))
    if (open === '' && missing.size === 0) return index + piece.length
  }
  return undefined
}
