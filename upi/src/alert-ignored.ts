import { onlyTellsBalance, speaksOfMoney } from './alert-amount.ts'
import { alertReference } from './alert-reference.ts'
import { type AlertText, NARRATION_SIGN } from './alert-text.ts'

/** Why an alert is no credit. */
export type Ignored =
  | 'debit'
  | 'request'
  | 'otp'
  | 'not_yet'
  | 'failed'
  | 'refund'
  | 'bill'
  | 'deposit'
  | 'promotion'
  | 'balance'
  | 'no_amount'

const AMOUNT = String.raw`(?:rs|inr|₹|rupees)\s?[.:]{0,2}\s?\d`

/**
 * In this order: a debit's alert often goes on to say whom it credited. Each is a kind of sentence; a word that banks also put
 * under true credits ("never share your OTP", "not you? call") is only taken together with what makes it a refusal.
 */
const KINDS: readonly (readonly [Ignored, RegExp])[] = [
  [
    'otp',
    /\b(?:otp|one[- ]?time (?:password|pass|pin)|verification code|passcode|secure code)\b[^.\d]{0,40}\b\d{4,8}\b(?!\.\d)/i,
  ],
  ['otp', /\b\d{4,8} (?:is|as) (?:your|ur|the|otp|one|secret|verification)\b/i],
  [
    'request',
    /\b(?:collect|payment|money|pay) (?:collect )?request|\brequest(?:ed|ing|s)? (?:of|for|from|you|money|payment|a payment|rs|inr|₹)|\bhas requested|\brequest to pay/i,
  ],
  [
    'request',
    /\b(?:e-?mandate|mandate|auto ?pay|standing instruction|si registration|e-?nach)\b|\bto (?:approve|authori[sz]e)\b|\bonce approved|\bapprove (?:the|this|it|now|request)/i,
  ],
  ['debit', /\bdebit(?:ed|ing|s)?\b(?! card (?:pin|services))|\bdebit of\b/i],
  [
    'debit',
    new RegExp(String.raw`\bdr\b\.?\s?(?:by |with |for |of )?${AMOUNT}|\d(?:\.\d+)?\s?(?:\/-\s?)?dr\b`, 'i'),
  ],
  ['debit', /\b(?:spent|withdrawn|withdrawal|wdl|deducted|purchased?|charged|swiped)\b/i],
  [
    'debit',
    /\b(?:transferred|trf|trfd|tfr|sent|paid|transfer|payment|remitted)(?: (?:successfully|via upi|money))? to (?!(?:you|ur|u|my|the bank account of you)\b|yr\b|a\/?c\b)/i,
  ],
  [
    'debit',
    new RegExp(
      String.raw`\b(?:paid|sent|transferred|transfer of|payment of|txn of|transaction of)\s${AMOUNT}[\d,.\/-]*(?:\s\w+){0,4}?\s(?:to|at|for|towards|using|on)\s(?!you|ur\b|u\b|\d)`,
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
  // "Your NEFT transaction … has been credited to the HDFC Bank A/c XX1234 of ASHA RAO"
  [
    'debit',
    /\b(?:your|ur) (?:[\w-]+ ){0,3}(?:transaction|transfer|txn|payment|remittance)\b.{0,160}\bcredited (?:in)?to (?!(?:your|ur|you|my)\b)|\bcredited (?:in)?to (?:the )?(?:[\w&]+ ){0,4}(?:a\/?c|acct|account)(?: no\.?)? ?[\w*]{1,20} (?:of|in the name of)\b/i,
  ],
  [
    'bill',
    /\border\b[^.]{0,40}\b(?:confirmed|placed|shipped|delivered)\b|\breceived (?:for|towards|against) (?:your|ur|the)\b|\b(?:bill|invoice) (?:of|for|dated|no|generated)\b/i,
  ],
  [
    'bill',
    /\b(?:credit|debit|forex|prepaid) card\b(?! (?:pin|services|block))|\bcard (?:ending|xx|no)|\bbill ?(?:pay|payment|desk|er)\b|\bbharat bill|\b(?:towards|for|against) (?:your |ur |the )?(?:[\w-]+ ){0,2}(?:bill|emi|loan|card|premium|policy|recharge|subscription)\b|\bloan (?:a\/?c|account|no)|\boutstanding|\b(?:amount|amt|payment|emi|bill|min(?:imum)?) (?:is )?due\b|\bdue (?:date|on|by)\b|\boverdue/i,
  ],
  [
    'not_yet',
    /\b(?:will|shall|to|would|may|can|should) (?:get |soon )?be (?:\w+ )?(?:credited|refunded|deposited|transferred|received|processed|settled|reflected|paid)|\bcredit(?:ed)? (?:in|within) \d|\b(?:in|within) \d+(?:\s?-\s?\d+)? (?:working |business |bank )?(?:days?|hours?|hrs)\b|\b(?:is|are|was) (?:pending|being|under|in (?:process|progress)|on hold)\b|\binitiated\b|\bscheduled\b|\bawait(?:ed|ing)\b|\bis expected\b|\bunder process/i,
  ],
  ['refund', /\b(?:refund(?:ed|s)?|revers(?:ed|al)|returned|chargeback|rvsl|rev(?=\s?upi))\b/i],
  [
    'failed',
    /\b(?:declined|failed|failure|unsuccessful|rejected|cancell?ed|timed out|time-?out|bounced|dishonou?red|expired|insufficient|not (?:been |yet )?(?:credited|received|processed|successful|completed)|could ?n[o']t|unable to|lien|frozen|(?:un)?blocked)\b/i,
  ],
]

/** The topics of advertisements. After an alert's reference they are only that. */
const ADVERTISED: readonly (readonly [Ignored, RegExp])[] = [
  [
    'deposit',
    /\b(?:cheque|chq|fixed deposit|term deposit|recurring deposit|fd|rd|interest|int\.? ?pd|dividend|mutual fund|folio|units|nav)\b(?!\/)/i,
  ],
  [
    'promotion',
    /\b(?:cash ?back|congrat\w*|you(?:'ve| have)? won|winner|lucky|lottery|prize|jackpot|pre-?approved|instant loan|personal loan|loan (?:of|up ?to|offer)|gold loan|credit limit|reward(?:s| points)?|bonus|coupon|voucher|gift|scratch card|refer (?:and|&)|wallet|fastag|recharge|kyc)\b/i,
  ],
]

/** Returned by the bank's own doing; the narration says so. */
const NARRATED_REFUND = /\b(?:upi|imps|neft)\/(?:dr|rev|rvsl|ret|return|refund)\b/i

/** Words of advertisements that also stand under true alerts; only where no reference proves a payment. */
const SOFT_PROMOTION =
  /\b(?:offers?|up ?to|flat|discount|earn|claim|eligible|hurry|apply|click|download|install|invest|t&c|tnc|limited (?:period|time)|free|win|sale|shop now|buy|avail (?:now|of|the|this)|activate|exclusive)\b|%/i

export function ignoredBecause(text: AlertText): Ignored | undefined {
  const { spoken, narration } = text
  const kind = KINDS.find(([, pattern]) => pattern.test(spoken))
  if (kind !== undefined) return kind[0]
  if (NARRATED_REFUND.test(narration)) return 'refund'
  const reference = alertReference(text)
  const rest =
    reference === undefined ? spoken : upTo(spoken, spoken.includes(reference) ? reference : NARRATION_SIGN)
  const advert = ADVERTISED.find(([, pattern]) => pattern.test(rest))
  if (advert !== undefined) return advert[0]
  if (onlyTellsBalance(spoken)) return 'balance'
  if (!speaksOfMoney(spoken) && !/\bcredited\b.{0,12}\d/i.test(spoken)) return 'no_amount'
  return reference === undefined && SOFT_PROMOTION.test(spoken) ? 'promotion' : undefined
}

const upTo = (text: string, mark: string): string => {
  const index = text.indexOf(mark)
  return index < 0 ? text : text.slice(0, index)
}
