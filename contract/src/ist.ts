/**
 * India's time, as one computes with it: days are cut at midnight in Asia/Kolkata, which has been five and a half hours ahead
 * of UTC on every day since 1945. Own code, because not every runtime carries the time zones' data.
 */
export const IST_OFFSET_MS = 330 * 60_000

/** An instant whose digits in UTC are those of India's clock. Only for writing them down. */
export const istWallClock = (at: Date): Date => new Date(at.getTime() + IST_OFFSET_MS)

/** "2026-11-21": the day it is in India. */
export const istDayOf = (at: Date): string => istWallClock(at).toISOString().slice(0, 10)

/** "2026-11-21T09:30:00.000+05:30": ISO 8601 with India's offset. */
export const istIsoText = (at: Date): string => `${istWallClock(at).toISOString().slice(0, -1)}+05:30`

/** "2026-11-21 09:30:00", India's clock, to the second. */
export const istText = (at: Date): string => istWallClock(at).toISOString().slice(0, 19).replace('T', ' ')

/** The instant at which a day (YYYY-MM-DD) starts in India. */
export const startOfIstDay = (day: string): Date => new Date(`${day}T00:00:00+05:30`)
