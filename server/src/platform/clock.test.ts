import { expect, test } from 'vitest'
import { manualClock, systemClock } from './clock.ts'

const START = new Date('2026-11-21T06:00:00Z')

test('ManualClock runs due timers in order, each at its own time', () => {
  const clock = manualClock(START)
  const fired: string[] = []
  const note = (name: string) => () => void fired.push(`${name} ${clock.now().toISOString().slice(14, 19)}`)
  clock.after(90_000, note('late'))
  clock.every(60_000, note('minute'))
  clock.after(60_000, note('same'))
  clock.advance({ minutes: 2 })
  expect(fired).toEqual(['minute 01:00', 'same 01:00', 'late 01:30', 'minute 02:00'])
  expect(clock.now()).toEqual(new Date('2026-11-21T06:02:00Z'))
})

test('a timer that was stopped, even by an earlier timer, does not run', () => {
  const clock = manualClock(START)
  let ran = 0
  const second = { stop: () => {} }
  clock.after(1, () => second.stop())
  second.stop = clock.after(2, () => {
    ran += 1
  }).stop
  const every = clock.every(10, () => {
    ran += 10
    every.stop()
  })
  clock.advance({ days: 1 })
  expect(ran).toBe(10)
})

test('a timer that is set while the clock moves fires in the same move', () => {
  const clock = manualClock(START)
  let depth = 0
  const again = (): void => {
    depth += 1
    if (depth < 5) clock.after(1_000, again)
  }
  clock.after(1_000, again)
  clock.advance({ seconds: 4, ms: 999 })
  expect(depth).toBe(4)
})

test('a delay longer than the longest timer of Node does not fire at once', async () => {
  let fired = false
  const timer = systemClock.after(2 ** 40, () => {
    fired = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(fired).toBe(false)
  timer.stop()
})
