import { istWallClock } from '@galla/contract/ist'
import {
  CREDIT_ACTIONS,
  CREDIT_SOURCES,
  type CreditAction,
  type CreditRow,
  type CreditState,
} from '@galla/contract/reconciliation/credits'
import { isReversedCase, REVERSAL_ACTIONS } from '@galla/contract/reconciliation/reversals'
import type { Tone } from '../theme/tone.ts'
import { displayAmount, displayDay, displayMoment, displayWhen } from './indian-display.ts'

export const STATE_WORDS = {
  matched: 'Matched',
  unmatched: 'Unmatched',
  ambiguous: 'Ambiguous',
  amount_mismatch: 'Wrong amount',
  duplicate: 'Paid twice',
  ignored: 'Ignored',
  refunded: 'Refunded',
} as const satisfies Record<CreditState, string>

export const STATE_TONES = {
  matched: 'success',
  unmatched: 'pending',
  ambiguous: 'pending',
  amount_mismatch: 'failed',
  duplicate: 'failed',
  ignored: 'calm',
  refunded: 'created',
} as const satisfies Record<CreditState, Tone>

/** How a payment stands, as its badge says. */
export function badgeOf(credit: CreditRow): { readonly word: string; readonly tone: Tone } {
  if (isReversedCase(credit)) return { word: 'Reversed by the bank', tone: 'failed' }
  const { state, order } = credit
  return {
    word: state === 'matched' && order?.paidLate ? 'Paid late' : STATE_WORDS[state],
    tone: STATE_TONES[state],
  }
}

export const SOURCE_WORDS = {
  provider: "Reported by the provider's API",
  alert: 'From an alert on your phone',
  statement: 'From a bank statement',
  manual: 'Confirmed by hand',
  simulator: 'Seen in the payment simulator',
} as const satisfies Record<(typeof CREDIT_SOURCES)[number], string>

export const SOURCE_NAMES = {
  provider: 'Provider',
  alert: 'Alert',
  statement: 'Statement',
  manual: 'By hand',
  simulator: 'Simulator',
} as const satisfies Record<(typeof CREDIT_SOURCES)[number], string>

const PAISE = 100
/** Sums of rupees as the server sends them, without the dust of binary fractions. */
const minus = (a: number, b: number): number => Math.round((a - b) * PAISE) / PAISE

/** "₹1.00 less": how what came differs from what was asked for. */
export function differenceInWords(came: number, asked: number): string {
  const difference = minus(came, asked)
  if (difference === 0) return 'The same amount'
  return `${displayAmount(Math.abs(difference))} ${difference < 0 ? 'less' : 'more'}`
}

/** "Fee ₹2.36, ₹97.64 reached your account" */
export const feeInWords = ({ amount, fee }: Pick<CreditRow, 'amount' | 'fee'>): string =>
  `Fee ${displayAmount(fee ?? 0)}, ${displayAmount(minus(amount, fee ?? 0))} reached your account`

/** "The bank took ₹499.00 back. Its order stays paid until you decide." */
function reversalReason({ reversal, amount }: CreditRow): string {
  const sums = { alert: 0, statement: 0 }
  // A bank may take a payment back in parts, of which each source reports all.
  for (const report of reversal?.reports ?? []) sums[report.source] += report.amount ?? 0
  const taken = Math.min(amount, Math.max(...Object.values(sums)) || amount)
  return `The bank took ${displayAmount(taken)} back. Its order stays paid until you decide.`
}

/** Why it waits, in one sentence; what became of it, where it waits no more. */
export function reasonOf(credit: CreditRow): string {
  if (isReversedCase(credit)) return reversalReason(credit)
  const { state, amount, order, utr, history } = credit
  switch (state) {
    case 'unmatched':
      if (credit.possibleRepeatOf !== null)
        return `Two messages look the same. Did you receive ${displayAmount(amount)} once or twice?`
      return utr === null
        ? 'The bank did not report a UTR, so this payment cannot be matched automatically.'
        : 'No open order asked for this amount at that time.'
    case 'ambiguous':
      return 'Several open orders ask for this amount, so none was chosen.'
    case 'amount_mismatch':
      return order === null
        ? 'Two sources report different amounts for this payment.'
        : `${differenceInWords(amount, order.amount)} than its order asks for.`
    case 'duplicate':
      return 'Its order was paid already: the customer is owed a refund.'
    case 'matched':
      return order?.paidLate ? 'Paid its order after the time to pay had run out.' : 'Paid its order.'
    case 'ignored':
      return credit.mergedInto === null
        ? 'Not a payment of an order.'
        : 'Another message about a payment that is counted already.'
    case 'refunded': {
      const refund = history.findLast((entry) => entry.refundUtr !== null)?.refundUtr
      return refund === undefined ? 'The money was sent back.' : `The money was sent back, UTR ${refund}.`
    }
  }
}

