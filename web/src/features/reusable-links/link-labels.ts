import type { LinkState, ReusableLink } from '@galla/contract/reusable-links/reusable-links'
import { displayAmount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'
import type { Tone } from '../../theme/tone.ts'

export const STATE_LABELS = {
  open: [t('Open [state]'), 'success'],
  closed: [t('Closed'), 'calm'],
  ended: [t('Ended'), 'calm'],
  used_up: [t('Used up'), 'calm'],
} as const satisfies Record<LinkState, readonly [string, Tone]>

export const priceLabel = ({ price }: ReusableLink): string => {
  if (price.kind === 'fixed') return displayAmount(price.amount)
  if (price.kind === 'choice')
    return t('{from} to {to}', { from: displayAmount(price.min), to: displayAmount(price.max) })
  return t('{count, plural, one {# item} other {# items}}', { count: price.items.length })
}

/** "12 of 40 paid", with the number of open orders. */
export const usesLabel = ({ paid, open, usesMax }: ReusableLink): string => {
  const uses =
    usesMax === null ? t('{paid} paid', { paid }) : t('{paid} of {max} paid', { paid, max: usesMax })
  return open === 0 ? uses : t('{uses}, {open} open', { uses, open })
}
