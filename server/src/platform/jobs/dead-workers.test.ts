import { expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { createDeadWorkers, DEAD_AFTER_MS } from './dead-workers.ts'
import { useWorkers } from './worker-harness.ts'

const running = useWorkers()

test('a worker is confirmed dead when two checks find it gone and no check between them finds it alive', async () => {
  const clock = manualClock(new Date('2026-11-26T06:00:00Z'))
  const connectionClock = manualClock(clock.now())
  const { workerId, stop } = await running.start(connectionClock)
  const workers = createDeadWorkers({ clock, workerId: 'wrk_other' })
  const own = createDeadWorkers({ clock, workerId })
  const look = async (ms: number) => {
    clock.advance({ ms })
    return [await workers.confirm(running.db, [workerId]), await own.confirm(running.db, [workerId])]
  }
  expect(await look(DEAD_AFTER_MS)).toEqual([[], []])

  await running.cutOff()
  expect(await look(DEAD_AFTER_MS)).toEqual([[], []])
  expect(await look(DEAD_AFTER_MS - 1)).toEqual([[], []])
  connectionClock.advance({ seconds: 1 })
  await expect.poll(() => running.isAlive(workerId)).toBe(true)
  expect(await look(1)).toEqual([[], []])

  await stop()
  await expect.poll(() => running.isAlive(workerId)).toBe(false)
  expect(await look(DEAD_AFTER_MS)).toEqual([[], []])
  expect(await workers.confirm(running.db, ['wrk_another'])).toEqual([])
  expect(await look(DEAD_AFTER_MS)).toEqual([[workerId], []])
  expect(await look(60_001)).toEqual([[], []])
})