/** A statement mostly has only the day, stored as its start: no time is shown that no source reported. */
const isDayAlone = ({ sources, receivedAt }: Pick<CreditRow, 'sources' | 'receivedAt'>): boolean =>
  sources.every((source) => source === 'statement') &&
  istWallClock(new Date(receivedAt)).toISOString().endsWith('T00:00:00.000Z')

export const receivedInWords = (
  credit: Pick<CreditRow, 'sources' | 'receivedAt'>,
  toTheSecond = false,
): string => {
  if (isDayAlone(credit)) return displayDay(credit.receivedAt)
  return (toTheSecond ? displayMoment : displayWhen)(credit.receivedAt)
}

export const ACTION_WORDS = {
  assign: 'Assign to an order',
  accept: 'Accept as paid',
  refund: 'Mark refunded',
  ignore: 'Ignore',
  join: 'Merge with another record',
} as const satisfies Record<CreditAction, string>

/** The same actions, where the bank took the payment back. */
export const REVERSAL_ACTION_WORDS = {
  ...ACTION_WORDS,
  accept: 'Accept as a loss',
  refund: 'Record as refunded',
  ignore: 'Not this payment',
} as const satisfies Record<CreditAction, string>

const REVERSAL_LIKELY = ['refund', 'accept', 'ignore'] as const

/** What a merchant most likely wants comes first. */
const LIKELY: Record<CreditState, readonly CreditAction[]> = {
  matched: ['refund'],
  unmatched: ['assign', 'join', 'ignore', 'refund'],
  ambiguous: ['assign', 'join', 'ignore', 'refund'],
  amount_mismatch: ['accept', 'assign', 'refund', 'ignore'],
  duplicate: ['refund', 'assign', 'ignore'],
  ignored: ['assign'],
  refunded: [],
}

/** What can be done about a payment as it stands. */
export function actionsOf(credit: Pick<CreditRow, 'state' | 'order' | 'utr' | 'reversal'>): CreditAction[] {
  const { state, order, utr } = credit
  if (isReversedCase(credit) && (state === 'matched' || state === 'refunded'))
    return REVERSAL_LIKELY.filter((action) => REVERSAL_ACTIONS[state][action])
  return LIKELY[state].filter(
    (action) =>
      CREDIT_ACTIONS[state][action] &&
      (action !== 'accept' || (order !== null && utr !== null)) &&
      (action !== 'join' || utr === null),
  )
}

type Entry = CreditRow['history'][number]

/** One line of what was done about a payment. */
export function actionLabelOf({ action, state, refundUtr }: Entry): string {
  switch (action) {
    case null:
      return state === 'matched' ? 'Recognised and given to its order' : `Recognised: ${STATE_WORDS[state]}`
    case 'assign':
      return state === 'matched'
        ? 'Assigned to an order, which it paid'
        : `Assigned to an order: ${STATE_WORDS[state]}`
    case 'accept':
      return state === 'matched' ? 'Accepted as paid' : `Accepted: ${STATE_WORDS[state]}`
    case 'refund':
      return refundUtr === null ? 'Marked refunded' : `Marked refunded, UTR ${refundUtr}`
    case 'ignore':
      return 'Ignored'
    case 'join':
      return 'Merged with another record of the same payment'
    case 'accept_reversal':
      return 'Reversal accepted as a loss'
    case 'ignore_reversal':
      return 'Marked as no reversal of this payment'
    case 'separate':
      return 'Found to be a payment of its own'
    case 'note':
      return 'Note'
  }
}

/** Sources stand in the history under their own names; people under their e-mail addresses. */
export const whoDid = (by: string): string => (CREDIT_SOURCES.some((source) => source === by) ? 'Galla' : by)
