import { session, type User } from '@galla/contract/auth/merchants'
import type { Mode } from '@galla/contract/orders/order-status'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isOutage } from '../api/api.ts'
import { useData } from '../api/use-data.ts'
import { useInBrowser } from '../browser/in-browser.ts'
import { queryKeys } from '../query-keys.ts'
import { hearOtherTabs, type RememberedUser, storedUser, storeUser, tellPlace } from './logged-in-record.ts'

export interface Session {
  /** The remembered login, with more details once the server has confirmed it. Undefined when logged out. */
  readonly remembered: RememberedUser | undefined
  /** The server's record of the user; undefined until it has replied. */
  readonly user: User | undefined
  /** Why the session call did not succeed. It repeats by itself during an outage; `retry` repeats it at once otherwise. */
  readonly trouble: 'outage' | 'failed' | undefined
  readonly retry: () => void
  readonly update: (user: User) => void
}

const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const found = use(SessionContext)
  if (found === undefined) throw new Error('useSession outside of SessionProvider')
  return found
}

/** The user of a page behind the login, where one always exists. */
export function useUser(): User {
  const { user } = useSession()
  if (user === undefined) throw new Error('useUser outside of the dashboard')
  return user
}

/** Whether the session is in the shop of the login itself. */
export const isOwnShop = ({ shop, role }: User): boolean => shop === undefined && role !== 'guest'

/** The name of the shop that the session is in. */
export const useShopName = (): string => {
  const { shop, name } = useUser()
  return shop?.name ?? name
}

const AGAIN_MS_MIN = 1_000
const AGAIN_MS_MAX = 10_000

export const againAfterMs = (failures: number): number => Math.min(AGAIN_MS_MIN * 2 ** failures, AGAIN_MS_MAX)

/** Reloads what the screens show once an outage is over. */
function useRecovery(isAway: boolean): void {
  const queryClient = useQueryClient()
  const wasAway = useRef(isAway)
  useEffect(() => {
    if (wasAway.current && !isAway)
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
    wasAway.current = isAway
  }, [isAway, queryClient])
}

/**
 * Another tab may have logged out, or moved the session to another shop or mode. It is asked for as soon as that tab says so, and when the
 * user turns to this window: two windows side by side are both visible.
 */
function useOtherTabs(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const onMoved = () => void queryClient.refetchQueries({ queryKey: queryKeys.session })
    const onFocus = () =>
      void queryClient.refetchQueries({ queryKey: queryKeys.session }, { cancelRefetch: false })
    const stop = hearOtherTabs(onMoved)
    window.addEventListener('focus', onFocus)
    return () => {
      stop()
      window.removeEventListener('focus', onFocus)
    }
  }, [queryClient])
}

/** Reloads what was read in the other mode; not every key names it. */
function useReloadOnSwitch(mode: Mode | undefined): void {
  const queryClient = useQueryClient()
  const before = useRef(mode)
  useEffect(() => {
    if (before.current !== undefined && mode !== before.current)
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
    before.current = mode
  }, [mode, queryClient])
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const atStart = useInBrowser(storedUser, undefined)
  const [updated, setUpdated] = useState<User>()
  const known = updated ?? atStart
  const queryClient = useQueryClient()
  // Sent only when this browser remembers a login, so that visitors cause no 401.
  const restored = useData(
    queryKeys.session,
    session,
    {},
    {
      enabled: known !== undefined,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: 'always',
      retry: (_, error) => isOutage(error),
      retryDelay: againAfterMs,
    },
  )

  useOtherTabs()
  useReloadOnSwitch(restored.data?.mode)
  useEffect(() => {
    if (restored.data === undefined) return
    storeUser(restored.data)
    tellPlace(restored.data)
  }, [restored.data])

  const update = useCallback(
    (user: User) => {
      storeUser(user)
      setUpdated(user)
      queryClient.setQueryData(queryKeys.session, user)
    },
    [queryClient],
  )
  const { refetch } = restored
  const trouble = isOutage(restored.failureReason) ? 'outage' : restored.isError ? 'failed' : undefined
  useRecovery(trouble === 'outage')
  const value = useMemo<Session>(
    () => ({
      remembered: restored.data ?? known,
      user: restored.data,
      trouble,
      // Does not shorten the repetition of an outage.
      retry: () => void refetch({ cancelRefetch: false }),
      update,
    }),
    [restored.data, trouble, known, refetch, update],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}
