import type { ReplyOf } from '@galla/contract/endpoint'
import type { transactionDetail } from '@galla/contract/orders/transactions'
import { displayAmount } from '../../../format/indian-display.ts'
import { intlLocale } from '../../../locales/language.ts'
import { t } from '../../../locales/translate.ts'
import type { Tone } from '../../../theme/tone.ts'

export type Order = ReplyOf<typeof transactionDetail>['data']
export type Credit = Order['credits'][number]
export type Delivery = Order['deliveries'][number]

export interface Moment {
  readonly at: string
  readonly title: string
  readonly detail: string
  readonly tone: Tone
}

interface LabelAndTone {
  readonly title: string
  readonly tone: Tone
}

const EVENTS: Readonly<Record<string, LabelAndTone>> = {
  created: { title: t('Order created'), tone: 'created' },
  opened: { title: t('Payment page opened'), tone: 'pending' },
  retried: { title: t('Customer tried again'), tone: 'pending' },
  declined: { title: t('Payment declined'), tone: 'failed' },
  expired: { title: t('The time to pay expired'), tone: 'failed' },
  paid: { title: t('Paid'), tone: 'success' },
}

/** Events whose title needs no details. */
const SELF_EXPLAINING = new Set(['created', 'opened', 'retried', 'declined', 'expired'])

/** Turns a code such as "order.success" or "paid_late" into text. */
export const codeText = (code: string): string => {
  const text = code.replace(/[._-]+/g, ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The order's events, oldest first. */
export const storyOf = ({ history }: Pick<Order, 'history'>): Moment[] =>
  history.map(({ at, event, detail }) => ({
    at,
    ...(EVENTS[event] ?? { title: codeText(event), tone: 'calm' as const }),
    detail: SELF_EXPLAINING.has(event) ? '' : detail.replace(/^Paid, /, ''),
  }))

const SOURCES: Readonly<Record<string, string>> = {
  provider: t("your provider's report"),
  alert: t('a bank alert on your phone'),
  statement: t('your bank statement'),
  manual: t('your own entry'),
  simulator: t('the payment simulator'),
}

/** Lists the sources that reported a payment: "Evidence: a bank alert on your phone and your bank statement". */
export function evidenceOf({ sources }: Pick<Credit, 'sources'>): string {
  const names = sources.map((source) => SOURCES[source] ?? codeText(source))
  if (names.length === 0) return t('No evidence stored')
  return t('Evidence: {sources}', { sources: new Intl.ListFormat(intlLocale).format(names) })
}

const CREDIT_STATES: Readonly<Record<string, LabelAndTone>> = {
  matched: { title: t('Paid this order'), tone: 'success' },
  unmatched: { title: t('No order yet'), tone: 'pending' },
  ambiguous: { title: t('Matches more than one order'), tone: 'pending' },
  amount_mismatch: { title: t('Another amount'), tone: 'pending' },
  duplicate: { title: t('Paid a second time'), tone: 'pending' },
  ignored: { title: t('Ignored'), tone: 'calm' },
  refunded: { title: t('Refunded'), tone: 'calm' },
}

export const creditStateOf = ({ state, isReversed }: Pick<Credit, 'state' | 'isReversed'>): LabelAndTone =>
  isReversed
    ? { title: t('Reversed by the bank'), tone: 'failed' }
    : (CREDIT_STATES[state] ?? { title: codeText(state), tone: 'calm' })

/** Explains why the order needs a decision, by its first open payment. */
export function attentionOf({
  attention,
  credits,
  amount,
}: Pick<Order, 'attention' | 'credits' | 'amount'>): string {
  if (credits.some(({ isReversed }) => isReversed))
    return t('The bank reversed this payment. The order stays paid until you decide in Reconciliation.')
  if (!attention) return ''
  const open = credits.find(({ state }) =>
    ['duplicate', 'amount_mismatch', 'ambiguous', 'unmatched'].includes(state),
  )
  if (open?.state === 'duplicate')
    return t('{amount} was received a second time. Please refund the customer.', {
      amount: displayAmount(open.amount),
    })
  if (open?.state === 'amount_mismatch')
    return t('{amount} was received for an order of {asked}. Please decide what to do.', {
      amount: displayAmount(open.amount),
      asked: displayAmount(amount),
    })
  return t('A payment needs your decision.')
}

const DELIVERY_STATES: Readonly<Record<string, LabelAndTone>> = {
  pending: { title: t('Sending'), tone: 'pending' },
  delivered: { title: t('Delivered'), tone: 'success' },
  failed: { title: t('Will be retried'), tone: 'pending' },
  exhausted: { title: t('Failed'), tone: 'failed' },
  paused: { title: t('Paused'), tone: 'calm' },
  cancelled: { title: t('Cancelled: the order was paid or tried again'), tone: 'calm' },
}

export const deliveryStateOf = ({ state }: Pick<Delivery, 'state'>): LabelAndTone =>
  DELIVERY_STATES[state] ?? { title: codeText(state), tone: 'calm' }

export const isDelivered = ({ status }: Delivery['attempts'][number]): boolean => status === 200

const FAILED = {
  declined: t('The payment was declined. The customer may try again until the order expires.'),
  expired: t('The time to pay expired before a payment was received.'),
} as const

export const failureOf = ({ failureReason }: Pick<Order, 'failureReason'>): string =>
  failureReason === null ? '' : FAILED[failureReason]
