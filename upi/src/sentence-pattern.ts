/** A second dot, or one behind a space, is the decimal point of an amount below a rupee: "Rs..60", "INR .52". */
const CURRENCY = String.raw`(?:rs|inr|₹)(?:\.:?|:)? ?`
const NUMBER = String.raw`\d(?:[\d,]{0,18}\d)?(?:\.\d{1,3})?`
const MASKED = String.raw`[x*n.\d-]{0,29}\d`
const DATE = String.raw`(?:\d{4}-\d{2}-\d{2}|\d{1,2}[-/. ]?(?:\d{1,2}|[a-z]{3,9})[-/. ,]{0,2}\d{2,4}|[a-z]{3,9} \d{1,2},? \d{4})`
const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?: ?[ap]m)?(?: ?ist)?`

/**
 * What may stand in the places of a sentence. Only `payer` and `rest` hold what other people chose freely; a UPI ID has no spaces
 * and no brackets, so that it cannot look like anything else.
 */
const SLOTS: Readonly<Record<string, string>> = {
  /** "Rs.5,00,000.00", "INR 320", "₹500/-", and South Indian Bank's "INR Rs.15000.00". */
  money: `(?:${CURRENCY}){1,2}(?<amount>${NUMBER})(?:/-)?`,
  /** An amount without its currency has two decimals. */
  amount: String.raw`(?<amount>\d[\d,]{0,18}\.\d{2})`,
  account: String.raw`(?:a\/c|account|acct|acc|ac)(?: ?(?:no|number|ending))?\.? ?${MASKED}`,
  masked: MASKED,
  when: `${DATE}(?:,? ?(?:at ?)?${TIME})?`,
  balance: String.raw`(?:a?vl|aval|total)? ?\.?bal(?:ance)?[^a-z\d]{0,4}(?:rs|inr)?[. :]{0,3}[\d,.]{1,20} ?(?:cr)?[. ]{0,3}`,
  vpa: '(?<vpa>[a-z0-9][a-z0-9._*-]{0,255}@[a-z0-9]{2,64})',
  /** The merchant's name in an e-mail. */
  customer: String.raw`[\p{L}\p{M}. ]{1,34}`,
  /** The merchant's own UPI ID. */
  own: '[a-z0-9][a-z0-9._*-]{0,255}@[a-z0-9]{2,64}',
  ifsc: '[a-z]{2,6}',
  utr: String.raw`(?<utr>\d{12})(?!\d)`,
  /** In the middle: it reaches to the last place where the sentence can go on, because what follows is the bank's again. */
  payer: '(?<payer>.*)',
  /** At the end, behind everything that is read: what the payer wrote, and whatever the bank adds. */
  rest: '(?<rest>.*)',
  /** At the end: the bank's own words alone. */
  tail: '(?<tail>.*)',
}

const TO_THE_END = /\{(?:rest|tail)\}$/
const PIECE = /\{(\w+)\}|([[\]<>|])|( )|([^{}[\]<>| ]+)/g
const SIGNS: Readonly<Record<string, string>> = { '[': '(?:', ']': ')?', '<': '(?:', '>': ')', '|': '|' }

/**
 * Compiles a sentence of a table, which it matches as a whole: words stand for themselves in any case, a space for one or none,
 * `{slot}` for what is in SLOTS, `[optional]` and `<one|other>` for what they say.
 */
export function sentencePattern(sentence: string): RegExp {
  const source = sentence.replace(PIECE, (_all, slot?: string, sign?: string, space?: string, words = '') => {
    if (slot !== undefined) return slotPattern(slot)
    if (sign !== undefined) return SIGNS[sign] ?? ''
    return space === undefined ? words.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`) : ' ?'
  })
  // A slot that reaches to the end takes the dots as well; one more repetition behind it would try all ways to share them.
  return new RegExp(TO_THE_END.test(sentence) ? `^${source}$` : `^${source}[. ]*$`, 'diu')
}

const slotPattern = (slot: string): string => {
  const pattern = SLOTS[slot]
  if (pattern === undefined) throw new Error(`no such slot: ${slot}`)
  return pattern
}
