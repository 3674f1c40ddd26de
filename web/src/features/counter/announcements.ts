import type { CounterNews, CounterState } from '@galla/contract/counters/counter-screen'

/**
 * What this device remembers of its announcements, so that a reload or a lost connection neither repeats nor misses a payment.
 */
export interface Memory {
  /** Payments since this time may not have been announced. */
  readonly since: string
  /** The ids of the latest announced payments. */
  readonly spoken: readonly string[]
}

export interface Announcement {
  readonly creditIds: readonly string[]
  /** The amount of one payment, or the sum of those during an absence. */
  readonly amount: number
  readonly isSummary: boolean
  /** The payer of a single payment. */
  readonly payerName: string | null
}

/** A payment may be committed slightly after its timestamp. */
const OVERLAP_MS = 2 * 60_000
/** Older payments are summed up in one announcement. */
const LIVE_MS = 60_000
const LIVE_MAX = 3
const SPOKEN_MAX = 1_000

const before = (instant: string, ms: number): string => new Date(Date.parse(instant) - ms).toISOString()

/** Payments before the device was set up are not announced. */
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

/** The announcements to speak: one for each payment, or a summary after an absence. */
export const announcementsOf = (memory: Memory, { news, serverTime }: CounterState): Announcement[] => {
  const fresh = news.filter(({ creditId, at }) => !memory.spoken.includes(creditId) && at >= memory.since)
  const liveFrom = before(serverTime, LIVE_MS)
  const isLive = fresh.length <= LIVE_MAX && fresh.every(({ at }) => at >= liveFrom)
  if (isLive || fresh.length <= 1) return fresh.map(one)
  return [summaryOf(fresh)]
}

/** The memory after an announcement has started. */
export const withSpoken = (memory: Memory, creditIds: readonly string[]): Memory => ({
  ...memory,
  spoken: [...memory.spoken, ...creditIds].slice(-SPOKEN_MAX),
})

/**
 * The time from which the next payments are read: never later than a payment that is still to be announced, nor earlier than the
 * device's set-up. If the server's clock is behind the set-up time, the server's time is used, because its payments carry it.
 */
export const nextSince = (memory: Memory, { news, serverTime }: CounterState): string => {
  const unspoken = news.filter(({ creditId }) => !memory.spoken.includes(creditId)).map(({ at }) => at)
  const next = before(
    [serverTime, ...unspoken].reduce((least, at) => (at < least ? at : least)),
    OVERLAP_MS,
  )
  return next > memory.since || serverTime < memory.since ? next : memory.since
}
