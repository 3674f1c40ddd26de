import type { ReplyOf } from '@galla/contract/endpoint'
import type { transactionDetail } from '@galla/contract/orders/transactions'
import { displayAmount } from '../../../format/indian-display.ts'
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
  created: { title: 'Order created', tone: 'created' },
  opened: { title: 'Payment page opened', tone: 'pending' },
  retried: { title: 'Customer tried again', tone: 'pending' },
  declined: { title: 'Payment declined', tone: 'failed' },
  expired: { title: 'Time to pay ran out', tone: 'failed' },
  paid: { title: 'Paid', tone: 'success' },
}

/** Their title says all of it. */
const SELF_EXPLAINING = new Set(['created', 'opened', 'retried', 'declined', 'expired'])

/** "order.success" and "paid_late" as words for people. */
export const inWords = (code: string): string => {
  const words = code.replace(/[._-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What happened to the order, oldest first. */
export const storyOf = ({ history }: Pick<Order, 'history'>): Moment[] =>
  history.map(({ at, event, detail }) => ({
    at,
    ...(EVENTS[event] ?? { title: inWords(event), tone: 'calm' as const }),
    detail: SELF_EXPLAINING.has(event) ? '' : detail.replace(/^Paid, /, ''),
  }))

const SOURCES: Readonly<Record<string, string>> = {
  provider: "your provider's report",
  alert: 'a bank alert on your phone',
  statement: 'your bank statement',
  manual: 'your own entry',
  simulator: 'the payment simulator',
}

/** "Seen in a bank alert on your phone and your bank statement": the evidence that money came. */
export function evidenceOf({ sources }: Pick<Credit, 'sources'>): string {
  const words = sources.map((source) => SOURCES[source] ?? inWords(source))
  if (words.length === 0) return 'No evidence is kept'
  return `Seen in ${new Intl.ListFormat('en-IN').format(words)}`
}

const CREDIT_STATES: Readonly<Record<string, LabelAndTone>> = {
  matched: { title: 'Paid this order', tone: 'success' },
  unmatched: { title: 'Belongs to no order yet', tone: 'pending' },
  ambiguous: { title: 'Fits more than one order', tone: 'pending' },
  amount_mismatch: { title: 'Another amount', tone: 'pending' },
  duplicate: { title: 'Paid a second time', tone: 'pending' },
  ignored: { title: 'Ignored', tone: 'calm' },
  refunded: { title: 'Refunded', tone: 'calm' },
}

export const creditStateOf = ({ state, isReversed }: Pick<Credit, 'state' | 'isReversed'>): LabelAndTone =>
  isReversed
    ? { title: 'Reversed by the bank', tone: 'failed' }
    : (CREDIT_STATES[state] ?? { title: inWords(state), tone: 'calm' })

/** Why a person has to look at the order, by the first payment that asks for it. */
export function attentionOf({
  attention,
  credits,
  amount,
}: Pick<Order, 'attention' | 'credits' | 'amount'>): string {
  if (credits.some(({ isReversed }) => isReversed))
    return 'The bank took this payment back. The order stays paid until you decide in Reconciliation.'
  if (!attention) return ''
  const open = credits.find(({ state }) =>
    ['duplicate', 'amount_mismatch', 'ambiguous', 'unmatched'].includes(state),
  )
  if (open?.state === 'duplicate')
    return `${displayAmount(open.amount)} came a second time. Please refund the customer.`
  if (open?.state === 'amount_mismatch')
    return `${displayAmount(open.amount)} came where ${displayAmount(amount)} were asked for. Please decide what it counts as.`
  return 'A payment waits for your decision.'
}

const DELIVERY_STATES: Readonly<Record<string, LabelAndTone>> = {
  pending: { title: 'On its way', tone: 'pending' },
  delivered: { title: 'Delivered', tone: 'success' },
  failed: { title: 'Will be tried again', tone: 'pending' },
  exhausted: { title: 'Given up', tone: 'failed' },
  paused: { title: 'Paused', tone: 'calm' },
}

export const deliveryStateOf = ({ state }: Pick<Delivery, 'state'>): LabelAndTone =>
  DELIVERY_STATES[state] ?? { title: inWords(state), tone: 'calm' }

export const isDelivered = ({ status }: Delivery['attempts'][number]): boolean => status === 200

export const answerOf = ({ status, error }: Delivery['attempts'][number]): string =>
  status === null ? (error ?? 'No answer').replaceAll('_', ' ') : `HTTP ${status}`

const FAILED = {
  declined: 'The payment was declined. The customer may try again while the order lasts.',
  expired: 'The time to pay ran out before any money came.',
} as const

export const failureOf = ({ failureReason }: Pick<Order, 'failureReason'>): string =>
  failureReason === null ? '' : FAILED[failureReason]
