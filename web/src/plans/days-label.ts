import { type BillingCycle, CYCLE_LABELS } from '@galla/contract/subscriptions/plans'
import { t, translateServerText } from '../locales/translate.ts'

/** Formats "1 day" or "12 days". */
export const daysInWords = (days: number): string => t('{days, plural, one {# day} other {# days}}', { days })

/** Formats "28 days". */
export const cycleInWords = (cycle: BillingCycle): string => translateServerText(CYCLE_LABELS[cycle].label)
