import type { Database } from '../platform/database/database.ts'
import { findListening, LISTENING_GAP_SECONDS } from '../platform/http/listening-store.ts'

/** Since when our processes could hear a source, and the time now, both by the clock of the process that records its heartbeats. */
export interface Hearing {
  readonly since: Date
  readonly now: Date
}

/**
 * The processes that receive a phone's requests record when it was heard, by their own clock. They also renew a note all the time, which shows
 * how far their clock differs from this one.
 */
export const createPhoneHearing = (db: Database): ((now: Date, watchingSince: Date) => Promise<Hearing>) => {
  let note: { readonly seenAt: Date; readonly foundAt: Date } | undefined
  return async (now, watchingSince) => {
    const listening = await findListening(db)
    if (listening === undefined) return { since: now, now }
    const { since, seenAt } = listening
    if (note?.seenAt.getTime() !== seenAt.getTime()) note = { seenAt, foundAt: now }
    const ageMs = now.getTime() - note.foundAt.getTime()
    // No process listens.
    if (ageMs > LISTENING_GAP_SECONDS * 1000) return { since: now, now }
    const apartMs = seenAt.getTime() - note.foundAt.getTime()
    const there = (at: Date): Date => new Date(at.getTime() + apartMs)
    return { since: new Date(Math.max(since.getTime(), there(watchingSince).getTime())), now: there(now) }
  }
}
