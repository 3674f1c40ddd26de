import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { limitWork } from './limit-work.ts'

const clock = manualClock(new Date('2026-11-29T09:00:00Z'))
const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

const start = async (program: string): Promise<number> => {
  const child = spawn(process.execPath, ['-e', `console.log('up');${program}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout, 'data')
  return child.pid ?? 0
}

test('work that used its time is over at the first look', async () => {
  let over = 0
  const limit = limitWork(clock, await start('for(;;);'), 200, () => {
    over += 1
  })
  clock.advance({ ms: 199 })
  await expect.poll(limit.usedMs).toBeGreaterThanOrEqual(200)
  expect(over).toBe(0)
  clock.advance({ ms: 1 })
  expect(over).toBe(1)
})

test.skipIf(process.platform !== 'linux')('work that waits has six times as long', async () => {
  let over = 0
  const limit = limitWork(clock, await start('setInterval(() => {}, 1e6)'), 60_000, () => {
    over += 1
  })
  clock.advance({ seconds: 359 })
  expect([over, limit.usedMs() < 30_000]).toEqual([0, true])
  clock.advance({ seconds: 1 })
  expect(over).toBe(1)
})

test('without a count of processor time, the clock counts', () => {
  let over = 0
  const limit = limitWork(clock, 0, 1_000, () => {
    over += 1
  })
  clock.advance({ ms: 999 })
  expect([over, limit.usedMs()]).toEqual([0, 999])
  clock.advance({ ms: 1 })
  expect(over).toBe(1)
})

test('work that has ended is over no more', () => {
  let over = 0
  limitWork(clock, 0, 1_000, () => {
    over += 1
  }).stop()
  clock.advance({ ms: 7_000 })
  expect(over).toBe(0)
})
