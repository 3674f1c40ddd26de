import type { LinkState, ReusableLink } from '@galla/contract/reusable-links/reusable-links'
import { displayAmount } from '../../format/indian-display.ts'
import type { Tone } from '../../theme/tone.ts'

export const STATE_LABELS = {
  open: ['Open', 'success'],
  closed: ['Closed', 'calm'],
  ended: ['Ended', 'calm'],
  used_up: ['Used up', 'calm'],
} as const satisfies Record<LinkState, readonly [string, Tone]>

export const priceLabel = ({ price }: ReusableLink): string => {
  if (price.kind === 'fixed') return displayAmount(price.amount)
  if (price.kind === 'choice') return `${displayAmount(price.min)} to ${displayAmount(price.max)}`
  return price.items.length === 1 ? '1 item' : `${price.items.length} items`
}

/** "12 of 40 paid", and how many orders are open now. */
export const usesLabel = ({ paid, open, usesMax }: ReusableLink): string =>
  `${paid}${usesMax === null ? '' : ` of ${usesMax}`} paid${open === 0 ? '' : `, ${open} open`}`
