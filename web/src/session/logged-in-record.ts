import type { User } from '@galla/contract/auth/merchants'

const FLAG = 'isLoggedIn'
const RECORD = 'user'
const THEME = 'mantine-color-scheme-value'
const LOGGED_OUT = 'galla.logged-out'

/**
 * What this browser remembers of a login. It outlives the session and the next user of the machine can read it, so it names the
 * merchant by id only; the rest of the record is fetched with the session.
 */
export type RememberedUser = Pick<User, 'id' | 'role' | 'mode'>

/** The login that the browser goes by until the server has confirmed the session; undefined when logged out. */
export function storedUser(): RememberedUser | undefined {
  if (typeof window === 'undefined') return undefined
  if (window.localStorage.getItem(FLAG) !== 'true') return undefined
  try {
    const record: unknown = JSON.parse(window.localStorage.getItem(RECORD) ?? 'null')
    if (typeof record === 'object' && record !== null && 'id' in record) return record as RememberedUser
  } catch {
    // Not JSON: someone else wrote it. The session call decides.
  }
  return NOBODY
}

// A flag without a readable record: the session call fills it, or ends it.
const NOBODY: RememberedUser = { id: '', role: 'owner', mode: 'test' }

export function storeUser({ id, role, mode }: RememberedUser): void {
  window.localStorage.setItem(FLAG, 'true')
  window.localStorage.setItem(RECORD, JSON.stringify({ id, role, mode }))
}

/** Everything goes but the theme, which belongs to the device and not to the person. */
export function clearStorage(): void {
  const theme = window.localStorage.getItem(THEME)
  window.localStorage.clear()
  if (theme !== null) window.localStorage.setItem(THEME, theme)
}

/** A wanted logout: nothing of the merchant stays in this tab, nor in the other ones that show this site. */
export function clearAllTabs(): void {
  window.localStorage.setItem(LOGGED_OUT, 'true')
  window.sessionStorage.clear()
  clearStorage()
}

/** Drafts are kept by each tab for itself; a logout in one of them ends them in all. */
export function clearOnLogoutElsewhere(): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key === LOGGED_OUT && newValue !== null) window.sessionStorage.clear()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
