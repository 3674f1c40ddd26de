import type { NoticeKind, Translate } from '@galla/contract/notices/notices'
import type { LimitName } from '@galla/contract/turnover/turnover'
import type { Source, SourceEventName } from '@galla/contract/webhooks/webhook'
import { displayRupees, type Paise } from '@galla/upi/rupees'

/** What there is to tell. It is shown on locked screens: beyond an amount and the merchant's own order ID, it has no data of customers. */
export type Notice =
  | {
      readonly kind: 'payment' | 'question'
      readonly paise: string
      readonly order: string | null
      /** It is about a refund of the payment: what became of it, or that it was sent although it had ended. */
      readonly refund?: 'asked' | 'revived'
      /** The payment, if only its own screen has the answer. */
      readonly creditId?: string
    }
  | { readonly kind: 'reversal'; readonly count: number }
  | { readonly kind: 'source'; readonly event: SourceEventName; readonly source: Source }
  | { readonly kind: 'webhook' | 'plan' }
  | { readonly kind: 'limit'; readonly name: LimitName; readonly level: 'near' | 'above' }
  /** At once, whatever the merchant chose. */
  | { readonly kind: 'test' }

/** Kinds that have no e-mail of their own. */
export const isMailedHere = (kind: Notice['kind']): boolean =>
  kind === 'payment' || kind === 'question' || kind === 'test'

export interface NoticeText {
  readonly title: string
  readonly body: string
  /** Of the web app. */
  readonly path: string
}

/** The title, and the text below it. */
type Words = readonly [string, string]

const PATHS: Readonly<Record<NoticeKind | 'test', string>> = {
  payment: '/dashboard/orders',
  question: '/dashboard/reconciliation',
  reversal: '/dashboard/reconciliation?tab=reversed',
  source: '/dashboard/connect-merchant',
  webhook: '/dashboard/webhooks',
  limit: '/dashboard/connect-merchant',
  plan: '/dashboard/manage-subscription',
  test: '/dashboard',
}

export const sourceOf = (t: Translate, source: Source): string => {
  switch (source) {
    case 'phone':
      return t('Your phone')
    case 'mailbox':
      return t('Your mailbox')
    case 'provider':
      return t('Your payment provider')
    case 'statement':
      return t('Your statement')
  }
}

const limitOf = (t: Translate, name: LimitName): string => {
  switch (name) {
    case 'p2pm_month':
      return t('the monthly UPI limit of a small merchant')
    case 'gst_services':
      return t('the GST threshold for services')
    case 'gst_goods':
      return t('the GST threshold for goods')
  }
}

const wordsOf = (t: Translate, notice: Notice): Words => {
  switch (notice.kind) {
    case 'payment':
      return [
        t('{amount} received', { amount: amountOf(notice.paise) }),
        t('Order {order}', { order: notice.order ?? '' }),
      ]
    case 'question': {
      const amount = amountOf(notice.paise)
      if (notice.refund === 'asked')
        return [
          t('The refund of {amount} needs you', { amount }),
          t('Your provider has not confirmed it. Look there, and say in the payment whether it was sent.'),
        ]
      if (notice.refund === 'revived')
        return [
          t('The refund of {amount} was sent after all', { amount }),
          t('It had ended in Galla, and your provider reports it now. See in the payment what went back.'),
        ]
      if (notice.order === null)
        return [t('{amount} needs you', { amount }), t('Which order does it pay? Decide in Reconciliation.')]
      const { order } = notice
      return [
        t('{amount} came late', { amount }),
        t('Order {order} had expired. Decide whether you still deliver.', { order }),
      ]
    }
    case 'reversal':
      return [
        t('{count, plural, one {The bank took back a payment} other {The bank took back # payments}}', {
          count: notice.count,
        }),
        t('Check whether you have delivered, and decide in Reconciliation.'),
      ]
    case 'source': {
      const source = sourceOf(t, notice.source)
      return notice.event === 'source.silent'
        ? [
            t('{source} has stopped reporting payments', { source }),
            t('Until it works again, Galla misses payments.'),
          ]
        : [t('{source} reports payments again', { source }), t('Galla matches them with your orders.')]
    }
    case 'limit': {
      const limit = limitOf(t, notice.name)
      const title =
        notice.level === 'near' ? t('You are near {limit}', { limit }) : t('You are above {limit}', { limit })
      return [title, t('See the amounts under Connect Merchant.')]
    }
    case 'webhook':
      return [
        t('Your webhook is paused'),
        t('Your server gets no notifications. Press Resume when it works again.'),
      ]
    case 'plan':
      return [t('Your plan runs out'), t('Few days or QR requests are left.')]
    case 'test':
      return [t('Galla tells you here'), t('This is how a payment and what needs you will arrive.')]
  }
}

const pathOf = (notice: Notice): string =>
  'creditId' in notice && notice.creditId !== undefined
    ? `${PATHS[notice.kind]}?credit=${notice.creditId}`
    : PATHS[notice.kind]

const amountOf = (paise: bigint | string): string => displayRupees(BigInt(paise) as Paise)

/** One text tells at most this many by name. */
const NAMED_MAX = 5

/** The text of one notice or of several that wait for the same target. */
export const noticeText = (t: Translate, notices: readonly Notice[]): NoticeText => {
  const [first] = notices
  if (first === undefined) throw new RangeError('there is nothing to tell')
  const [title, body] = wordsOf(t, first)
  if (notices.length === 1) return { title, body, path: pathOf(first) }
  const named = notices.slice(0, NAMED_MAX).map((notice) => {
    const [what, detail] = wordsOf(t, notice)
    return notice.kind === 'payment' ? `${what} · ${detail}` : what
  })
  const rest = notices.length - named.length
  const paid = notices.flatMap((notice) => (notice.kind === 'payment' ? [BigInt(notice.paise)] : []))
  const sum = amountOf(paid.reduce((total, paise) => total + paise, 0n))
  return {
    title:
      paid.length === notices.length
        ? t('{count} payments: {sum}', { count: paid.length, sum })
        : t('{count} new notices', { count: notices.length }),
    body: [...named, ...(rest > 0 ? [t('and {rest} more', { rest })] : [])].join('\n'),
    path: notices.every(({ kind }) => kind === first.kind) ? PATHS[first.kind] : PATHS.test,
  }
}
