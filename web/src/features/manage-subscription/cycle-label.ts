import { displayCount } from '../../format/indian-display.ts'
import { t } from '../../locales/translate.ts'

const NAMED: Readonly<Record<number, string>> = { 30: t('Monthly'), 90: t('Quarterly'), 365: t('Yearly') }

export const cycleLabel = (days: number): string =>
  NAMED[days] ?? t('{days} days', { days: displayCount(days) })
