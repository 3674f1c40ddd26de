import { isDashboardPath, paths } from '../paths.ts'
import { clearAllTabs, clearStorage, storedUser } from './logged-in-record.ts'

const RETURN_TO = 'galla.return-to'

let isLeaving = false
let wentAtMs = Number.NEGATIVE_INFINITY
/** Several calls find the session over at once: going there twice would break the first going off. */
const GOING_MS = 3_000

const goToLogin = (): void => {
  const nowMs = performance.now()
  if (nowMs - wentAtMs < GOING_MS) return
  wentAtMs = nowMs
  window.location.assign(paths.login)
}

/** Between the press of Logout and its reply, calls under way find the session over: that is no login forced upon anyone. */
export function expectLogout(isExpected: boolean): void {
  isLeaving = isExpected
}

export function leaveForLogin(): void {
  clearAllTabs()
  goToLogin()
}

/**
 * Ends a session that is over and asks to log in again. What was typed lies in sessionStorage, and the page is remembered
 * for the same person, who comes back to it after the login.
 */
export function askToLogInAgain(): void {
  if (isLeaving) {
    leaveForLogin()
    return
  }
  const user = storedUser()
  const place = window.location.pathname + window.location.search
  if (user !== undefined && isDashboardPath(place))
    window.sessionStorage.setItem(RETURN_TO, JSON.stringify({ userId: user.id, place }))
  clearStorage()
  goToLogin()
}

/** The page after a login: the one before, if the session of the same person had ended there, else the first of their role. */
export function placeAfterLogin(userId: string): string {
  const kept = window.sessionStorage.getItem(RETURN_TO)
  window.sessionStorage.removeItem(RETURN_TO)
  // Written by this very login.
  const start = storedUser()?.role === 'operator' ? paths.operator : paths.home
  if (kept === null) return start
  try {
    const { userId: before, place } = JSON.parse(kept) as { userId?: unknown; place?: unknown }
    if (before === userId && typeof place === 'string' && isDashboardPath(place)) return place
  } catch {
    // Written by someone else.
  }
  return start
}

export const wasSentToLogin = (): boolean => window.sessionStorage.getItem(RETURN_TO) !== null
