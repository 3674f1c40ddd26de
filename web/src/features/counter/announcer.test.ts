import type { CounterNews, CounterState } from '@galla/contract/counters/counter-screen'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAnnouncer, type Heard } from './announcer.ts'
import { readMemory, writeMemory } from './device-memory.ts'

const ID = 'front-desk'
const NOW = Date.parse('2026-11-21T04:00:00.000Z')
const at = (minutes: number): string => new Date(NOW + minutes * 60_000).toISOString()
const payment = (creditId: string, minutes: number): CounterNews => ({
  creditId,
  orderId: null,
  amount: 10,
  payerName: null,
  at: at(minutes),
})
const state = (news: readonly CounterNews[]) =>
  ({ counter: { id: ID, language: 'en' }, serverTime: at(0), news }) as unknown as CounterState

/** A device without a voice: what is to be spoken, its chime rings for. */
beforeEach(() => {
  const stored = new Map<string, string>()
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  }
  vi.stubGlobal('window', { localStorage })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** What was begun under the lock of the device's speech has ended. */
const speechIsOver = () => navigator.locks.request('galla-counter-speech', () => {})

test('payments during an absence are spoken even if Start is pressed before they arrive', async () => {
  writeMemory(ID, { since: at(-30), spoken: [] })
  const heard: Heard[] = []
  const announcer = createAnnouncer((next) => heard.push(next))
  announcer.show(state([]))
  announcer.start()
  await speechIsOver()
  expect(readMemory(ID)?.since).toBe(at(-30))
  announcer.show(state([payment('C1', -20), payment('C2', -10)]))
  await expect.poll(() => heard).toMatchObject([{ creditIds: ['C1', 'C2'], amount: 20, isSummary: true }])
})

test('a payment that arrives just as the previous speech ends is spoken', async () => {
  writeMemory(ID, { since: at(-30), spoken: [] })
  const heard: Heard[] = []
  const announcer = createAnnouncer((next) => heard.push(next))
  announcer.start()
  announcer.show(state([]))
  announcer.show(state([]))
  await speechIsOver()
  announcer.show(state([payment('C1', 0)]))
  await expect.poll(() => heard).toMatchObject([{ creditIds: ['C1'] }])
})

test('a payment whose speech ends without having started is announced once, by the chime', async () => {
  let sentences = 0
  vi.stubGlobal('SpeechSynthesisUtterance', class {})
  const speechSynthesis = {
    getVoices: () => [],
    speak: (sentence: SpeechSynthesisUtterance) => {
      sentences += 1
      setTimeout(() => sentence.onend?.({} as SpeechSynthesisEvent))
    },
  }
  Object.assign(window, { speechSynthesis, setTimeout, clearTimeout })
  writeMemory(ID, { since: at(-30), spoken: [] })
  const heard: Heard[] = []
  const announcer = createAnnouncer((next) => heard.push(next))
  announcer.start()
  announcer.show(state([]))
  announcer.show(state([payment('C1', 0)]))
  await expect.poll(() => readMemory(ID)?.spoken).toEqual(['C1'])
  await speechIsOver()
  expect([sentences, heard.map(({ spokenIn }) => spokenIn)]).toEqual([1, [undefined]])
})
