import { expect, test } from 'vitest'
import { creditsOf, OPEN_TABS, OTHER_TABS, readView, writeView } from './cases-view.ts'

const shown = (address: string) => readView(new URLSearchParams(address))

test('a view can be written to the URL and read back', () => {
  for (const tab of [...OPEN_TABS, ...OTHER_TABS]) {
    const view = {
      ...shown(''),
      tab,
      search: 'asha 499',
      messages: 'unread' as const,
      page: 3,
      credit: '01K',
    }
    expect(readView(writeView(view))).toEqual(view)
  }
})

test('default values are left out of the URL', () => {
  expect(writeView(shown('')).toString()).toBe('')
})

test.each(['tab=__proto__', 'page=-1', 'page=1.5', 'page=9e9', 'tab=matched', 'messages=strange'])(
  '%s shows the default view',
  (address) => {
    expect(shown(address)).toEqual(shown(''))
  },
)

test('the claims and alerts tabs request no payments', () => {
  expect([creditsOf('claims'), creditsOf('alerts'), creditsOf('late')]).toEqual([
    undefined,
    undefined,
    'late',
  ])
})
