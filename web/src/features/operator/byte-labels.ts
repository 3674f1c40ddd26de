const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const
const STEP = 1000

const figures = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })

/** Formats "12.4 MB". */
export function byteLabel(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= STEP && unit < UNITS.length - 1) {
    value /= STEP
    unit += 1
  }
  return `${figures.format(value)} ${UNITS[unit]}`
}
