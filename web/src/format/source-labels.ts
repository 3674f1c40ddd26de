import type { SourceHealth } from '@galla/contract/payment-accounts/sources'
import type { Source } from '@galla/contract/webhooks/webhook'

export const SOURCE_NAMES = {
  phone: 'Phone',
  mailbox: 'Mailbox',
  provider: 'Payment provider',
  statement: 'Statements',
} as const satisfies Record<Source, string>

export const SOURCE_ADVICE = {
  phone: 'Is it on and online, and is the forwarder app running?',
  mailbox: 'Check its password under Connect Merchant.',
  provider: 'Test the connection under Connect Merchant.',
  statement: 'Import a new statement.',
} as const satisfies Record<Source, string>

const secondsWords = (seconds: number): string => {
  if (seconds < 100) return `${Math.round(seconds)} s`
  if (seconds < 6000) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3600)} h`
}

/** The share of payments that a source reported, in whole numbers: a percentage of nine payments says more than is known. */
export const shareWords = ({ heard, payments }: Pick<SourceHealth, 'heard' | 'payments'>): string => {
  if (payments === 0) return 'No payments to compare yet'
  const share = `${heard} of ${payments} ${payments === 1 ? 'payment' : 'payments'}`
  return payments < 100 ? share : `${share} (${Math.floor((heard / payments) * 1000) / 10} %)`
}

export const delayWords = ({ delayP50, delayP95 }: Pick<SourceHealth, 'delayP50' | 'delayP95'>): string =>
  delayP50 === null || delayP95 === null
    ? 'Not known yet'
    : `${secondsWords(delayP50)} usually, ${secondsWords(delayP95)} at worst (95 of 100)`
