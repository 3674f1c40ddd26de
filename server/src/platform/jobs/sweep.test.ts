import { expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import type { Log } from '../log.ts'
import { createSweep } from './sweep.ts'

const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} }

const sweepOf = (work: () => Promise<{ more: boolean }>) => {
  const clock = manualClock(new Date('2026-11-21T04:00:00Z'))
  return { clock, sweep: createSweep({ clock, log: quiet }, { name: 'test', everyMs: 500, work }) }
}

test('a sweep runs at its start and at each interval, and again at once while there is more to do', async () => {
  let left = 1
  let runs = 0
  const { clock, sweep } = sweepOf(async () => {
    runs += 1
    left -= 1
    return { more: left > 0 }
  })
  clock.advance({ ms: 1_000 })
  sweep.wake()
  expect(runs).toBe(0)
  sweep.start()
  await new Promise(setImmediate)
  expect(runs).toBe(1)
  left = 3
  clock.advance({ ms: 499 })
  expect(runs).toBe(1)
  clock.advance({ ms: 1 })
  await new Promise(setImmediate)
  expect(runs).toBe(4)
  await sweep.stop()
})

test('a sweep keeps its interval, and a wake still runs it at once', async () => {
  let runs = 0
  const { clock, sweep } = sweepOf(async () => {
    runs += 1
    return { more: false }
  })
  sweep.start()
  await new Promise(setImmediate)
  clock.advance({ ms: 499 })
  expect(runs).toBe(1)
  clock.advance({ ms: 1 })
  await new Promise(setImmediate)
  expect(runs).toBe(2)
  sweep.wake()
  await new Promise(setImmediate)
  expect(runs).toBe(3)
  await sweep.stop()
})

test('a sweep never runs twice at once, and a wake during a run makes one more run', async () => {
  let atOnce = 0
  let most = 0
  let runs = 0
  const gates: (() => void)[] = []
  const { sweep } = sweepOf(async () => {
    runs += 1
    atOnce += 1
    most = Math.max(most, atOnce)
    await new Promise<void>((resolve) => void gates.push(resolve))
    atOnce -= 1
    return { more: false }
  })
  sweep.start()
  sweep.wake()
  sweep.wake()
  gates.shift()?.()
  await new Promise(setImmediate)
  gates.shift()?.()
  await sweep.stop()
  expect(most).toBe(1)
  expect(runs).toBe(2)
})

test('a wake at any moment while a run ends makes one more run', async () => {
  for (let moment = 0; moment < 10; moment += 1) {
    let runs = 0
    const { sweep } = sweepOf(async () => {
      runs += 1
      return { more: false }
    })
    sweep.start()
    for (let n = 0; n < moment; n += 1) await undefined
    sweep.wake()
    await new Promise(setImmediate)
    expect(runs, `${moment}`).toBe(2)
    await sweep.stop()
  }
})

test('a sweep runs again after a failure', async () => {
  let runs = 0
  const { sweep } = sweepOf(async () => {
    runs += 1
    if (runs === 1) throw new Error('once')
    return { more: false }
  })
  sweep.start()
  await new Promise(setImmediate)
  sweep.wake()
  await sweep.stop()
  expect(runs).toBe(2)
})

test('a sweep that was stopped does not start', async () => {
  let runs = 0
  const { clock, sweep } = sweepOf(async () => {
    runs += 1
    return { more: false }
  })
  await sweep.stop()
  sweep.start()
  clock.advance({ ms: 1_000 })
  expect(runs).toBe(0)
})
