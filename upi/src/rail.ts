import { beforeReference } from './alert-reference.ts'
import { type AlertText, shownWords } from './alert-text.ts'

/** By which way money came. `other` is a way that no customer pays an order by; `unknown` is not named at all. */
export const RAILS = [
  'upi',
  'imps',
  'neft',
  'rtgs',
  'ach',
  'salary',
  'cash',
  'card',
  'other',
  'unknown',
] as const
export type Rail = (typeof RAILS)[number]

/** The rails of a QR payment, and those that an account's owner may count as one. */
export const MAY_SETTLE: Readonly<Record<Rail, 'always' | 'allowed' | 'never'>> = {
  upi: 'always',
  imps: 'allowed',
  unknown: 'allowed',
  neft: 'never',
  rtgs: 'never',
  ach: 'never',
  salary: 'never',
  cash: 'never',
  card: 'never',
  other: 'never',
}

/** A rail, and the bank's own words that name it. */
export interface NamedRail {
  readonly rail: Rail
  readonly words?: string
}

const UNKNOWN: NamedRail = { rail: 'unknown' }

/** In a narration, where the first word is the bank's. */
const NARRATED: readonly (readonly [Rail, RegExp])[] = [
  ['upi', /\b(?:upi[a-z]{0,3}|bhim|gpay|phonepe|paytm|vpa)\b|@(?:ok|ybl|ibl|axl|pt|upi)/i],
  ['imps', /\b(?:imps|mmt)\b/i],
  ['neft', /\bneft\b/i],
  ['rtgs', /\brtgs\b/i],
  ['ach', /\b(?:n?ach|ecs)\b/i],
  ['salary', /\bsal(?:ary)?\b/i],
  ['cash', /\bcash\b/i],
  ['card', /\b(?:pos|atm|card)\b/i],
  [
    'other',
    /\b(?:inft?|tpt|ift|chq|cheque|clg|clearing|int(?:erest)?|dividend|fd|rd|sweep|loan|refund|reversal)\b/i,
  ],
]

const firstNamed = (text: string, table: typeof NARRATED): NamedRail | undefined => {
  const [first] = table
    .flatMap(([rail, pattern]) => {
      const match = pattern.exec(text)
      return match === null ? [] : [{ rail, words: match[0].trim(), at: match.index }]
    })
    .sort((a, b) => a.at - b.at)
  return first && { rail: first.rail, words: first.words }
}

/**
 * The rail that a narration names first: that word is the bank's own. What follows it is what people chose, who may call themselves
 * "Cash and Carry" or write "UPI" as the note of a NEFT transfer.
 */
export const railOf = (narration: string): Rail => (firstNamed(narration, NARRATED) ?? UNKNOWN).rail

/** In a sentence. A shop may be called "Cash and Carry", so a word that names may hold stands only together with what makes it a rail. */
const SPOKEN_OTHER: readonly (readonly [Rail, RegExp])[] = [
  ['neft', /\bneft(?:inward|[- ]?cr)?(?![a-z])|\btowards n\/[a-z]{4}|एनईएफटी/i],
  ['rtgs', /\brtgs(?:inward|[- ]?cr)?(?![a-z])|आरटीजीएस/i],
  ['ach', /\b(?:n?ach(?:[- ]?cr)?|ecs|apbs|dbt)\b(?! bank)/i],
  ['salary', /\b(?:salary|payroll|sal (?:cr|credit))\b|वेतन/i],
  [
    'cash',
    /\bcash[- ]?(?:dep\w*|credit\b|cr\b|in\b|at\b|by\b|recycler|acceptor)|\b(?:by|in|of) cash\b(?! (?:and|&|n) )|\bdeposited cash|\bc(?:dm|ash acceptor)\b|नकद/i,
  ],
  ['card', /\b(?:pos|card|swipe|edc) (?:settlement|sales?|pymt|machine settlement)\b/i],
  [
    'other',
    /\b(?:chq|cheque|demand draft|clearing|clg)\b|\binf[*/]|\binft\b|\bimps? charges?\b|\b(?:interest|dividend|maturity|pension|subsidy|swift|(?:inward|foreign) remittance|demat|sweep(?! in balance))\b|\bfund transfer within\b|चेक|ब्याज/i,
  ],
]
const SPOKEN_IMPS = /\bimps(?:inward)?\b|\bp2a mmt\b|आईएमपीएस/i
const SPOKEN_UPI =
  /\bupi[a-z]{0,3}\b(?! ?pin)|upi(?=[:/-]|\d)|\b(?:bhim|vpa|mob bk ref)\b|\b(?:google pay|gpay|phonepe|paytm|bharatpe) qr\b|यूपीआई/i
