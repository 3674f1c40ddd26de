import { expect, test } from 'vitest'
import { alertHealth, refusalText } from './alert-health.ts'

const NOW = Date.parse('2026-11-21T06:00:00Z')
const NONE = { credit: 0, ignored: 0, unread: 0, untrusted: 0 }
const heard = (lastReceivedAt: string | null, lastDay = NONE) =>
  alertHealth({ lastReceivedAt, lastPingAt: null, unusedSince: null, lastDay }, NOW)

test.each([
  ['2026-11-21T06:00:03Z', 'heard', 'Phone active just now'],
  ['2026-11-21T05:58:59Z', 'heard', 'Phone active 1 minute ago'],
  ['2026-11-21T05:01:00Z', 'heard', 'Phone active 59 minutes ago'],
  ['2026-11-20T18:00:01Z', 'heard', 'Phone active 11 hours ago'],
  ['2026-11-20T18:00:00Z', 'silent', 'Phone silent for 12 hours'],
  ['2026-10-25T06:00:00Z', 'silent', 'Phone silent for 648 hours'],
  [null, 'waiting', 'No alert in the last 30 days'],
])('last message at %s: %s', (at, state, title) => {
  expect(heard(at)).toMatchObject({ state, title })
})

test.each([
  ['2026-11-21T05:00:00Z', '2026-11-21T05:58:00Z', null, 'Phone active 2 minutes ago'],
  ['2026-11-21T05:58:00Z', '2026-11-21T05:00:00Z', null, 'Phone active 2 minutes ago'],
  [null, '2026-11-21T05:58:00Z', null, 'Phone active 2 minutes ago'],
  ['2026-11-20T05:00:00Z', null, '2026-11-21T05:00:00Z', 'Phone not used'],
])('a message of %s, a ping of %s, unused since %s: %s', (lastReceivedAt, lastPingAt, unusedSince, title) => {
  expect(alertHealth({ lastReceivedAt, lastPingAt, unusedSince, lastDay: NONE }, NOW).title).toBe(title)
})

test('the daily summary counts what arrived, and is empty if nothing did', () => {
  expect(heard(null).day).toBe('')
  expect(heard(null, { credit: 1200, ignored: 1, unread: 2, untrusted: 3 }).day).toBe(
    '1,200 payments, 3 not trusted, 2 unread, 1 other message',
  )
})

test.each([
  ['unsigned', 3, '3 messages were refused: the signature is missing'],
  ['wrong', 1, '1 message was refused: the signature is wrong'],
  ['undated', 1, '1 message was refused: the message has no time'],
  ['reused', 1, '1 message was refused: the signature was used before'],
  ['too_large', 2, '2 messages were refused: too large'],
  ['too_many', 9, '9 messages were refused: too many at once'],
  ['old', 1200, '1,200 messages were refused: the signature is from another time'],
] as const)('refused messages are counted by reason: %s, %i', (reason, messages, words) => {
  expect(refusalText({ reason, messages })).toBe(words)
})
