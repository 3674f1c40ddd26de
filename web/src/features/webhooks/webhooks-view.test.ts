import { expect, test } from 'vitest'
import { isFiltered, queryOf, readView, writeView } from './webhooks-view.ts'

const NOW = new Date('2026-11-21T04:00:00Z')

test('a view can be read from the URL and written back', () => {
  const search = new URLSearchParams(
    'state=failed&event=order.success&time=24h&order=01KAJ2Q8ZC7M3V5T9XWNB4E6RH',
  )
  const view = readView(search)
  expect(writeView(view).toString()).toBe(search.toString())
  expect(isFiltered(view)).toBe(true)
  expect(queryOf(view, NOW)).toEqual({
    state: 'failed',
    event: 'order.success',
    from: '2026-11-20T04:00:00.000Z',
    orderId: '01KAJ2Q8ZC7M3V5T9XWNB4E6RH',
  })
})

test('an unknown value in the URL is ignored', () => {
  const view = readView(new URLSearchParams('state=lost&event=x&time=1y'))
  expect(isFiltered(view)).toBe(false)
  expect(queryOf({ ...view, order: 'half an id' }, NOW)).toEqual({})
})
