import type { NoticeKind, NoticeLanguage } from '@galla/contract/notices/notices'
import type { LimitName } from '@galla/contract/turnover/turnover'
import type { Source, SourceEventName } from '@galla/contract/webhooks/webhook'
import { displayRupees, type Paise } from '@galla/upi/rupees'

/** What there is to tell. It is shown on locked screens: beyond an amount and the merchant's own order ID, it has no data of customers. */
export type Notice =
  | { readonly kind: 'payment' | 'question'; readonly paise: string; readonly order: string | null }
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

interface Language {
  readonly payment: (amount: string, order: string) => Words
  readonly late: (amount: string, order: string) => Words
  readonly question: (amount: string) => Words
  readonly reversal: (count: number) => Words
  readonly sources: Readonly<Record<Source, string>>
  readonly silent: (source: string) => Words
  readonly back: (source: string) => Words
  readonly webhook: Words
  readonly plan: Words
  readonly limits: Readonly<Record<LimitName, string>>
  readonly near: (limit: string) => Words
  readonly above: (limit: string) => Words
  readonly test: Words
  readonly payments: (count: number, sum: string) => string
  readonly notices: (count: number) => string
  readonly more: (count: number) => string
}

const ENGLISH: Language = {
  payment: (amount, order) => [`${amount} received`, `Order ${order}`],
  late: (amount, order) => [
    `${amount} came late`,
    `Order ${order} had expired. Decide whether you still deliver.`,
  ],
  question: (amount) => [`${amount} needs you`, 'Which order does it pay? Decide in Reconciliation.'],
  reversal: (count) => [
    count === 1 ? 'The bank took back a payment' : `The bank took back ${count} payments`,
    'Check whether you have delivered, and decide in Reconciliation.',
  ],
  sources: {
    phone: 'Your phone',
    mailbox: 'Your mailbox',
    provider: 'Your payment provider',
    statement: 'Your statement',
  },
  silent: (source) => [
    `${source} has stopped reporting payments`,
    'Until it works again, Galla misses payments.',
  ],
  back: (source) => [`${source} reports payments again`, 'Galla matches them with your orders.'],
  webhook: ['Your webhook is paused', 'Your server gets no notifications. Press Resume when it works again.'],
  plan: ['Your plan runs out', 'Few days or QR requests are left.'],
  limits: {
    p2pm_month: 'the monthly UPI limit of a small merchant',
    gst_services: 'the GST threshold for services',
    gst_goods: 'the GST threshold for goods',
  },
  near: (limit) => [`You are near ${limit}`, 'See the amounts under Connect Merchant.'],
  above: (limit) => [`You are above ${limit}`, 'See the amounts under Connect Merchant.'],
  test: ['Galla tells you here', 'This is how a payment and what needs you will arrive.'],
  payments: (count, sum) => `${count} payments: ${sum}`,
  notices: (count) => `${count} new notices`,
  more: (count) => `and ${count} more`,
}

const HINDI: Language = {
  payment: (amount, order) => [`${amount} मिले`, `ऑर्डर ${order}`],
  late: (amount, order) => [
    `${amount} देर से आए`,
    `ऑर्डर ${order} का समय खत्म हो चुका था। तय करें कि सामान देना है या नहीं।`,
  ],
  question: (amount) => [`${amount}: आपका फ़ैसला चाहिए`, 'यह किस ऑर्डर का पेमेंट है? मिलान में तय करें।'],
  reversal: (count) => [
    count === 1 ? 'बैंक ने एक पेमेंट वापस ले लिया' : `बैंक ने ${count} पेमेंट वापस ले लिए`,
    'देखें कि सामान दे दिया है या नहीं, और मिलान में तय करें।',
  ],
  sources: {
    phone: 'आपका फ़ोन',
    mailbox: 'आपका मेलबॉक्स',
    provider: 'आपका पेमेंट प्रोवाइडर',
    statement: 'आपका स्टेटमेंट',
  },
  silent: (source) => [`${source} अब पेमेंट नहीं बता रहा`, 'जब तक यह फिर काम न करे, Galla से पेमेंट छूट सकते हैं।'],
  back: (source) => [`${source} फिर से पेमेंट बता रहा है`, 'Galla इन्हें आपके ऑर्डर से मिलाता है।'],
  webhook: ['आपका वेबहुक रुका है', 'आपके सर्वर को सूचनाएँ नहीं मिल रहीं। ठीक होने पर इन्हें फिर चालू करें।'],
  plan: ['आपका प्लान खत्म होने वाला है', 'कम दिन या QR अनुरोध बचे हैं।'],
  limits: {
    p2pm_month: 'छोटे व्यापारी की मासिक UPI सीमा',
    gst_services: 'सेवाओं की GST सीमा',
    gst_goods: 'माल की GST सीमा',
  },
  near: (limit) => [`आप ${limit} के पास हैं`, 'रकम "खाता जोड़ें" में देखें।'],
  above: (limit) => [`आप ${limit} से ऊपर हैं`, 'रकम "खाता जोड़ें" में देखें।'],
  test: ['Galla आपको यहाँ बताएगा', 'पेमेंट और आपके फ़ैसले की बातें इसी तरह आएँगी।'],
  payments: (count, sum) => `${count} पेमेंट: ${sum}`,
  notices: (count) => `${count} नई सूचनाएँ`,
  more: (count) => `और ${count}`,
}

const LANGUAGES: Readonly<Record<NoticeLanguage, Language>> = { en: ENGLISH, hi: HINDI }

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

const wordsOf = (language: Language, notice: Notice): Words => {
  switch (notice.kind) {
    case 'payment':
      return language.payment(amountOf(notice.paise), notice.order ?? '')
    case 'question':
      return notice.order === null
        ? language.question(amountOf(notice.paise))
        : language.late(amountOf(notice.paise), notice.order)
    case 'reversal':
      return language.reversal(notice.count)
    case 'source':
      return language[notice.event === 'source.silent' ? 'silent' : 'back'](language.sources[notice.source])
    case 'limit':
      return language[notice.level](language.limits[notice.name])
    default:
      return language[notice.kind]
  }
}

const amountOf = (paise: bigint | string): string => displayRupees(BigInt(paise) as Paise)

/** One text tells at most this many by name. */
const NAMED_MAX = 5

/** The text of one notice or of several that wait for the same target. */
export const noticeText = (tag: NoticeLanguage, notices: readonly Notice[]): NoticeText => {
  const language = LANGUAGES[tag]
  const [first] = notices
  if (first === undefined) throw new RangeError('there is nothing to tell')
  const [title, body] = wordsOf(language, first)
  if (notices.length === 1) return { title, body, path: PATHS[first.kind] }
  const named = notices.slice(0, NAMED_MAX).map((notice) => {
    const [what, detail] = wordsOf(language, notice)
    return notice.kind === 'payment' ? `${what} · ${detail}` : what
  })
  const rest = notices.length - named.length
  const paid = notices.flatMap((notice) => (notice.kind === 'payment' ? [BigInt(notice.paise)] : []))
  const sum = amountOf(paid.reduce((total, paise) => total + paise, 0n))
  return {
    title:
      paid.length === notices.length ? language.payments(paid.length, sum) : language.notices(notices.length),
    body: [...named, ...(rest > 0 ? [language.more(rest)] : [])].join('\n'),
    path: notices.every(({ kind }) => kind === first.kind) ? PATHS[first.kind] : PATHS.test,
  }
}
