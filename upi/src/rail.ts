/** By which way money came, as the narration of a bank's statement tells it. */
export type Rail = 'upi' | 'imps' | 'other' | 'unknown'

const RAILS: readonly (readonly [Rail, RegExp])[] = [
  ['upi', /\b(?:upi[a-z]{0,3}|bhim|gpay|phonepe|paytm|vpa)\b|@(?:ok|ybl|ibl|axl|pt|upi)/i],
  ['imps', /\b(?:imps|mmt)\b/i],
  [
    'other',
    /\b(?:neft|rtgs|inft?|tpt|ift|cash|chq|cheque|clg|clearing|int(?:erest)?|sal(?:ary)?|dividend|fd|rd|sweep|loan|ecs|n?ach|pos|atm|card|refund|reversal)\b/i,
  ],
]

/**
 * The rail that a narration names first: that word is the bank's own. What follows it is what people chose, who may call themselves
 * "Cash and Carry" or write "UPI" as the note of a NEFT transfer.
 */
export function railOf(narration: string): Rail {
  const [first] = RAILS.map(([rail, words]) => ({ rail, at: narration.search(words) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  return first?.rail ?? 'unknown'
}

const BACK = 'rev|revs|rvsl|rvrsl|reversal|reversed|ret|return|returned|refund|rfnd|rfd|chargeback'
const RAIL_WORD = /\b(?:upi|imps)/i
const BEFORE_RAIL = new RegExp(String.raw`\b(?:${BACK})\b[ /:_-]{0,3}(?:of[ /:_-])?$`, 'i')
/** A doctor or a reverend may be the payer: the word stands alone between the signs that part a narration, or before a number. */
const BEHIND_RAIL = new RegExp(
  String.raw`^(?:upi|imps)[a-z]{0,2}[ /:_-]{1,3}(?:(?:cr|p2[amv]|mob|in|[cp]?\d{12})[ /:_-]{1,3}){0,3}(?:${BACK}|dr) ?(?=[/:_-]|\d|$)`,
  'i',
)
const GLUED = new RegExp(String.raw`^(?:upi|imps)(?:${BACK})\b`, 'i')

/** Whether a credit is the merchant's own payment that came back, by the words in the bank's own fields of a narration. */
export function isReversal(narration: string): boolean {
  const at = narration.search(RAIL_WORD)
  if (at < 0) return false
  const behind = narration.slice(at)
  return BEFORE_RAIL.test(narration.slice(0, at)) || BEHIND_RAIL.test(behind) || GLUED.test(behind)
}

/** Whether a credit may be a gift of a bank or an app. A payer can write the word too: then a person has to look. */
export const maybeReward = (narration: string): boolean =>
  /\b(?:cash ?back|reward|scratch ?card)s?\b/i.test(narration)
