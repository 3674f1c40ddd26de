import type { CounterNews, CounterState } from '@galla/contract/counters/counter-screen'

/** What this device remembers of what it has spoken, so that a reload or a lost connection repeats and misses nothing. */
export interface Memory {
  /** News from here on may not have been spoken. */
  readonly since: string
  /** The payments that were spoken, the last ones. */
  readonly spoken: readonly string[]
}

export interface Announcement {
  readonly creditIds: readonly string[]
  /** Of one payment, or the sum of those that came during an absence. */
  readonly amount: number
  readonly isSummary: boolean
  /** Whose payment it is. */
  readonly payerName: string | null
}

/** A payment may be committed a little after the time that it carries. */
const OVERLAP_MS = 2 * 60_000
/** Older payments are history: they are summed up. */
const LIVE_MS = 60_000
const LIVE_MAX = 3
const SPOKEN_MAX = 1_000

const before = (instant: string, ms: number): string => new Date(Date.parse(instant) - ms).toISOString()

/** Nothing of before the device was set up is spoken. */
export const newMemory = ({ serverTime }: CounterState): Memory => ({ since: serverTime, spoken: [] })

const one = ({ creditId, amount, payerName }: CounterNews): Announcement => ({
  creditIds: [creditId],
  amount,
  isSummary: false,
  payerName,
})

const inPaise = (rupees: number): number => Math.round(rupees * 100)

const summaryOf = (news: readonly CounterNews[]): Announcement => ({
  creditIds: news.map(({ creditId }) => creditId),
  amount: news.reduce((sum, { amount }) => sum + inPaise(amount), 0) / 100,
  isSummary: true,
  payerName: null,
})

/** What of the news is to be spoken: each payment, or one sentence for all of them after an absence. */
export const announcementsOf = (memory: Memory, { news, serverTime }: CounterState): Announcement[] => {
  const fresh = news.filter(({ creditId, at }) => !memory.spoken.includes(creditId) && at >= memory.since)
  const liveFrom = before(serverTime, LIVE_MS)
  const isLive = fresh.length <= LIVE_MAX && fresh.every(({ at }) => at >= liveFrom)
  if (isLive || fresh.length <= 1) return fresh.map(one)
  return [summaryOf(fresh)]
}

/** The memory after a sentence has begun. */
export const withSpoken = (memory: Memory, creditIds: readonly string[]): Memory => ({
  ...memory,
  spoken: [...memory.spoken, ...creditIds].slice(-SPOKEN_MAX),
})

/**
 * From where the next news are read: never later than a payment that is not spoken yet, nor before the device was set up. A server whose
 * clock is behind that moment decides: its payments carry its time.
 */
export const nextSince = (memory: Memory, { news, serverTime }: CounterState): string => {
  const unspoken = news.filter(({ creditId }) => !memory.spoken.includes(creditId)).map(({ at }) => at)
  const next = before(
    [serverTime, ...unspoken].reduce((least, at) => (at < least ? at : least)),
    OVERLAP_MS,
  )
  return next > memory.since || serverTime < memory.since ? next : memory.since
}
