import { isDashboardPath, paths } from '../paths.ts'
import { clearAllTabs, clearStorage, storedUser } from './logged-in-record.ts'

const RETURN_TO = 'galla.return-to'

let isLeaving = false
let wentAtMs = Number.NEGATIVE_INFINITY
/** Several calls may fail with 401 at once; a second redirect would interrupt the first. */
const GOING_MS = 3_000

const goToLogin = (): void => {
  const nowMs = performance.now()
  if (nowMs - wentAtMs < GOING_MS) return
  wentAtMs = nowMs
  window.location.assign(paths.login)
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
 * Redirects an expired session to the login. Drafts stay in sessionStorage, and the same user returns to the current page after the
 * login.
 */
export function askToLogInAgain(): void {
  if (isLeaving) {
    leaveForLogin()
    return
  }
  const user = storedUser()
  const path = window.location.pathname + window.location.search
  if (user !== undefined && isDashboardPath(path))
    window.sessionStorage.setItem(RETURN_TO, JSON.stringify({ userId: user.id, path }))
  clearStorage()
  goToLogin()
}

/** The page after a login: the one where this user's session expired, else the start page of their role. */
export function pathAfterLogin(userId: string): string {
  const kept = window.sessionStorage.getItem(RETURN_TO)
  window.sessionStorage.removeItem(RETURN_TO)
  // The login has just stored this user.
  const start = storedUser()?.role === 'operator' ? paths.operator : paths.home
  if (kept === null) return start
  try {
    const { userId: before, path } = JSON.parse(kept) as { userId?: unknown; path?: unknown }
    if (before === userId && typeof path === 'string' && isDashboardPath(path)) return path
  } catch {
    // The stored value is not ours.
  }
  return start
}

export const wasSentToLogin = (): boolean => window.sessionStorage.getItem(RETURN_TO) !== null
