import { expect, test } from 'vitest'
import { habitSeconds, type SourceState, silenceReason } from './source-health.ts'

/** 13:00 in India: an hour into the part of the day that begins at 12:00. */
const NOW = new Date('2026-11-20T07:30:00Z')
const LONG_AGO = new Date('2026-11-01T00:00:00Z')
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000)

const phone = (over: Partial<SourceState> = {}): SourceState => ({
  source: 'phone',
  connectedAt: LONG_AGO,
  heardAt: ago(3500),
  messageAt: ago(3500),
  pingedAt: null,
  pingSeconds: null,
  failingSince: null,
  failedAt: null,
  pauses: [600, 600, 600],
  isTradingTime: true,
  hasOpenOrders: false,
  ...over,
})
const pinging = (seconds: number, over: Partial<SourceState> = {}) =>
  phone({ heardAt: ago(seconds), pingedAt: ago(seconds), pingSeconds: 60, ...over })
const reason = (state: SourceState, watchingSince = LONG_AGO) => silenceReason(state, NOW, watchingSince)

test.each([
  [299, null],
  [300, 'pings'],
  [301, 'pings'],
])('a source that pings and was last heard %i s ago: %s', (seconds, expected) => {
  expect(reason(pinging(seconds))).toBe(expected)
})

test('a source that pings every ten minutes is silent after two pings stayed out', () => {
  expect(reason(pinging(1199, { pingSeconds: 600 }))).toBeNull()
  expect(reason(pinging(1200, { pingSeconds: 600 }))).toBe('pings')
})

test('a source that was heard for five minutes without a ping no longer pings', () => {
  const quiet = { pauses: [], messageAt: ago(400), heardAt: ago(400) }
  expect(reason(phone({ ...quiet, pingedAt: ago(699) }))).toBe('pings')
  expect(reason(phone({ ...quiet, pingedAt: ago(700) }))).toBeNull()
})

test.each([
  ['neither open orders nor trading time', false, false, null],
  ['open orders', true, false, 'pings'],
  ['trading time', false, true, 'pings'],
])('with %s, a missing ping gives %s', (_what, hasOpenOrders, isTradingTime, expected) => {
  expect(reason(pinging(300, { hasOpenOrders, isTradingTime }))).toBe(expected)
})

test.each([
  [[], null],
  [[600, 600], null],
  [[600, 600, 600], 1800],
  [[14_400, 1200, 600], 1800],
  [[600, 4000, 2400], 3600],
  [[14_400, 14_400, 60], 21_600],
])('of the pauses %j the limit is %s', (pauses, expected) => expect(habitSeconds(pauses)).toBe(expected))

test.each([
  [1800, null],
  [1801, 'habit'],
])('without pings, a usual pause of ten minutes and %i s of silence: %s', (seconds, expected) => {
  expect(reason(phone({ heardAt: ago(seconds), messageAt: ago(seconds) }))).toBe(expected)
})

test('the time before this part of the day does not count as a pause', () => {
  // The shop opened an hour ago; the night before it is no silence.
  const state = phone({ heardAt: ago(50_000), messageAt: ago(50_000), pauses: [2400, 2400, 2400] })
  expect(reason(state)).toBeNull()
  expect(silenceReason(state, new Date(NOW.getTime() + 1000), LONG_AGO)).toBe('habit')
})

test('the time in which this program did not run does not count', () => {
  expect(reason(pinging(3600), ago(299))).toBeNull()
  expect(reason(pinging(3600), ago(300))).toBe('pings')
  expect(reason(phone(), ago(1800))).toBeNull()
})

test.each([
  [299, null],
  [300, 'failing'],
])('calls to a provider that fail for %i s: %s', (seconds, expected) => {
  const over = { source: 'provider' as const, failingSince: ago(seconds + 10), failedAt: ago(10) }
  expect(reason(phone(over))).toBe(expected)
})

test('one failed call, a provider that nobody asks and a statement are no silence', () => {
  expect(reason(phone({ source: 'provider', failingSince: ago(9000), failedAt: ago(9000) }))).toBeNull()
  expect(reason(phone({ source: 'provider' }))).toBeNull()
  expect(reason(phone({ source: 'statement' }))).toBeNull()
})