const NARRATED_UPI = /^upi/im
const NARRATED_IMPS = /^imps/im
const ADDRESS = /(?<![\w.-])[\w.-]{2,256}@[a-z][a-z0-9]{1,63}(?![\w@-]|\.[a-z])/i

/** The first rail that a message names and no QR payment comes by. */
export const otherRailIn = ({
  spoken,
  narration,
}: Pick<AlertText, 'spoken' | 'narration'>): NamedRail | undefined =>
  firstNamed(spoken, SPOKEN_OTHER) ?? firstNamed(narration, OTHER_NARRATION)

const upiIn = ({ spoken, narration }: AlertText): RegExpExecArray | null =>
  SPOKEN_UPI.exec(spoken) ?? NARRATED_UPI.exec(narration)

/**
 * The rail of a message. Any other rail that it names counts before UPI, and with UPI it is a conflict: a payer's name or a note of
 * the bank may name one, so only a person knows. Behind the reference of what UPI brought banks advertise.
 * Payers' notes and UPI IDs are no part of the bank's words.
 */
export function railOfAlert(text: AlertText): NamedRail & { readonly isConflict?: true } {
  const { spoken, narration, all } = text
  const head = { ...text, ...beforeReference(text) }
  const other = otherRailIn(upiIn(head) === null ? text : head)
  if (other !== undefined) return upiIn(text) === null ? other : { ...other, isConflict: true }
  const imps = SPOKEN_IMPS.exec(spoken) ?? NARRATED_IMPS.exec(narration)
  if (imps !== null) return { rail: 'imps', words: imps[0] }
  const upi = upiIn(text) ?? ADDRESS.exec(all)
  return upi === null ? UNKNOWN : { rail: 'upi', words: shownWords(upi[0]) }
}

const OTHER_NARRATION: typeof NARRATED = [
  ['neft', /^neft/im],
  ['rtgs', /^rtgs/im],
]

const BACK = 'rev|revs|rvsl|rvrsl|revrsl|rtn|reversal|reversed|ret|return|returned|refund|rfnd|rfd|chargeback'
const RAIL_WORD = /\b(?:upi|imps)/i
const BEFORE_RAIL = new RegExp(String.raw`\b(?:${BACK})\b[ /:_-]{0,3}(?:of[ /:_-])?$`, 'i')
/** A doctor or a reverend may be the payer: the word stands alone between the signs that part a narration, or before a number. */
const behindRail = (opposite: 'dr' | 'cr') =>
  new RegExp(
    String.raw`^(?:upi|imps)[a-z]{0,2}[ /:_-]{1,3}(?:(?:cr|p2[amv]|mob|in|by|[cp]?\d{12}|[a-z]{2,6}(?=[/:_-][cp]?\d{12}))[ /:_-]{1,3}){0,3}(?:${BACK}|${opposite}) ?(?=[/:_-]|\d|\.?$)`,
    'i',
  )
const DEBIT_BEHIND_RAIL = behindRail('dr')
const CREDIT_BEHIND_RAIL = behindRail('cr')
const GLUED = new RegExp(String.raw`^(?:upi|imps)(?:${BACK})\b`, 'i')

const goesBack = (narration: string, behindRailWord: RegExp): boolean => {
  const at = narration.search(RAIL_WORD)
  if (at < 0) return false
  const behind = narration.slice(at)
  return BEFORE_RAIL.test(narration.slice(0, at)) || behindRailWord.test(behind) || GLUED.test(behind)
}

/** Whether a credit is the merchant's own payment that came back, by the words in the bank's own fields of a narration. */
export const isReversal = (narration: string): boolean => goesBack(narration, DEBIT_BEHIND_RAIL)

const DISPUTE = /\b(?:charge ?backs?|chg ?bk|chbk|cbk|disputed?|dispute (?:debit|adj\w*))\b/i

/** Whether a debit takes back a payment that came in: a reversal, a chargeback or a dispute. */
export const isReversedCredit = (narration: string): boolean =>
  goesBack(narration, CREDIT_BEHIND_RAIL) || DISPUTE.test(narration)

/** Whether a credit may be a gift of a bank or an app. A payer can write the word too: then a person has to look. */
export const maybeReward = (narration: string): boolean =>
  /\b(?:cash ?back|reward|scratch ?card)s?\b/i.test(narration)
