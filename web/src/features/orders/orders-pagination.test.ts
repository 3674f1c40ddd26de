import { expect, test } from 'vitest'
import { ordersPagination } from './orders-pagination.ts'

const page = (totalTransactions: number, totalIsMore: boolean, currentPage = 1) => ({
  totalPages: 1,
  hasNextPage: totalIsMore,
  hasPrevPage: false,
  limit: 10,
  totalTransactions,
  totalIsMore,
  currentPage,
})

test('before the totals load, a page with a next one links to it and the total is unknown', () => {
  expect(ordersPagination(page(11, true), undefined)).toEqual({
    lastPage: 2,
    limit: 10,
    total: 11,
    totalText: '11+',
    isTotalKnown: false,
  })
})

test('before the totals load, a page without a next one gives the total, unless it is beyond the end', () => {
  expect(ordersPagination(page(7, false), undefined)).toMatchObject({ totalText: '7', isTotalKnown: true })
  expect(ordersPagination(page(0, false), undefined)).toMatchObject({ totalText: '0', isTotalKnown: true })
  expect(ordersPagination(page(0, false, 9), undefined)).toMatchObject({ lastPage: 0, isTotalKnown: false })
})

test('the totals are used once they have loaded', () => {
  const totals = (totalTransactions: number, totalIsMore = false) => ({ totalTransactions, totalIsMore })
  expect(ordersPagination(page(11, true), totals(1_234))).toMatchObject({
    lastPage: 124,
    totalText: '1,234',
    isTotalKnown: true,
  })
  expect(ordersPagination(page(11, true), totals(10_000, true))).toMatchObject({
    lastPage: 1_000,
    totalText: '10,000+',
  })
  expect(ordersPagination(page(0, false, 9), totals(85))).toMatchObject({ lastPage: 9, totalText: '85' })
})
