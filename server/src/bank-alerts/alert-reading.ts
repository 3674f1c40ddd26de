import type { AlertReading } from '@galla/contract/bank-alerts/alerts'
import type { ReadAlert } from './alert-outcome.ts'

/** How a message was read, for the merchant. */
export const readingOf = ({ reading }: ReadAlert): AlertReading => ({
  direction: reading.direction,
  directionWords: reading.directionWords ?? null,
  rail: reading.rail,
  railWords: reading.railWords ?? null,
  because: reading.kind === 'ignored' ? reading.because : null,
})
