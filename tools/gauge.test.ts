import { expect, test } from 'vitest'
import { isProduct, risen, saysWhy } from './gauge.ts'

const release = { lines: 100, files: 10, edges: 5 }

test('a change is asked about what it raises above the release, and about nothing else', () => {
  const before = { lines: 90, files: 12, edges: 5 }
  expect(risen(release, before, { lines: 100, files: 12, edges: 5 })).toEqual([])
  expect(risen(release, before, { lines: 101, files: 12, edges: 6 })).toEqual(['lines', 'edges'])
  expect(risen(release, before, { lines: 1, files: 13, edges: 1 })).toEqual(['files'])
})

test('a reason is a line of a commit message', () => {
  expect(saysWhy('Add a provider\n\nSize: its connector\n')).toBe(true)
  expect(saysWhy('Add a provider\n\nThe Size: of it\n')).toBe(false)
  expect(saysWhy('Size:\n')).toBe(false)
})

test('the screens of forms are product, and what only tests use is not', () => {
  for (const path of ['web/src/features/kyc/kyc-form.tsx', 'server/src/app.ts', 'web/src/theme/base.css'])
    expect(isProduct(`${path}:12`), path).toBe(true)
  for (const path of [
    'server/src/app.test.ts',
    'server/testing/shop.ts',
    'e2e/stories/pay.spec.ts',
    'bench/main.ts',
  ])
    expect(isProduct(`${path}:12`), path).toBe(false)
})
