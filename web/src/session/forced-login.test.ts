import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askToLogInAgain, forgetPageBeforeLogin, pageBeforeLogin, wasSentToLogin } from './forced-login.ts'
import { storedUser, storeUser } from './logged-in-record.ts'

const ORIGIN = 'https://pay.example.com'
const EMAIL = 'asha@example.com'
const ASHA = {
  name: 'Asha Rao',
  email: EMAIL,
  mobileNumber: '9876543210',
  websiteName: 'Asha Tea',
  websiteUrl: 'https://tea.example',
}
const KEPT = 'galla.return-to'

const memory = (): Storage => {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    getItem: (name) => items.get(name) ?? null,
    key: (at) => [...items.keys()][at] ?? null,
    removeItem: (name) => void items.delete(name),
    setItem: (name, value) => void items.set(name, value),
  }
}

let went: string[] = []

const openAt = (path: string): void => {
  const url = new URL(path, ORIGIN)
  vi.stubGlobal('window', {
    localStorage: memory(),
    sessionStorage: memory(),
    location: {
      origin: ORIGIN,
      pathname: url.pathname,
      search: url.search,
      assign: (to: string) => void went.push(to),
    },
  })
}

beforeEach(() => {
  went = []
  openAt('/dashboard/orders?search=tea')
})
afterEach(() => vi.unstubAllGlobals())

test('the record of a login is the five fields of the specification, and nothing else', () => {
  storeUser({ ...ASHA, id: 'mer_1', role: 'owner', mode: 'live', apiKey: 'key_live_x' } as typeof ASHA)
  expect(window.localStorage.length).toBe(2)
  expect(window.localStorage.getItem('isLoggedIn')).toBe('true')
  expect(JSON.parse(window.localStorage.getItem('user') ?? '')).toEqual(ASHA)
  expect(storedUser()).toEqual(ASHA)
})

test.each(['{', 'null', '[]', '{"name":1}'])(
  'with the record %s, the flag alone restores the login',
  (text) => {
    window.localStorage.setItem('isLoggedIn', 'true')
    window.localStorage.setItem('user', text)
    expect(storedUser()).toEqual({
      name: text.includes('1') ? '1' : '',
      email: '',
      mobileNumber: '',
      websiteName: '',
      websiteUrl: '',
    })
  },
)

test('an ended session clears the record, opens the login once, and offers its page to the same user only', () => {
  storeUser(ASHA)
  askToLogInAgain()
  askToLogInAgain()
  expect(went).toEqual(['/login'])
  expect(storedUser()).toBeUndefined()
  expect(window.localStorage.getItem('user')).toBeNull()
  expect(wasSentToLogin()).toBe(true)
  expect(pageBeforeLogin('other@example.com')).toBeUndefined()
  expect(pageBeforeLogin(EMAIL)).toBe('/dashboard/orders?search=tea')
  forgetPageBeforeLogin()
  expect(pageBeforeLogin(EMAIL)).toBeUndefined()
})

test.each([
  '/',
  '/pricing',
  '/pay/01JD8K7Q2M4V6X8Z0B2D4F6H8K',
  '/dashboards',
  '/dashboard/../login',
  '/dashboard/%2e%2e/login',
  '//evil.example/dashboard',
  '/\\evil.example/dashboard',
  'https://evil.example/dashboard',
  'https:evil.example/dashboard',
  'javascript:alert(1)//dashboard',
  'http://',
  '',
  7,
  null,
])('%j is no page to return to', (path) => {
  window.sessionStorage.setItem(KEPT, JSON.stringify({ email: EMAIL, path }))
  expect(pageBeforeLogin(EMAIL)).toBeUndefined()
})

test.each(['{', 'null', '7', '[]', '{}'])('the kept value %s is ignored', (text) => {
  window.sessionStorage.setItem(KEPT, text)
  expect(pageBeforeLogin(EMAIL)).toBeUndefined()
})
