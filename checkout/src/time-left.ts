const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
const two = (n: number): string => String(n).padStart(2, '0')

/** Formats m:ss below an hour, h:mm:ss below a day, else 'N days h:mm'; `daysText` is in the page's language. */
export const timeLeft = (seconds: number, daysText: (days: number) => string): string => {
  const s = Math.max(0, Math.floor(seconds))
  const minutes = Math.floor((s % HOUR_SECONDS) / MINUTE_SECONDS)
  const ss = two(s % MINUTE_SECONDS)
  if (s < HOUR_SECONDS) return `${minutes}:${ss}`
  if (s < DAY_SECONDS) return `${Math.floor(s / HOUR_SECONDS)}:${two(minutes)}:${ss}`
  return `${daysText(Math.floor(s / DAY_SECONDS))} ${Math.floor((s % DAY_SECONDS) / HOUR_SECONDS)}:${two(minutes)}`
}
