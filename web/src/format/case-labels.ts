import {
  type Icon,
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowsSplit,
  IconCircleCheck,
  IconCircleMinus,
  IconCopy,
  IconQuestionMark,
} from 'virtual:icons'
import { istWallClock } from '@galla/contract/ist'
import {
  CREDIT_ACTIONS,
  CREDIT_SOURCES,
  type CreditAction,
  type CreditRow,
  type CreditState,
} from '@galla/contract/reconciliation/credits'
import { isReversedCase, REVERSAL_ACTIONS } from '@galla/contract/reconciliation/reversals'
import { t } from '../locales/translate.ts'
import type { Tone } from '../theme/tone.ts'
import { displayAmount, displayDay, displayMoment, displayWhen } from './indian-display.ts'

export const STATE_LABELS = {
  matched: t('Matched'),
  unmatched: t('Unmatched'),
  ambiguous: t('Ambiguous'),
  amount_mismatch: t('Wrong amount'),
  duplicate: t('Paid twice'),
  ignored: t('Ignored'),
  refunded: t('Refunded'),
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

export const STATE_ICONS = {
  matched: IconCircleCheck,
  unmatched: IconQuestionMark,
  ambiguous: IconArrowsSplit,
  amount_mismatch: IconAlertTriangle,
  duplicate: IconCopy,
  ignored: IconCircleMinus,
  refunded: IconArrowBackUp,
} as const satisfies Record<CreditState, Icon>

export interface CaseBadge {
  readonly label: string
  readonly tone: Tone
  readonly Icon: Icon
}

export const REVERSED: CaseBadge = {
  label: t('Reversed by the bank'),
  tone: 'failed',
  Icon: IconArrowBackUp,
}

export const stateBadge = (state: CreditState): CaseBadge => ({
  label: STATE_LABELS[state],
  tone: STATE_TONES[state],
  Icon: STATE_ICONS[state],
})

/** The badge of a payment's state. */
export function badgeOf(credit: CreditRow): CaseBadge {
  if (isReversedCase(credit)) return REVERSED
  const { state, order } = credit
  const badge = stateBadge(state)
  return state === 'matched' && order?.paidLate ? { ...badge, label: t('Paid late') } : badge
}

export const SOURCE_LABELS = {
  provider: t("Reported by the provider's API"),
  alert: t('From an alert on your phone'),
  statement: t('From a bank statement'),
  manual: t('Confirmed manually'),
  simulator: t('Seen in the payment simulator'),
} as const satisfies Record<(typeof CREDIT_SOURCES)[number], string>

export const SOURCE_NAMES = {
  provider: t('Provider'),
  alert: t('Alert'),
  statement: t('Statement'),
  manual: t('Manual'),
  simulator: t('Simulator'),
} as const satisfies Record<(typeof CREDIT_SOURCES)[number], string>

const PAISE = 100
/** Subtracts rupees without binary fractions. */
const minus = (a: number, b: number): number => Math.round((a - b) * PAISE) / PAISE

/** The difference between the received and the payable amount: "₹1.00 less". */
export function differenceText(came: number, asked: number): string {
  const difference = minus(came, asked)
  if (difference === 0) return t('The same amount')
  const amount = displayAmount(Math.abs(difference))
  return difference < 0 ? t('{amount} less', { amount }) : t('{amount} more', { amount })
}

/** "Fee ₹2.36, ₹97.64 reached your account". */
export const feeText = ({ amount, fee }: Pick<CreditRow, 'amount' | 'fee'>): string =>
  t('Fee {fee}, {amount} reached your account', {
    fee: displayAmount(fee ?? 0),
    amount: displayAmount(minus(amount, fee ?? 0)),
  })

/** "The bank took ₹499.00 back. Its order stays paid until you decide." */
function reversalReason({ reversal, amount }: CreditRow): string {
  const sums = { alert: 0, statement: 0 }
  // A bank may reverse a payment in parts; each source reports all of them.
  for (const report of reversal?.reports ?? []) sums[report.source] += report.amount ?? 0
  const taken = Math.min(amount, Math.max(...Object.values(sums)) || amount)
  return t('The bank reversed {taken}. The order stays paid until you decide.', {
    taken: displayAmount(taken),
  })
}

/** Explains in one sentence why a case is open, or how it was decided. */
export function reasonOf(credit: CreditRow): string {
  if (isReversedCase(credit)) return reversalReason(credit)
  const { state, amount, order, utr, history } = credit
  switch (state) {
    case 'unmatched':
      if (credit.possibleRepeatOf !== null && utr !== null)
        return t('Is this a payment that is already counted?')
      if (credit.possibleRepeatOf !== null)
        return t('Two messages look the same. Did you receive {amount} once or twice?', {
          amount: displayAmount(amount),
        })
      return utr === null
        ? t('The bank did not report a UTR, so this payment cannot be matched automatically.')
        : t('No open order had this amount at that time.')
    case 'ambiguous':
      return t('More than one order may be meant, so Galla did not choose one.')
    case 'amount_mismatch':
      return order === null
        ? t('Two sources report different amounts for this payment.')
        : t('{amount} came, the order is {asked}.', {
            amount: displayAmount(amount),
            asked: displayAmount(order.amount),
          })
    case 'duplicate':
      return t('The order was already paid. Refund the customer.')
    case 'matched':
      return order?.paidLate ? t('Paid its order after the order expired.') : t('Paid its order.')
    case 'ignored':
      return credit.mergedInto === null
        ? t('Not a payment for an order.')
        : t('Another message about a payment that is already recorded.')
    case 'refunded': {
      const refund = history.findLast((entry) => entry.refundUtr !== null)?.refundUtr
      return refund == null
        ? t('The payment was refunded.')
        : t('The payment was refunded, UTR {refund}.', { refund })
    }
  }
}

/** Most statements have only the day, stored as its start, so no time is displayed. */
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

export const ACTION_LABELS = {
  assign: t('Assign to an order'),
  accept: t('Accept as paid'),
  refund: t('Mark as refunded'),
  ignore: t('Ignore'),
  join: t('Merge with another record'),
} as const satisfies Record<CreditAction, string>

/** The labels of the same actions for a reversed payment. */
export const REVERSAL_ACTION_LABELS = {
  ...ACTION_LABELS,
  accept: t('Accept as a loss'),
  refund: t('Record as refunded'),
  ignore: t('Not this payment'),
} as const satisfies Record<CreditAction, string>

const REVERSAL_LIKELY = ['refund', 'accept', 'ignore'] as const

/** The most likely action of each state comes first. */
const LIKELY: Record<CreditState, readonly CreditAction[]> = {
  matched: ['refund'],
  unmatched: ['assign', 'join', 'ignore', 'refund'],
  ambiguous: ['assign', 'join', 'ignore', 'refund'],
  amount_mismatch: ['accept', 'assign', 'refund', 'ignore'],
  duplicate: ['refund', 'assign', 'ignore'],
  ignored: ['assign'],
  refunded: [],
}

/** The actions that are possible for a payment. */
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

/** Describes one history entry of a payment. */
export function actionLabelOf({ action, state, refundUtr, refundAmount, typedUtr }: Entry): string {
  const refund = refundAmount === null ? '' : displayAmount(refundAmount)
  switch (action) {
    case null:
      return state === 'matched'
        ? t('Recognised and matched to its order')
        : t('Recognised: {state}', { state: STATE_LABELS[state] })
    case 'assign':
      return state === 'matched'
        ? t('Assigned to an order and marked it as paid')
        : t('Assigned to an order: {state}', { state: STATE_LABELS[state] })
    case 'accept':
      return state === 'matched'
        ? t('Accepted as paid')
        : t('Accepted: {state}', { state: STATE_LABELS[state] })
    case 'refund':
      if (typedUtr !== null)
        return t('UTR of the refund of {refund} corrected to {refundUtr}. Before: {typedUtr}', {
          refund,
          refundUtr: refundUtr ?? '–',
          typedUtr,
        })
      if (state !== 'refunded')
        return t('Refund of {refund} sent, UTR {utr}', { refund, utr: refundUtr ?? '–' })
      return refundUtr === null
        ? t('Marked as refunded')
        : t('Marked as refunded, UTR {refundUtr}', { refundUtr })
    case 'request_refund':
      return t('Refund of {refund} requested', { refund })
    case 'confirm_refund':
      return t('Refund of {refund} confirmed', { refund })
    case 'fail_refund':
      return t('Refund of {refund} failed', { refund })
    case 'cancel_refund':
      return t('Refund of {refund} cancelled', { refund })
    case 'ignore':
      return t('Ignored')
    case 'join':
      return t('Merged with another record of the same payment')
    case 'accept_reversal':
      return t('Reversal accepted as a loss')
    case 'ignore_reversal':
      return t('Marked as not a reversal of this payment')
    case 'separate':
      return t('Marked as a separate payment')
    case 'correct_utr':
      return typedUtr === null ? t('UTR added') : t('UTR corrected. Before: {typedUtr}', { typedUtr })
    case 'note':
      return t('Note')
  }
}

/** The history identifies sources by their names and people by their email addresses. */
export const whoDid = (by: string): string => (CREDIT_SOURCES.some((source) => source === by) ? 'Galla' : by)
