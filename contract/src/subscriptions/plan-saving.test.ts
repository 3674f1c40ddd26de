import { expect, test } from 'vitest'
import { savingContradiction } from './plan-saving.ts'
import { BILLING_CYCLES, PLAN_CATALOGUE } from './plans.ts'

test('every longer cycle of the first catalogue contradicts its label, and the shortest has no label', () => {
  const found = PLAN_CATALOGUE.flatMap(({ name, offers }) =>
    BILLING_CYCLES.map((cycle) => [
      name,
      cycle,
      savingContradiction(cycle, offers[cycle].pricePaise, offers['28days'].pricePaise)?.savedPercent,
    ]),
  )
  expect(found).toEqual([
    ['basic', '28days', undefined],
    ['basic', '84days', -0.1],
    ['basic', '168days', -200.3],
    ['startup', '28days', undefined],
    ['startup', '84days', -9.8],
    ['startup', '168days', -164.9],
    ['premium', '28days', undefined],
    ['premium', '84days', -11.1],
    ['premium', '168days', -150.1],
  ])
})

test('a contradiction has the claimed saving, the compared price and the correct price', () => {
  expect(savingContradiction('84days', 299_900n, 99_900n)).toEqual({
    claimedPercent: 15,
    savedPercent: -0.1,
    comparedPaise: 299_700n,
    fittingPaise: 254_700n,
  })
})

test.each([
  [254_745n, undefined],
  [254_700n, undefined],
  // 14.5 % rounds to 15 %, 14.4 % does not.
  [256_243n, undefined],
  [256_600n, 14.4],
  [250_000n, 16.6],
])('84 days at %d paise: %d', (price, saved) => {
  expect(savingContradiction('84days', price, 99_900n)?.savedPercent).toBe(saved)
})

test('the correct price matches the label for every price and cycle', () => {
  for (let shortest = 10_000n; shortest < 1_000_000n; shortest += 7_777n)
    for (const cycle of ['84days', '168days'] as const) {
      const contradiction = savingContradiction(cycle, shortest * 100n, shortest)
      expect(savingContradiction(cycle, contradiction?.fittingPaise ?? 0n, shortest)).toBeUndefined()
    }
})
