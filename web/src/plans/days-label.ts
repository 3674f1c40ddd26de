import { type BillingCycle, CYCLE_LABELS } from '@galla/contract/subscriptions/plans'
import { t, translateServerText } from '../locales/translate.ts'

/** Formats "1 day" or "12 days". */
export const daysLabel = (days: number): string => t('{days, plural, one {# day} other {# days}}', { days })

/** Formats "28 days". */
export const cycleName = (cycle: BillingCycle): string => translateServerText(CYCLE_LABELS[cycle].label)
