import type { CounterNews, CounterState } from '@galla/contract/counters/counter-screen'
import { describe, expect, test } from 'vitest'
import { announcementsOf, type Memory, newMemory, nextSince, withSpoken } from './announcements.ts'

const START = Date.parse('2026-11-21T04:00:00.000Z')
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString()
const payment = (n: number, seconds: number, amount = 10): CounterNews => ({
  creditId: `C${n}`,
  orderId: null,
  amount,
  payerName: null,
  at: at(seconds),
})
const state = (seconds: number, news: readonly CounterNews[]) =>
  ({ serverTime: at(seconds), news }) as unknown as CounterState

describe('the announcements of a counter', () => {
  test('each payment is spoken as it arrives, and none from before the device was set up', () => {
    const memory = newMemory(state(0, []))
    expect(announcementsOf(memory, state(5, [payment(1, -10), payment(2, 3)]))).toMatchObject([
      { creditIds: ['C2'], isSummary: false },
    ])
  })

  test('a later request does not speak payments from before the device was set up either', () => {
    const memory = newMemory(state(0, []))
    const since = nextSince(memory, state(5, []))
    expect(announcementsOf({ ...memory, since }, state(6, [payment(1, -10)]))).toEqual([])
  })

  test('payments during an absence become one sentence with their number and sum', () => {
    const memory = newMemory(state(0, []))
    const news = Array.from({ length: 50 }, (_each, n) => payment(n, n * 20, 0.1))
    const [summary, ...more] = announcementsOf(memory, state(1_200, news))
    expect([summary?.isSummary, summary?.amount, summary?.creditIds.length]).toEqual([true, 5, 50])
    expect(more).toEqual([])
  })

  test('a payment missed while disconnected is spoken once the connection is back', () => {
    const memory = newMemory(state(0, []))
    expect(announcementsOf(memory, state(900, [payment(1, 30)]))).toMatchObject([
      { creditIds: ['C1'], isSummary: false },
    ])
  })

  test('the position stays before unspoken payments, and overlaps payments that may be committed late', () => {
    const memory = { since: at(0), spoken: [] }
    expect(nextSince(memory, state(600, [payment(1, 300)]))).toBe(at(180))
    expect(nextSince(withSpoken(memory, ['C1']), state(600, [payment(1, 300)]))).toBe(at(480))
  })

  test('the position follows a server clock that was set back, beyond a small difference between servers', () => {
    const memory = { since: at(600), spoken: [] }
    expect(nextSince(memory, state(300, []))).toBe(at(180))
    expect(nextSince(memory, state(610, []))).toBe(at(600))
  })
})

/** Twelve hours of trade against the rules: cuts of up to a quarter of an hour, reloads, and payments that are committed late. */
const dayOfTrade = (seed: number, payments: number) => {
  let random = seed
  const next = (): number => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
    return random / 2_147_483_648
  }
  const all = Array.from({ length: payments }, (_each, n) => ({
    ...payment(n, Math.floor(next() * 12 * 3600)),
    visibleFrom: 0,
  })).toSorted((a, b) => (a.at < b.at ? -1 : 1))
  // Some are committed up to a minute after the time that they carry.
  for (const each of all) each.visibleFrom = Date.parse(each.at) + (next() < 0.1 ? next() * 60_000 : 0)
  const spoken: string[] = []
  let memory: Memory = newMemory(state(-1, []))
  const readAt = (seconds: number, isReloadedBefore: () => boolean): void => {
    const nowMs = START + seconds * 1000
    const news = all.filter((each) => each.at >= memory.since && each.visibleFrom <= nowMs)
    const read = state(seconds, news)
    for (const { creditIds } of announcementsOf(memory, read)) {
      // The page is reloaded before the sentence starts: nothing is remembered of it.
      if (isReloadedBefore()) break
      spoken.push(...creditIds)
      memory = withSpoken(memory, creditIds)
    }
    memory = { ...memory, since: nextSince(memory, read) }
  }
  let seconds = 0
  while (seconds < 12 * 3600) {
    readAt(seconds, () => next() < 0.05)
    seconds += next() < 0.02 ? 60 + next() * 900 : 1 + next() * 5
  }
  readAt(seconds + 60, () => false)
  return { spoken, all }
}

test.each([1, 2, 3, 4, 5])(
  'each payment in twelve hours of disconnections, reloads and late commits is spoken exactly once (%i)',
  (seed) => {
    const { spoken, all } = dayOfTrade(seed, 400)
    expect(spoken.toSorted()).toEqual(all.map(({ creditId }) => creditId).toSorted())
  },
)
