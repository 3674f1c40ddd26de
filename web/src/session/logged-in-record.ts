import type { User } from '@galla/contract/auth/merchants'

const FLAG = 'isLoggedIn'
const RECORD = 'user'
const THEME = 'mantine-color-scheme-value'
const LOGGED_OUT = 'galla.logged-out'

/**
 * What this browser remembers of a login. The record outlives the session, and the next user of the device can read it, so it names
 * the merchant by id only; the rest is fetched with the session.
 */
export type RememberedUser = Pick<User, 'id' | 'role' | 'mode'>

/** The remembered login, used until the server confirms the session; undefined when logged out. */
export function storedUser(): RememberedUser | undefined {
  if (typeof window === 'undefined') return undefined
  if (window.localStorage.getItem(FLAG) !== 'true') return undefined
  try {
    const record: unknown = JSON.parse(window.localStorage.getItem(RECORD) ?? 'null')
    if (typeof record === 'object' && record !== null && 'id' in record) return record as RememberedUser
  } catch {
    // Not valid JSON, so not ours. The session call decides.
  }
  return NOBODY
}

// The flag exists without a readable record: the session call restores it or ends the login.
const NOBODY: RememberedUser = { id: '', role: 'owner', mode: 'test' }

export function storeUser({ id, role, mode }: RememberedUser): void {
  window.localStorage.setItem(FLAG, 'true')
  window.localStorage.setItem(RECORD, JSON.stringify({ id, role, mode }))
}

/** Clears everything except the theme, which belongs to the device. */
export function clearStorage(): void {
  const theme = window.localStorage.getItem(THEME)
  window.localStorage.clear()
  if (theme !== null) window.localStorage.setItem(THEME, theme)
}

/** Clears this tab and all other tabs of the site at a deliberate logout. */
export function clearAllTabs(): void {
  window.localStorage.setItem(LOGGED_OUT, 'true')
  window.sessionStorage.clear()
  clearStorage()
}

/** Drafts belong to one tab; a logout in any tab clears them in all. */
export function clearOnLogoutElsewhere(): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === LOGGED_OUT && newValue !== null) window.sessionStorage.clear()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
