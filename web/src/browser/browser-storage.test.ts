import { afterEach, expect, test, vi } from 'vitest'
import { deviceValues, remembersLogins, tabValues } from './browser-storage.ts'

afterEach(() => vi.unstubAllGlobals())

const forbidden = (): never => {
  throw new DOMException('denied', 'SecurityError')
}
const full = { getItem: () => null, setItem: forbidden, removeItem: () => undefined, clear: () => undefined }

test.each([
  ['forbidden', { get: forbidden }],
  ['absent', { get: () => null }],
  ['full', { get: () => full }],
])('where storage is %s, a value lasts in the page and no login is promised', (_what, access) => {
  const browser = Object.defineProperties(
    { navigator: { cookieEnabled: true } },
    { localStorage: access, sessionStorage: access },
  )
  vi.stubGlobal('window', browser)
  for (const values of [deviceValues, tabValues]) {
    values.write('a', '1')
    values.write('b', '2')
    expect([values.read('a'), values.read('b'), values.read('c')]).toEqual(['1', '2', null])
    values.remove('a')
    expect(values.read('a')).toBeNull()
    values.clear()
    expect(values.read('b')).toBeNull()
  }
  expect(remembersLogins()).toBe(false)
})

test('without cookies no login is promised', () => {
  const localStorage = { ...full, setItem: () => undefined }
  vi.stubGlobal('window', { navigator: { cookieEnabled: false }, localStorage })
  expect(remembersLogins()).toBe(false)
  vi.stubGlobal('window', { navigator: { cookieEnabled: true }, localStorage })
  expect(remembersLogins()).toBe(true)
})
