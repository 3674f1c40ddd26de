import { expect, test } from 'vitest'
import { readView, writeView } from './orders-view.ts'

const view = (query: string) => readView(new URLSearchParams(query))

test('an address without a word is the first ten orders', () => {
  expect(view('')).toEqual({ page: 1, rows: '10', status: 'all', search: '', order: undefined })
})

test('nonsense in the address falls back instead of failing', () => {
  expect(view('page=-3&rows=11&status=paid')).toEqual(view(''))
  expect(view('page=1e9').page).toBe(1)
  expect(view('page=2.5').page).toBe(1)
})

test('a view survives the way into the address and back', () => {
  const full = { page: 7, rows: 'all', status: 'failed', search: 'asha & co', order: '01JD' } as const
  expect(readView(writeView(full))).toEqual(full)
  expect(writeView(view('')).toString()).toBe('')
})
