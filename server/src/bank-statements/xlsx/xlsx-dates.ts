const DAY_SECONDS = 86_400
const EPOCH_1900_MS = Date.UTC(1899, 11, 31)
const EPOCH_1904_MS = Date.UTC(1904, 0, 1)
/** Excel counts a 29 February 1900, which did not exist. */
const FEBRUARY_29_1900 = 60
/** Built-in formats of dates and times, which have no format code in the file. */
const BUILT_IN_DATE_FORMATS = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const
/** Excel's own limit is 255. */
const FORMAT_CHARACTERS_MAX = 300

/** Format codes of dates and times contain d, m, y, h or s outside of quotes, brackets and escapes. */
export const isDateFormat = (id: number, code: string | undefined): boolean => {
  if (code === undefined) return BUILT_IN_DATE_FORMATS.some(([first, last]) => id >= first && id <= last)
  const shown = code
    .slice(0, FORMAT_CHARACTERS_MAX)
    .replace(/"[^"]*"?|\[[^\]]*\]?|[\\_*]./g, '')
    .replace(/general/gi, '')
  return /[dmyhs]/i.test(shown)
}

/** The date of an Excel number, to the second. Read it in UTC to get the digits that the sheet shows. */
export const dateOfSerial = (serial: number, from1904: boolean): Date => {
  if (from1904) return new Date(EPOCH_1904_MS + msOf(serial))
  const days = serial > FEBRUARY_29_1900 ? serial - 1 : serial
  return new Date(EPOCH_1900_MS + msOf(days))
}

const msOf = (days: number): number => Math.round(days * DAY_SECONDS) * 1_000
