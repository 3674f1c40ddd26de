import { displayCount } from '../../format/indian-display.ts'

const NAMED: Readonly<Record<number, string>> = { 30: 'Monthly', 90: 'Quarterly', 365: 'Yearly' }

export const cycleLabel = (days: number): string => NAMED[days] ?? `${displayCount(days)} days`
