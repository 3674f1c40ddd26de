/** Returns the seconds of a `Retry-After` header, which holds seconds or an HTTP date, at most `maxSeconds`; undefined when it is invalid. */
export const retryAfterSeconds = (
  header: string | null | undefined,
  now: Date,
  maxSeconds: number,
): number | undefined => {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Math.min(Number(text), maxSeconds)
  // Only the form that HTTP prescribes: Date.parse alone would read nearly anything.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return undefined
  const seconds = Math.ceil((Date.parse(text) - now.getTime()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), maxSeconds)
}
