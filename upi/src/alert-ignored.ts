import { mentionsAmount, mentionsOnlyBalance } from './alert-amount.ts'
import { alertReference, beforeReference } from './alert-reference.ts'
import { type AlertText, excerptOf } from './alert-text.ts'
import { hasOneTimePassword } from './otp.ts'
import { isReversal } from './rail.ts'

/** Whether money came in, went out, or neither. */
export const DIRECTIONS = ['in', 'out', 'none', 'unknown'] as const
export type Direction = (typeof DIRECTIONS)[number]

/** Why an alert is not a payment, and the direction of its money. */
export const IGNORED_DIRECTION = {
  otp: 'none',
  request: 'none',
  autopay: 'none',
  debit: 'out',
  /** A transfer of the merchant has arrived. */
  sent: 'out',
  card: 'none',
  loan: 'none',
  bill: 'out',
  not_yet: 'none',
  refund: 'in',
  failed: 'none',
  deposit: 'in',
  cashback: 'in',
  promotion: 'none',
  balance: 'none',
  no_amount: 'none',
  /** Detected by the account's digits, not by the text alone. */
  other_account: 'in',
} as const satisfies Record<string, Direction>
export type Ignored = keyof typeof IGNORED_DIRECTION
export const IGNORED = Object.keys(IGNORED_DIRECTION) as Ignored[]

export interface IgnoredBecause {
  readonly because: Ignored
  /** The words that show it; never those of a one-time password. */
  readonly words?: string
}

const AMOUNT = String.raw`(?:rs|inr|₹|rupees|रुपये|रू|रु)\s?[.:]{0,2}\s?\d`

/**
 * Kinds of sentences. The order matters: the alert of a debit often mentions who was credited. A word that banks also add to true credits
 * ("never share your OTP", "not you? call") counts only together with other words.
 */
