import { expect, onTestFinished, test } from 'vitest'
import { openLedger } from '../../../testing/ledger.ts'
import { openShop } from '../../../testing/shop.ts'
import { findListening, recordListening } from './listening-store.ts'

test('the time since some process accepts requests begins again after a gap', async () => {
  const { db, clock, close } = await openLedger()
  onTestFinished(() => close())
  const since = async () => (await findListening(db))?.since
  expect(await since()).toBeUndefined()
  const start = clock.now()
  // Two processes at once are as one.
  await Promise.all([recordListening(db, start), recordListening(db, start)])
  for (let n = 0; n < 3; n += 1) {
    clock.advance({ seconds: 120 })
    expect(await since()).toEqual(start)
    await recordListening(db, clock.now())
  }
  clock.advance({ seconds: 121 })
  expect(await since()).toEqual(start)
  await recordListening(db, clock.now())
  expect(await since()).toEqual(clock.now())
})

test.each([
  ['web', true],
  ['all', true],
  ['worker', false],
])('a process with ROLE=%s accepts requests: %s', async (ROLE, isListening) => {
  const shop = await openShop({ ROLE })
  onTestFinished(() => shop.close())
  const isNoted = async () => (await findListening(shop.db)) !== undefined
  await expect.poll(isNoted).toBe(isListening)
})
