import { displayCount } from '../format/indian-display.ts'

/** "1 day", "12 days". */
export const daysInWords = (days: number): string => (days === 1 ? '1 day' : `${displayCount(days)} days`)
