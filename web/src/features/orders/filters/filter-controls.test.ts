import { expect, test } from 'vitest'
import { type OrdersFilter, readView } from '../orders-view.ts'
import { filterControls } from './filter-controls.ts'

const { page: _page, order: _order, ...BEGIN } = readView(new URLSearchParams())

/** The controls of one drawing of the screen: it is not drawn again while they are used. */
const drawnOnce = () => {
  const held = { latest: BEGIN as OrdersFilter }
  const shown: OrdersFilter[] = []
  const controls = filterControls({
    filter: BEGIN,
    latest: () => held.latest,
    put: (filter) => {
      held.latest = filter
    },
    show: (filter) => void shown.push(filter),
  })
  return { controls, held, shown }
}

test('two filter changes within one tick are both kept', () => {
  const { controls, held, shown } = drawnOnce()
  controls.type({ search: 'asha' })
  controls.type({ status: 'failed' })
  expect(held.latest).toEqual({ ...BEGIN, search: 'asha', status: 'failed' })
  controls.choose({ sort: 'highest' })
  controls.choose({ least: '100' })
  const all = { ...BEGIN, search: 'asha', status: 'failed', sort: 'highest', least: '100' }
  expect(held.latest).toEqual(all)
  expect(shown.at(-1)).toEqual(all)
})

test('a typed filter is applied with a delay, and a chosen one at once', () => {
  const { controls, shown } = drawnOnce()
  controls.type({ search: 'asha' })
  expect(shown).toEqual([])
  controls.choose({ rows: '50' })
  expect(shown).toEqual([{ ...BEGIN, search: 'asha', rows: '50' }])
})