const KINDS: readonly (readonly [Ignored, RegExp])[] = [
  [
    'request',
    /\b(?:collect|payment|money|pay) (?:collect )?request|\brequest(?:ed|ing|s)? (?:of|for|from|you|money|payment|a payment|rs|inr|₹)|\bhas requested|\brequest to pay/i,
  ],
  [
    'autopay',
    /\b(?:e-?mandate|mandate|auto ?pay|standing instruction|si registration|e-?nach)\b|\bto (?:approve|authori[sz]e)\b|\bonce approved|\bapprove (?:the|this|it|now|request)/i,
  ],
  ['debit', /\bdebit(?:ed|ing|s)?\b(?! card (?:pin|services))|\bdebit of\b/i],
  [
    'debit',
    new RegExp(String.raw`\bdr\b\.?\s?(?:by |with |for |of )?${AMOUNT}|\d(?:\.\d+)?\s?(?:\/-\s?)?dr\b`, 'i'),
  ],
  ['debit', /भेजे|डेबिट|निकाल|काटे गए|काटा गया|भुगतान किया/],
  ['request', /अनुरोध/],
  ['refund', /वापस|रिफंड/],
  ['not_yet', /किया जाएगा|किए जाएंगे|होगा/],
  ['debit', /\b(?:spent|withdrawn|withdrawal|wdl|deducted|purchased?|charged|swiped)\b/i],
  [
    'debit',
    /\b(?:transferred|trf|trfd|tfr|sent|paid|transfer|payment|remitted)(?: (?:successfully|via upi|money))? to (?!(?:you|ur|u|my|the bank account of you)\b|yr\b|a\/?c\b)/i,
  ],
  [
    'debit',
    new RegExp(
      String.raw`\b(?:paid|sent|transferred|transfer of|payment of|txn of|transaction of)\s${AMOUNT}[\d,.\/-]*(?:\s\w+){0,4}?\s(?:to|at|for|towards|using|on)\s(?!you|ur\b|u\b|\d|[a-z]{3,9} \d{1,2},? \d{4})`,
      'i',
    ),
  ],
  [
    'debit',
    new RegExp(
      String.raw`(?:^|[:.!]\s?)(?:sent|paid)\s${AMOUNT}|\byou(?:'ve| have)? (?:sent|paid|transferred)\b`,
      'i',
    ),
  ],
  [
    'debit',
    /\b(?:we(?:'ve| have)? received (?:your|a|the)? ?payment|your (?:\w+ ){0,2}payment (?:of|for)|thank(?:s| you) for (?:your |the )?(?:pay|purchas|shopping|order|recharg|transact))/i,
  ],
  [
    'debit',
    /\breceived (?:by|at) (?!you|ur\b)|\bfrom (?:your|ur|yr) (?:[\w*]+ ){0,4}(?:a\/?c|acct?|account|card|wallet)\b/i,
  ],
  [
    'debit',
    new RegExp(
      String.raw`\b(?:txn|transaction|payment|transfer)\s(?:of\s)?${AMOUNT}[\d,.]*[^.]{0,60}?\s(?:to|at)\s(?!you|ur\b)|\d\s(?:paid|transferred)\s(?:thru|through|via|from|using)\b`,
      'i',
    ),
  ],
  [
    'debit',
    /\b(?:beneficiary|payee)\b|\b(?:amt|amount|money) (?:sent|transfer(?:red)?)\b(?! to you)(?!.{0,3}recei)|\b(?:loaded|topped up|top-?up)\b/i,
  ],
  [
    'debit',
    new RegExp(
      String.raw`\b(?:received|got)\s${AMOUNT}[\d,.]{0,20}\sfrom (?:you|u)\b|\b(?:left|out of) (?:your|ur|yr) (?:[\w*]{1,30} ){0,4}(?:a\/?c|acct?|account)\b`,
      'i',
    ),
  ],
  [
    'debit',
    /\bfrom (?:[\w&*]{1,30} ){0,3}(?:a\/?c|acct?|account)(?: no\.?)? ?[x*\d]{2,20} to (?!(?:your|ur|you|my)\b|(?:[\w&*]{1,30} ){0,3}(?:a\/?c|acct?|account)\b)/i,
  ],
  // "Your NEFT transaction … has been credited to the HDFC Bank A/c XX1234 of ASHA RAO"
  [
    'sent',
    /\b(?:your|ur) (?:[\w-]+ ){0,3}(?:transaction|transfer|txn|payment|remittance)\b.{0,160}\bcredited (?:in)?to (?!(?:your|ur|you|my)\b)|\bcredited (?:in)?to (?:the )?(?:[\w&]+ ){0,4}(?:a\/?c|acct|account)(?: no\.?)? ?[\w*]{1,20} (?:of|in the name of)\b/i,
  ],
  [
    'bill',
    /\border\b[^.]{0,40}\b(?:confirmed|placed|shipped|delivered)\b|\breceived (?:for|towards|against) (?:your|ur|the)\b|\b(?:bill|invoice) (?:of|for|dated|no|generated)\b/i,
  ],
  [
    'card',
    /\b(?:credit|debit|forex|prepaid) card\b(?! (?:pin|services|block|details|no\b|number|or\b|and\b))|\bcard (?:ending|xx|no\.? ?[x*\d])|\bcard a\/c/i,
  ],
  [
    'loan',
    /\b(?:towards|for|against) (?:your |ur |the )?(?:[\w-]+ ){0,2}(?:emi(?! postpone)|loan)\b|\bloan (?:a\/?c|account|no)|\bloan\b.{0,60}\bdisburs|\bdisburs\w+\b.{0,60}\bloan\b|\bemi (?:of|for|is|amount|rs|inr|₹)/i,
  ],
  [
    'bill',
    /\bbill ?(?:pay|payment|desk|er)\b|\bbharat bill|\b(?:towards|for|against) (?:your |ur |the )?(?:[\w-]+ ){0,2}(?:bill|card|premium|policy|recharge|subscription)\b|\boutstanding|\b(?:amount|amt|payment|emi|bill|min(?:imum)?) (?:is )?due\b|\bdue (?:date|on|by)\b|\boverdue/i,
  ],
  [
    'not_yet',
    /\b(?:will|shall|to|would|may|can|should) (?:get |soon )?be (?:\w+ )?(?:credited|refunded|deposited|transferred|received|processed|settled|reflected|paid)|\bcredit(?:ed)? (?:in|within) \d|\b(?:in|within) \d+(?:\s?-\s?\d+)? (?:working |business |bank )?(?:days?|hours?|hrs)\b|\b(?:is|are|was) (?:pending|being|under|in (?:process|progress)|on hold)\b|(?<!\bnot )\binitiated\b|\bscheduled\b|\bawait(?:ed|ing)\b|\bis expected\b|\bunder process/i,
  ],
  ['refund', /\b(?:refund(?:ed|s)?|revers(?:ed|al)|returned|chargeback|rvsl|rev(?=\s?upi))\b/i],
  [
    'failed',
    /\b(?:declined|failed|failure|unsuccessful|rejected|cancell?ed|timed out|time-?out|bounced|dishonou?red|expired|insufficient|not (?:been |yet )?(?:credited|received|processed|successful|completed)|could ?n[o']t|unable to(?! view)|lien|frozen|(?:un)?blocked)\b/i,
  ],
]

/** Topics of advertisements. They count only before the alert's reference: after it, banks advertise. */
const ADVERTISED: readonly (readonly [Ignored, RegExp])[] = [
  [
    'deposit',
    /\b(?:cheque|chq|fixed deposit|term deposit|recurring deposit|fd|rd|interest|int\.? ?pd|dividend|mutual fund|folio|units|nav)\b(?!\/)/i,
  ],
  ['cashback', /\b(?:cash ?back|scratch ?card|reward amount|rewards?\b(?= (?:of|worth|amount|credited)))/i],
  [
    'promotion',
    /\b(?:congrat\w*|you(?:'ve| have)? won|winner|lucky|lottery|prize|jackpot|pre-?approved|instant loan|personal loan|loan (?:of|up ?to|offer)|gold loan|credit limit|reward(?:s| points)?|bonus|coupon|voucher|gift|refer (?:and|&)|wallet|fastag|recharge|kyc)\b/i,
  ],
]

/** Narrations of money that the bank returned. */
/** Who was paid, or whose account the money left, without any word of a debit. */
const WENT_OUT = [
  /\bfrom (?:[\w&*]{1,30} ){0,4}(?:a\/?c|acct?|account)\b|\b(?:outward|auto-?paid|remitted|given to|reduced by|used (?:at|for)|left (?:your|ur|the))\b/i,
  /\b(?:sent|paid|pay(?:ment)?|transfer(?:red)?|txn|transaction)\b.{0,90}?\sto (?!(?:you|ur|u|your|my|know|report|view|check|block|avoid)\b|a\/?c\b)/i,
] as const
const CAME_IN =
  /\b(?:credit\w*|cr|deposit\w*|receiv\w*|recd|rcvd|added|got)\b|\b(?:paid|sent|transferred)\b.{0,40}?\s(?:you|ur|u|your|my)\b|जमा|प्राप्त|क्रेडिट/i

const NARRATED_REFUND = /\b(?:upi|imps|neft)\/(?:dr|rev|rvsl|ret|return|refund)\b/i

/** ICICI Bank's narration: "UPI-632500000011-RET." */
const DASHED = /\b(?:upi|imps)-c?\d{12}-[^.]{0,60}/gi

/** Words of advertisements that true alerts contain too. They count only if no reference proves a payment. */
const SOFT_PROMOTION =
  /\b(?:offers?|up ?to|flat|discount|earn|claim|eligible|hurry|apply|click|download|install|invest|t&c|tnc|limited (?:period|time)|free|win|sale|shop now|buy|avail (?:now|of|the|this)|activate|exclusive)\b|%/i

/** Finds why a message is not a payment; undefined if it may be one. A one-time password is checked first, whatever else the message says. */
export function ignoredBecause(text: AlertText): IgnoredBecause | undefined {
  if (hasOneTimePassword(text)) return { because: 'otp' }
  const spoken = withoutPayersDebit(text.spoken)
  const kind = firstOf(KINDS, spoken)
  if (kind !== undefined) return kind
  const out = CAME_IN.test(spoken) ? undefined : WENT_OUT.map((each) => each.exec(spoken)).find(Boolean)
  if (out && mentionsAmount(spoken)) return { because: 'debit', words: excerptOf(out[0]) }
  const back = [...text.narration.split('\n'), ...(text.spoken.match(DASHED) ?? [])].find(
    (line) => isReversal(line) || NARRATED_REFUND.test(line),
  )
  if (back !== undefined) return { because: 'refund', words: excerptOf(back) }
  const advert = firstOf(ADVERTISED, beforeReference({ ...text, spoken }).spoken)
  if (advert !== undefined) return advert
  if (mentionsOnlyBalance(spoken)) return { because: 'balance' }
  if (!mentionsAmount(spoken) && !/\bcredited\b.{0,12}\d/i.test(spoken)) return { because: 'no_amount' }
  const soft = alertReference(text) === undefined ? SOFT_PROMOTION.exec(spoken) : null
  return soft === null ? undefined : { because: 'promotion', words: soft[0] }
}

const firstOf = (
  table: readonly (readonly [Ignored, RegExp])[],
  spoken: string,
): IgnoredBecause | undefined => {
  for (const [because, pattern] of table) {
    const match = pattern.exec(spoken)
    if (match !== null) return { because, words: excerptOf(match[0]) }
  }
  return undefined
}

/** "Your a/c XX1 is credited for Rs 10 on 1-1-26 and debited from a/c no. XX2": the payer's account was debited. */
const PAYERS_DEBIT =
  /^((?:(?:dear \w+(?: \w+)?|[\w ]{2,20})[,:-] ?){0,2}(?:your |ur )?(?:a\/?c|acct?|account)\b.{0,60}?\bcredited\b.{0,80}?)\band debited from (?:a\/?c|acct?|account)\b/i

const withoutPayersDebit = (spoken: string): string =>
  /\bfrom (?:your|ur)\b/i.test(spoken) ? spoken : spoken.replace(PAYERS_DEBIT, '$1')
