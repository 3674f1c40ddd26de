import { beforeReference } from './alert-reference.ts'
import { type AlertText, excerptOf } from './alert-text.ts'

/** The payment rail. `other` is never used to pay an order; `unknown` means that none is named. */
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

/** Whether money of a rail may settle an order: always, if the merchant allows it, or never. */
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
 * The rail that a narration names first, which is the bank's own word. People chose the words after it: a payer may be called "Cash and
 * Carry", or write "UPI" as the note of a NEFT transfer.
 */
export const railOf = (narration: string): Rail => (firstNamed(narration, NARRATED) ?? UNKNOWN).rail

/** Rails in a sentence. A word that a name may contain counts only together with others: a shop may be called "Cash and Carry". */
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

/** The first rail in a message that QR payments do not use. */
export const otherRailIn = ({
  spoken,
  narration,
}: Pick<AlertText, 'spoken' | 'narration'>): NamedRail | undefined =>
  firstNamed(spoken, SPOKEN_OTHER) ?? firstNamed(narration, OTHER_NARRATION)

const upiIn = ({ spoken, narration }: AlertText): RegExpExecArray | null =>
  SPOKEN_UPI.exec(spoken) ?? NARRATED_UPI.exec(narration)

/**
 * Finds the rail of a message. Another rail takes precedence over UPI. Both together are a conflict, which a person resolves: the other one may
 * be a part of the payer's name or of a bank's notice. After the reference of a UPI payment banks advertise, so nothing there counts. Neither
 * do payers' notes and UPI IDs.
 */
export function railOfAlert(text: AlertText): NamedRail & { readonly isConflict?: true } {
  const { spoken, narration, all } = text
  const head = { ...text, ...beforeReference(text) }
  const other = otherRailIn(upiIn(head) === null ? text : head)
  if (other !== undefined) return upiIn(text) === null ? other : { ...other, isConflict: true }
  const imps = SPOKEN_IMPS.exec(spoken) ?? NARRATED_IMPS.exec(narration)
  if (imps !== null) return { rail: 'imps', words: imps[0] }
  const upi = upiIn(text) ?? ADDRESS.exec(all)
  return upi === null ? UNKNOWN : { rail: 'upi', words: excerptOf(upi[0]) }
}

const OTHER_NARRATION: typeof NARRATED = [
  ['neft', /^neft/im],
  ['rtgs', /^rtgs/im],
]

const BACK = 'rev|revs|rvsl|rvrsl|revrsl|rtn|reversal|reversed|ret|return|returned|refund|rfnd|rfd|chargeback'
const RAIL_WORD = /\b(?:upi|imps)/i
const BEFORE_RAIL = new RegExp(String.raw`\b(?:${BACK})\b[ /:_-]{0,3}(?:of[ /:_-])?$`, 'i')
/** A payer may be a doctor (Dr) or a reverend (Rev), so the word must be a field of the narration, or precede a number. */
const behindRail = (opposite: 'dr' | 'cr') =>
  new RegExp(
    String.raw`^(?:upi|imps)[a-z]{0,2}[ /:_-]{1,3}(?:(?:cr|p2[amv]|mob|in|by|[cp]?\d{12}|[a-z]{2,6}(?=[/:_-][cp]?\d{12}))[ /:_-]{1,3}){0,3}(?:${BACK}|${opposite}) ?(?=[/:_-]|\d|\.?$)`,
    'i',
  )
const DEBIT_BEHIND_RAIL = behindRail('dr')
const CREDIT_BEHIND_RAIL = behindRail('cr')
const GLUED = new RegExp(String.raw`^(?:upi|imps)(?:${BACK})\b`, 'i')

const isTakenBack = (narration: string, behindRailWord: RegExp): boolean => {
  const at = narration.search(RAIL_WORD)
  if (at < 0) return false
  const behind = narration.slice(at)
  return BEFORE_RAIL.test(narration.slice(0, at)) || behindRailWord.test(behind) || GLUED.test(behind)
}

/** Whether a credit is a returned payment of the merchant, by the bank's own fields of the narration. */
export const isReversal = (narration: string): boolean => isTakenBack(narration, DEBIT_BEHIND_RAIL)

/** Some banks write the payer's note between the bare UTR and the payer's UPI ID. */
const NOTE_AND_ADDRESS = new RegExp(
  String.raw`(\b(?:upi|imps)[a-z]{0,2}[ /:_-]{1,3}\d{12} ?)/ ?(?:${BACK}|dr) ?/ ?[\w.-]{2,256}@.*`,
  'i',
)

/** Whether a reversal is one only by what may be the payer's note, so that a person decides. */
export const isReversalByNote = (narration: string): boolean =>
  isReversal(narration) && !isReversal(narration.replace(NOTE_AND_ADDRESS, '$1'))

const DISPUTE = /\b(?:charge ?backs?|chg ?bk|chbk|cbk|disputed?|dispute (?:debit|adj\w*))\b/i

/** Whether a debit takes back an earlier credit: a reversal, a chargeback or a dispute. */
export const isReversedCredit = (narration: string): boolean =>
  isTakenBack(narration, CREDIT_BEHIND_RAIL) || DISPUTE.test(narration)

const RETURN_FIELD = new RegExp(`(?:^|[/:_-]) ?(?:${BACK}) ?(?=[/:_-]|$)`, 'i')

/** Whether a credit may be returned money, by a word anywhere in the narration. A payer can write the word too, so a person decides. */
export const maybeReturned = (narration: string): boolean =>
  RETURN_FIELD.test(narration) ||
  /\b(?:revers(?:al|ed)|refund(?:ed)?|returned|charge ?backs?)\b/i.test(narration)

/** Whether a credit may be a reward of a bank or an app. A payer can write the word too, so a person decides. */
export const maybeReward = (narration: string): boolean =>
  /\b(?:cash ?back|reward|scratch ?card)s?\b/i.test(narration)
