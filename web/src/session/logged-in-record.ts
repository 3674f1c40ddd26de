import type { User } from '@galla/contract/auth/merchants'
import { deviceValues, tabValues } from '../browser/browser-storage.ts'

const FLAG = 'isLoggedIn'
const RECORD = 'user'
const THEME = 'mantine-color-scheme-value'
const LOGGED_OUT = 'galla.logged-out'
const PLACE = 'galla.place'

/**
 * What this browser remembers of a login, as the product specification names it. It outlives the session, and the next user of the
 * device can read it: it holds nothing secret, and everything else is fetched with the session.
 */
const FIELDS = ['name', 'email', 'mobileNumber', 'websiteName', 'websiteUrl'] as const
export type RememberedUser = Pick<User, (typeof FIELDS)[number]>

const recordOf = (from: Partial<Record<string, unknown>>): RememberedUser =>
  Object.fromEntries(FIELDS.map((field) => [field, String(from[field] ?? '')])) as RememberedUser

/** The remembered login, used until the server confirms the session; undefined when logged out. */
export function storedUser(): RememberedUser | undefined {
  if (typeof window === 'undefined') return undefined
  if (deviceValues.read(FLAG) !== 'true') return undefined
  try {
    const record: unknown = JSON.parse(deviceValues.read(RECORD) ?? 'null')
    if (typeof record === 'object' && record !== null) return recordOf({ ...record })
  } catch {
    // Not valid JSON, so not ours.
  }
  // The flag exists without a readable record: the session call restores it or ends the login.
  return recordOf({})
}

export function storeUser(user: RememberedUser): void {
  deviceValues.write(FLAG, 'true')
  deviceValues.write(RECORD, JSON.stringify(recordOf({ ...user })))
}

/** Clears everything except the theme, which belongs to the device. */
export function clearStorage(): void {
  const theme = deviceValues.read(THEME)
  deviceValues.clear()
  if (theme !== null) deviceValues.write(THEME, theme)
}

/** Clears this tab and all other tabs of the site at a deliberate logout. */
export function clearAllTabs(): void {
  deviceValues.write(LOGGED_OUT, 'true')
  tabValues.clear()
  clearStorage()
}

/** Tells the other tabs when the session has moved: its shop and mode are the same in all. */
export function tellPlace({ id, shop, mode }: User): void {
  deviceValues.write(PLACE, `${shop?.id ?? id} ${mode}`)
}

/** Drafts belong to one tab; a logout in any tab clears them in all. `onMoved` is called when another tab has moved. */
export function hearOtherTabs(onMoved: () => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (newValue === null) return
    if (key === LOGGED_OUT) tabValues.clear()
    if (key === PLACE) onMoved()
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
