import { tabValues } from '../browser/browser-storage.ts'
import { isDashboardPath, paths } from '../paths.ts'
import { clearAllTabs, clearStorage, storedUser } from './logged-in-record.ts'

const LEFT = 'galla.return-to'

let isLeaving = false
let wentAtMs = Number.NEGATIVE_INFINITY
/** Several calls may fail with 401 at once; a second redirect would interrupt the first. */
const GOING_MS = 3_000

const goToLogin = (): void => {
  const nowMs = performance.now()
  if (nowMs - wentAtMs < GOING_MS) return
  wentAtMs = nowMs
  // An invitation has a login of its own.
  if (window.location.pathname === paths.join) window.location.reload()
  else window.location.assign(paths.login)
}

/** While Logout is pending, failing calls must not redirect to the login. */
export function expectLogout(isExpected: boolean): void {
  isLeaving = isExpected
}

export function leaveForLogin(): void {
  clearAllTabs()
  goToLogin()
}

/**
 * Redirects an expired session to the login. Drafts stay in sessionStorage, and after the login the home page offers the same user the
 * way back to the current page.
 */
export function askToLogInAgain(): void {
  if (isLeaving) {
    leaveForLogin()
    return
  }
  const email = storedUser()?.email ?? ''
  const path = window.location.pathname + window.location.search
  if (email !== '' && isDashboardPath(path)) tabValues.write(LEFT, JSON.stringify({ email, path }))
  clearStorage()
  goToLogin()
}

/** The page of the dashboard where this user's session expired, if it did. */
export function pageBeforeLogin(email: string): string | undefined {
  try {
    const kept: unknown = JSON.parse(tabValues.read(LEFT) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return undefined
    const { email: before, path } = kept as { email?: unknown; path?: unknown }
    return before === email && typeof path === 'string' ? ownDashboardPath(path) : undefined
  } catch {
    // The stored value is not ours.
    return undefined
  }
}

/** The path as the browser would open it, if it is one of a dashboard of this site. */
function ownDashboardPath(text: string): string | undefined {
  const { origin } = window.location
  const url = new URL(text, origin)
  const path = url.pathname + url.search
  return url.origin === origin && isDashboardPath(path) ? path : undefined
}

/** Called once the user is in a dashboard again. */
export const forgetPageBeforeLogin = (): void => tabValues.remove(LEFT)

export const wasSentToLogin = (): boolean => tabValues.read(LEFT) !== null
