import type { User } from '@galla/contract/merchants'

const FLAG = 'isLoggedIn'
const RECORD = 'user'
const THEME = 'mantine-color-scheme-value'

/** The record that the browser shows until the server has confirmed the session; undefined when logged out. */
export function storedUser(): User | undefined {
  if (typeof window === 'undefined') return undefined
  if (window.localStorage.getItem(FLAG) !== 'true') return undefined
  try {
    const record: unknown = JSON.parse(window.localStorage.getItem(RECORD) ?? 'null')
    if (typeof record === 'object' && record !== null && 'name' in record) return record as User
  } catch {
    // Not JSON: somebody else wrote it. The session call decides.
  }
  return { ...NOBODY }
}

// A flag without a readable record: the session call fills it, or ends it.
const NOBODY: User = {
  id: '',
  name: '',
  email: '',
  mobileNumber: '',
  websiteName: '',
  websiteUrl: '',
  supportEmail: '',
  supportPhone: '',
  showSupport: false,
  role: 'owner',
  mode: 'test',
  createdAt: '1970-01-01T00:00:00Z',
}

export function storeUser(user: User): void {
  window.localStorage.setItem(FLAG, 'true')
  window.localStorage.setItem(RECORD, JSON.stringify(user))
}

/** Everything goes but the theme, which belongs to the device and not to the person. */
export function clearStorage(): void {
  const theme = window.localStorage.getItem(THEME)
  window.localStorage.clear()
  if (theme !== null) window.localStorage.setItem(THEME, theme)
}
