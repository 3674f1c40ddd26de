import { displayAmount, displayCount, displayWhen } from '../../format/indian-display.ts'

const NAMES: Readonly<Record<string, string>> = {
  price: 'Price',
  qrRequests: 'QR requests',
  suspendedAt: 'Suspended',
  attempts: 'Attempts',
  runAt: 'Due',
  status: 'State',
}
/** Shown elsewhere in the entry. */
const SHOWN_ELSEWHERE = new Set(['reason', 'rejectionReason'])
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

const valueText = (name: string, value: unknown): string => {
  if (value === null || value === undefined) return 'no'
  if (typeof value === 'number') return name === 'price' ? displayAmount(value) : displayCount(value)
  if (typeof value === 'string') return INSTANT.test(value) ? displayWhen(value) : value
  return JSON.stringify(value)
}

/** Lists the changed values of an action: "Price ₹999.00 → ₹1,049.50". */
export function changesText(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => name in NAMES && !SHOWN_ELSEWHERE.has(name) && name in after)
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => `${NAMES[name]} ${valueText(name, before[name])} → ${valueText(name, after[name])}`)
    .join(', ')
}
