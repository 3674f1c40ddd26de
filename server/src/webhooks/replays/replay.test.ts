import { DELIVERY_STATES, REPLAY_STATES } from '@galla/contract/webhooks/webhook-deliveries'
import { expect, test } from 'vitest'
import { capacityFor, isReplayed } from './replay.ts'

const AS_OF = new Date('2026-11-21T04:00:00Z')
const before = new Date(AS_OF.getTime() - 1)

test.each(REPLAY_STATES)(
  'a replay of %s never sends what is under way, or was sent since it was asked for',
  (state) => {
    for (const each of DELIVERY_STATES) {
      expect(isReplayed(state, AS_OF, { state: each, sentAt: null, inFlight: true })).toBe(false)
      expect(isReplayed(state, AS_OF, { state: each, sentAt: AS_OF, inFlight: false })).toBe(false)
    }
  },
)

test('undelivered means all that was never answered with 200, what was never sent too; what is on its way is left alone', () => {
  const sent = DELIVERY_STATES.filter((state) =>
    isReplayed('undelivered', AS_OF, { state, sentAt: before, inFlight: false }),
  )
  expect(sent).toEqual(['failed', 'exhausted', 'paused'])
  expect(isReplayed('undelivered', AS_OF, { state: null, sentAt: null, inFlight: false })).toBe(true)
  expect(isReplayed('failed', AS_OF, { state: null, sentAt: null, inFlight: false })).toBe(false)
})

test.each([
  [0, false, 100],
  [99, false, 1],
  [100, false, 0],
  [0, true, 1],
  [1, true, 0],
  [40, true, 0],
])('with %d due, failing %s, a replay has capacity for %d more', (due, failing, capacity) => {
  expect(capacityFor(due, failing)).toBe(capacity)
})
