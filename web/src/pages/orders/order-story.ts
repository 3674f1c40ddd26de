import type { ReplyOf } from '@galla/contract/endpoint'
import type { transactionDetail } from '@galla/contract/orders'

export type Order = ReplyOf<typeof transactionDetail>['data']

export type Tone = 'created' | 'pending' | 'success' | 'failed' | 'calm'

export interface Moment {
  readonly at: string
  readonly title: string
  readonly detail: string
  readonly tone: Tone
}

const TONES: readonly (readonly [RegExp, Tone])[] = [
  [/fail|declin|expir|exhaust|mismatch|underpaid|overpaid|duplicate/i, 'failed'],
  [/success|settled|paid|delivered/i, 'success'],
  [/pending|opened|retr|attempt/i, 'pending'],
  [/created/i, 'created'],
]

const toneOf = (text: string): Tone => TONES.find(([pattern]) => pattern.test(text))?.[1] ?? 'calm'

/** "order.success" and "paid_late" as words for people. */
export const inWords = (code: string): string => {
  const words = code.replace(/[._-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What happened to the order, and to the news of it, oldest first. */
export function storyOf(order: Order): Moment[] {
  const happened = order.history.map(({ at, event, detail }) => ({
    at,
    title: inWords(event),
    detail,
    tone: toneOf(event),
  }))
  const sent = order.deliveries.flatMap(({ event, attempts }) =>
    attempts.map(({ at, status, durationMs, error }) => ({
      at,
      title: `Webhook ${event} ${status === 200 ? 'delivered' : 'not delivered'}`,
      detail: `${status === null ? (error ?? 'no answer') : `HTTP ${status}`} · ${durationMs} ms`,
      tone: status === 200 ? ('success' as const) : ('failed' as const),
    })),
  )
  return [...happened, ...sent].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
