import type { SourceHealth } from '@galla/contract/source-health/sources'
import type { SilenceReason, Source } from '@galla/contract/webhooks/webhook'
import { t } from '../locales/translate.ts'

export const SOURCE_NAMES = {
  phone: t('Phone'),
  mailbox: t('Mailbox'),
  provider: t('Payment provider'),
  statement: t('Statements'),
} as const satisfies Record<Source, string>

const ADVICE = {
  phone: t('Check that the phone is on and online, and that the forwarder app is running.'),
  mailbox: t('Check the mailbox password under Connect Merchant.'),
  provider: t('Test the connection under Connect Merchant.'),
  statement: t('Import a new statement.'),
} as const satisfies Record<Source, string>

/** Advice for a source that works but reports no payments. */
const PAYMENTS_ADVICE: Partial<Record<Source, string>> = {
  phone: t(
    'Another source reported payments that this phone did not. Check that the forwarder app may read messages and that the bank still sends them.',
  ),
  mailbox: t(
    'Another source reported payments that this mailbox did not. Check that the bank still sends emails and that they arrive in this folder.',
  ),
}

export const silenceAdvice = (source: Source, reason: SilenceReason): string =>
  (reason === 'payments' ? PAYMENTS_ADVICE[source] : undefined) ?? ADVICE[source]

const secondsWords = (seconds: number): string => {
  if (seconds < 100) return t('{seconds} s', { seconds: Math.round(seconds) })
  if (seconds < 6000) return t('{minutes} min', { minutes: Math.round(seconds / 60) })
  return t('{hours} h', { hours: Math.round(seconds / 3600) })
}

/** The share of payments that a source reported, as whole numbers: a percentage of nine payments would feign precision. */
export const shareLabel = ({ heard, payments }: Pick<SourceHealth, 'heard' | 'payments'>): string => {
  if (payments === 0) return t('No payments to compare yet')
  const share = t(
    '{payments, plural, one {{heard} of {payments} payment} other {{heard} of {payments} payments}}',
    {
      heard,
      payments,
    },
  )
  return payments < 100 ? share : `${share} (${Math.floor((heard / payments) * 1000) / 10} %)`
}

export const delayLabel = ({ delayP50, delayP95 }: Pick<SourceHealth, 'delayP50' | 'delayP95'>): string =>
  delayP50 === null || delayP95 === null
    ? t('Not known yet')
    : t('{delayP50} usually, {delayP95} at worst (95 of 100)', {
        delayP50: secondsWords(delayP50),
        delayP95: secondsWords(delayP95),
      })
