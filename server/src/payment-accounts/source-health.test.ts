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
  wasSilentThen: false,
  ...over,
})
const pinging = (seconds: number, over: Partial<SourceState> = {}) =>
  phone({ heardAt: ago(seconds), pingedAt: ago(seconds), pingSeconds: 60, ...over })
const reason = (state: SourceState, watchingSince = LONG_AGO) => silenceReason(state, NOW, watchingSince)

test.each([
  [239, null],
  [240, 'pings'],
  [241, 'pings'],
])('a source that pings and was last heard %i s ago: %s', (seconds, expected) => {
  expect(reason(pinging(seconds))).toBe(expected)
})

test('a source that pings every ten minutes is silent after two missed pings', () => {
  expect(reason(pinging(1214, { pingSeconds: 600 }))).toBeNull()
  expect(reason(pinging(1215, { pingSeconds: 600 }))).toBe('pings')
})

test('a source that sends messages for four minutes without a ping is no longer expected to ping', () => {
  const quiet = { pauses: [], messageAt: ago(400), heardAt: ago(400) }
  expect(reason(phone({ ...quiet, pingedAt: ago(639) }))).toBe('pings')
  expect(reason(phone({ ...quiet, pingedAt: ago(640) }))).toBeNull()
})

test('a message between two pings that are ten minutes apart does not mean that the pings ended', () => {
  const heard = { pauses: [], heardAt: ago(1300), messageAt: ago(1300), pingSeconds: 600 }
  expect(reason(phone({ ...heard, pingedAt: ago(1800) }))).toBe('pings')
})

test.each([
  ['no payment expected', {}, 'pings', null],
  ['open orders', { hasOpenOrders: true }, 'pings', 'habit'],
  ['trading time', { isTradingTime: true }, 'pings', 'habit'],
  ['no payment expected, where it is often silent', { wasSilentThen: true }, null, null],
  ['open orders, where it is often silent', { wasSilentThen: true, hasOpenOrders: true }, 'pings', 'habit'],
])(
  'with %s (%j), the reason for silence is %s for a source that pings and %s for one that does not',
  (_what, over, pings, habit) => {
    const expected = { isTradingTime: false, ...over }
    expect(reason(pinging(300, expected))).toBe(pings)
    expect(reason(phone(expected))).toBe(habit)
  },
)

test.each([
  [[], null],
  [[600, 600], null],
  [[600, 600, 600], 1800],
  [[14_400, 1200, 600], 1800],
  [[600, 4000, 2400], 3600],
  [[14_400, 14_400, 60], 21_600],
])('the limit for the pauses %j is %s', (pauses, expected) => expect(habitSeconds(pauses)).toBe(expected))

test.each([
  [1800, null],
  [1801, 'habit'],
])(
  'a source without pings and with usual pauses of ten minutes, after %i s of silence: %s',
  (seconds, expected) => {
    expect(reason(phone({ heardAt: ago(seconds), messageAt: ago(seconds) }))).toBe(expected)
  },
)

test('a pause starts at the earliest with the current part of the day', () => {
  // The shop opened an hour ago; the night before it is no silence.
  const state = phone({ heardAt: ago(50_000), messageAt: ago(50_000), pauses: [2400, 2400, 2400] })
  expect(reason(state)).toBeNull()
  expect(silenceReason(state, new Date(NOW.getTime() + 1000), LONG_AGO)).toBe('habit')
})

test('the time in which the program did not run does not count', () => {
  expect(reason(pinging(3600), ago(239))).toBeNull()
  expect(reason(pinging(3600), ago(240))).toBe('pings')
  expect(reason(phone(), ago(1800))).toBeNull()
})

test.each([
  [239, 100, null],
  [240, 100, 'failing'],
  // The last call that failed was too soon after the first.
  [240, 121, null],
])('a provider whose calls fail since %i s, the last %i s ago: %s', (since, last, expected) => {
  const over = { source: 'provider' as const, failingSince: ago(since), failedAt: ago(last) }
  expect(reason(phone(over))).toBe(expected)
})

test.each([
  [{ pingedAt: ago(240), heardAt: ago(240), failingSince: ago(200), failedAt: ago(5) }, 'failing'],
  [{ pingedAt: ago(239), heardAt: ago(239), failingSince: ago(200), failedAt: ago(5) }, null],
  // A password that ended is tried again after an hour only.
  [{ pingedAt: ago(250), heardAt: ago(250), failingSince: ago(190), failedAt: ago(190) }, 'failing'],
  [
    { pingedAt: null, heardAt: null, connectedAt: ago(240), failingSince: ago(240), failedAt: ago(240) },
    'failing',
  ],
  // It waits for its turn.
  [{ pingedAt: ago(900), heardAt: ago(900) }, null],
  // Nobody logs in to a mailbox that forwards its e-mails.
  [{ pingedAt: null, heardAt: ago(300), messageAt: ago(300) }, null],
])('a mailbox of %j: %s', (over, expected) => {
  expect(reason(phone({ source: 'mailbox', isTradingTime: false, ...over }))).toBe(expected)
})

test('one failed call, a provider without calls and a statement are not silent', () => {
  expect(reason(phone({ source: 'provider', failingSince: ago(9000), failedAt: ago(9000) }))).toBeNull()
  expect(reason(phone({ source: 'provider' }))).toBeNull()
  expect(reason(phone({ source: 'statement' }))).toBeNull()
})
