import type { Provider } from '@galla/contract/payment-accounts/accounts'
import { BANK_SENTENCES } from '@galla/upi/sentences/bank-sentence'
import { EMAIL_ALERTS } from '@galla/upi/trusted-email'
import { t } from '../../../locales/translate.ts'
import { bankOf } from '../bank-of.ts'

/** How a shop hears of its payments today. */
export const WAYS = ['sms', 'app', 'email', 'none'] as const
export type Way = (typeof WAYS)[number]

export const wayIn = (text: string | null): Way | undefined => WAYS.find((way) => way === text)

interface Shop {
  readonly upiId: string
  readonly provider: Provider
}

/** Of which payments Galla will hear. `tap`: it hears of them, and each waits for a person. */
export type Heard = 'most' | 'tap' | 'nothing' | { readonly aboveRupees: number }

/** The apps whose notices settle orders, and those that forwarders can't read. No source shows those of the others. */
const APPS: Readonly<Record<Provider, Heard>> = {
  bharatpe: 'most',
  paytm: 'nothing',
  phonepe: 'tap',
  googlepay: 'tap',
  other: 'tap',
}

/** From what banks and apps are known to leave out, not from counts of messages. */
export function heardBy(way: Way, { upiId, provider }: Shop): Heard {
  const bank = bankOf(upiId)
  if (way === 'app') return APPS[provider]
  if (way === 'none') return 'nothing'
  const known = way === 'sms' ? BANK_SENTENCES : EMAIL_ALERTS
  if (bank === undefined || known[bank.id] === undefined) return 'tap'
  const { noSmsUpToRupees } = bank
  return way === 'sms' && noSmsUpToRupees !== undefined ? { aboveRupees: noSmsUpToRupees } : 'most'
}

export const heardWords = (heard: Heard): string => {
  if (heard === 'most') return t('nearly all')
  if (heard === 'tap') return t('each needs your tap')
  return heard === 'nothing' ? '0 %' : t('only above ₹{rupees}', { rupees: heard.aboveRupees })
}

/** The amount of the first payment in paise: one that the source reports, and that nobody pays by chance. */
export const firstAmount = (heard: Heard, nowMs: number): bigint => {
  const rupees = typeof heard === 'string' ? 1 : heard.aboveRupees + 1
  return BigInt(rupees * 100 + 1 + (nowMs % 99))
}
