import { expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import type { Log } from '../log.ts'
import { repeat } from './repeat.ts'

const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} }

const repeated = (work: () => Promise<{ more: boolean }>) => {
  const clock = manualClock(new Date('2026-11-21T04:00:00Z'))
  return { clock, repeated: repeat({ name: 'test', clock, log: quiet, everyMs: 500, work }) }
}

test('it runs at its time, and again at once as long as there is more', async () => {
  let left = 3
  let runs = 0
  const { clock, repeated: it } = repeated(async () => {
    runs += 1
    left -= 1
    return { more: left > 0 }
  })
  clock.advance({ ms: 499 })
  expect(runs).toBe(0)
  clock.advance({ ms: 1 })
  await new Promise(setImmediate)
  expect(runs).toBe(3)
  await it.stop()
})

test('it never runs twice at once, and a wake during a run makes one more run', async () => {
  let atOnce = 0
  let most = 0
  let runs = 0
  const gates: (() => void)[] = []
  const { repeated: it } = repeated(async () => {
    runs += 1
    atOnce += 1
    most = Math.max(most, atOnce)
    await new Promise<void>((resolve) => void gates.push(resolve))
    atOnce -= 1
    return { more: false }
  })
  it.wake()
  it.wake()
  it.wake()
  gates.shift()?.()
  await new Promise(setImmediate)
  gates.shift()?.()
  await it.stop()
  expect(most).toBe(1)
  expect(runs).toBe(2)
})

test('a failure is no end', async () => {
  let runs = 0
  const { repeated: it } = repeated(async () => {
    runs += 1
    if (runs === 1) throw new Error('once')
    return { more: false }
  })
  it.wake()
  await new Promise(setImmediate)
  it.wake()
  await it.stop()
  expect(runs).toBe(2)
})
