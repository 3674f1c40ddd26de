import { expect, test } from 'vitest'
import { pageIn } from './page-module.ts'

const PAGES = Object.keys(import.meta.glob('../features/**/*-page.tsx'))
const LISTS = import.meta.glob<string>(['../routes.tsx', './*-pages.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

test.each(PAGES)('%s has an address', (path) => {
  const file = path.replace('../features/', '').replace('-page.tsx', '')
  expect(Object.values(LISTS).join('\n')).toContain(file)
})

test('a page that does not exist fails at the start', () => {
  expect(() => pageIn('orders/unknown')).toThrow('there is no features/orders/unknown-page.tsx')
})
