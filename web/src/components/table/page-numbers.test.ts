import { expect, test } from 'vitest'
import { pageNumbers } from './pager.tsx'

const shown = (current: number, last: number) =>
  pageNumbers(current, last)
    .map((entry) => (entry === 'gap' ? '...' : entry))
    .join(' ')

test.each([
  [1, 2, '1 2'],
  [1, 3, '1 2 3'],
  [1, 10, '1 2 ... 10'],
  [3, 10, '1 2 3 4 ... 10'],
  [4, 10, '1 ... 3 4 5 ... 10'],
  [8, 10, '1 ... 7 8 9 10'],
  [10, 10, '1 ... 9 10'],
])('page %i of %i shows %s', (current, last, text) => {
  expect(shown(current, last)).toBe(text)
})

test('the first, current and last page are always shown, once and in order', () => {
  for (let last = 2; last <= 30; last += 1)
    for (let current = 1; current <= last; current += 1) {
      const numbers = pageNumbers(current, last).filter((entry) => entry !== 'gap')
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      expect(numbers).toEqual(expect.arrayContaining([1, current, last]))
    }
})
