import { expect, test } from 'vitest'
import { type FirstStepFacts, firstSteps } from './first-steps-query.ts'
import { isBeginner } from './statistics-query.ts'

const nothing: FirstStepFacts = {
  mode: 'test',
  stats: { totalTransactions: 0, totalAmount: 0 },
  connected: false,
  isHeard: false,
  webhookUrl: '',
}

const ticks = (over: Partial<FirstStepFacts>) => firstSteps({ ...nothing, ...over }).map(({ done }) => done)

test('each step is completed by its own condition', () => {
  expect(ticks({})).toEqual([false, false, false, false, false])
  expect(ticks({ stats: { totalTransactions: 1, totalAmount: 0 } })).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
  expect(ticks({ stats: { totalTransactions: 1, totalAmount: 1 } })).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
  expect(ticks({ connected: true })).toEqual([false, false, true, false, false])
  expect(ticks({ isHeard: true })).toEqual([false, false, false, true, false])
  expect(ticks({ webhookUrl: 'https://shop.example/hook' })).toEqual([false, false, false, false, true])
})

test('live mode asks to receive a payment instead of using the simulator', () => {
  expect(firstSteps(nothing)[1]?.title).toBe('Pay it in the simulator')
  expect(firstSteps({ ...nothing, mode: 'live' })[1]?.title).toBe('Receive a payment')
})

test('the first steps are hidden after ten orders', () => {
  expect(isBeginner({ totalTransactions: 9 })).toBe(true)
  expect(isBeginner({ totalTransactions: 10 })).toBe(false)
})
