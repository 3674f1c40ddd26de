import { expect, test } from 'vitest'
import { queryKeys } from '../query-keys.ts'
import { kept } from './kept.ts'

test('the previous page is kept for the next one of its list, and for no other list or mode', () => {
  const before = ['a page']
  const keptAfter = (queryKey: readonly unknown[], list: readonly unknown[]) =>
    kept(list)(before, { queryKey })
  expect(keptAfter(queryKeys.orders.recent('test', 1), queryKeys.orders.ofMode('test'))).toBe(before)
  expect(keptAfter(queryKeys.orders.recent('test', 1), queryKeys.orders.ofMode('live'))).toBeUndefined()
  expect(keptAfter(queryKeys.statistics.daily('test', 7), queryKeys.statistics.totals('test'))).toBe(before)
  expect(
    keptAfter(queryKeys.statistics.daily('test', 7), queryKeys.statistics.totals('live')),
  ).toBeUndefined()
  expect(kept(queryKeys.orders.ofMode('test'))(undefined, undefined)).toBeUndefined()
})
