/** Each unit with the largest count that is displayed in it. */
const UNITS = [
  ['day', 86_400, 400],
  ['hour', 3_600, 48],
  ['minute', 60, 120],
  ['second', 1, 120],
] as const

/** `5 seconds`, `5 minutes`, `30 days`; a mixed duration as `75 hours 35 minutes`. */
export function durationLabel(seconds: number): string {
  const whole = UNITS.find(([, each, max]) => seconds % each === 0 && seconds >= each && seconds < each * max)
  if (whole !== undefined) return counted(seconds / whole[1], whole[0])
  const words: string[] = []
  let left = seconds
  for (const [unit, each] of UNITS.slice(1)) {
    const n = Math.floor(left / each)
    left -= n * each
    if (n > 0) words.push(counted(n, unit))
  }
  return words.join(' ')
}

const counted = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`

/** Short, for a chart: `5 s`, `30 min`, `24 h`. */
export const shortDuration = (seconds: number): string => {
  if (seconds % 3_600 === 0) return `${seconds / 3_600} h`
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`
}
