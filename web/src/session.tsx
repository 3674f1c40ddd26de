import { session, type User } from '@galla/contract/merchants'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { callEndpoint } from './api.ts'
import { useInBrowser } from './in-browser.ts'
import { storedUser, storeUser } from './logged-in-record.ts'

export interface Session {
  /** Undefined when logged out. Until `confirmed` it is what this browser remembers. */
  readonly user: User | undefined
  readonly confirmed: boolean
  /** The server could not be asked; `retry` asks again. */
  readonly failed: boolean
  readonly retry: () => void
  readonly update: (user: User) => void
}

const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const found = use(SessionContext)
  if (found === undefined) throw new Error('useSession outside of SessionProvider')
  return found
}

/** For the pages behind the guard, where there always is a user. */
export function useUser(): User {
  const { user } = useSession()
  if (user === undefined) throw new Error('useUser outside of the dashboard')
  return user
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const atStart = useInBrowser(storedUser, undefined)
  const [updated, setUpdated] = useState<User>()
  const remembered = updated ?? atStart
  const queryClient = useQueryClient()
  // Asked only when this browser remembers a login, so that visitors cause no 401.
  const restored = useQuery({
    queryKey: ['session'],
    queryFn: async ({ signal }) => (await callEndpoint(session, { signal })).data,
    enabled: remembered !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // Another tab may have logged out or switched the mode, which lives on the session.
    refetchOnWindowFocus: 'always',
  })

  useEffect(() => {
    if (restored.data !== undefined) storeUser(restored.data)
  }, [restored.data])

  const update = useCallback(
    (user: User) => {
      storeUser(user)
      setUpdated(user)
      queryClient.setQueryData(['session'], user)
    },
    [queryClient],
  )
  const { refetch } = restored
  const value = useMemo<Session>(
    () => ({
      user: restored.data ?? remembered,
      confirmed: restored.data !== undefined,
      failed: restored.isError,
      retry: () => void refetch(),
      update,
    }),
    [restored.data, restored.isError, remembered, refetch, update],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}
