import { expect, test } from 'vitest'
import { filterQuery, isFiltered, readView, writeView } from './orders-view.ts'

const view = (query: string) => readView(new URLSearchParams(query))

test('a URL without a query shows the first ten orders, newest first', () => {
  expect(view('')).toEqual({
    page: 1,
    rows: '10',
    status: 'all',
    search: '',
    dates: { from: undefined, to: undefined },
    least: '',
    most: '',
    sort: 'newest',
    order: undefined,
  })
  expect(isFiltered(view(''))).toBe(false)
})

test('an invalid URL query shows the default view', () => {
  expect(view('page=-3&rows=11&status=paid&sort=up&dates=someday&from=2026-02-30&min=abc&max=0')).toEqual(
    view(''),
  )
  expect(view('page=1e9').page).toBe(1)
  expect(view('page=2.5').page).toBe(1)
  expect(view('from=2026-11-21&to=2026-11-01').dates).toEqual({ from: '2026-11-01', to: '2026-11-21' })
  expect(view('dates=constructor').dates).toEqual({ from: undefined, to: undefined })
})

test.each([
  {
    page: 7,
    rows: 'all',
    status: 'failed',
    search: 'asha & co',
    dates: { range: 'this-financial-year' },
    least: '100',
    most: '5000.50',
    sort: 'highest',
    order: '01JD',
  },
  {
    page: 1,
    rows: '10',
    status: 'attention',
    search: '',
    dates: { from: '2026-04-01', to: undefined },
    least: '',
    most: '',
    sort: 'newest',
    order: undefined,
  },
] as const)('a view can be written to the URL and read back', (full) => {
  expect(readView(writeView(full))).toEqual(full)
  expect(isFiltered(full)).toBe(true)
})

test('the default view has an empty URL query', () => {
  expect(writeView(view('')).toString()).toBe('')
})

test('a named date range is sent as days, and only filters that narrow the list are sent', () => {
  expect(filterQuery(view('search=+&rows=50&page=3'), '2026-11-21')).toEqual({})
  expect(
    filterQuery(view('dates=yesterday&status=attention&min=1&max=2&sort=lowest&search=x'), '2026-03-01'),
  ).toEqual({
    search: 'x',
    status: 'attention',
    from: '2026-02-28',
    to: '2026-02-28',
    minAmount: '1',
    maxAmount: '2',
    sort: 'lowest',
  })
})
