import { MantineProvider } from '@mantine/core'
import type { Notifications } from '@mantine/notifications'
import {
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { answerWith, CallFailure, codeOf, isOutage } from './api/api.ts'
import { queryKeys } from './query-keys.ts'
import { AppRoutes } from './routes.tsx'
import { askToLogInAgain } from './session/forced-login.ts'
import { askForIdentity } from './session/identity-question.ts'
import { SessionProvider } from './session/session.tsx'
import { LastBoundary } from './shell/screen-boundary.tsx'
import { ScrollToTop } from './shell/scroll-to-top.tsx'
import { WrongAddress } from './shell/wrong-address.tsx'
import { styleNonce } from './theme/style-nonce.ts'
import { theme } from './theme/theme.ts'
import { TOAST_MS } from './theme/tokens.ts'

const AGAIN_MS = 5_000
/** The first view comes first. */
const AFTER_MS = 300

// The toasts' chunk is requested until it arrives.
const loadToasts = async (afterMs: number): Promise<{ default: typeof Notifications }> => {
  await new Promise((resolve) => setTimeout(resolve, afterMs))
  try {
    return { default: (await import('@mantine/notifications')).Notifications }
  } catch {
    return loadToasts(AGAIN_MS)
  }
}
const Toasts = lazy(() => loadToasts(AFTER_MS))

answerWith({ logInAgain: askToLogInAgain, confirmIdentity: askForIdentity })

const RETRIES_MAX = 1
const FRESH_MS = 5_000

/**
 * Whether Galla can be reached at all is asked in one place: by the session's query, which repeats until it can. A refusal may mean that the
 * role has changed.
 */
const onError = (error: unknown): void => {
  if (isOutage(error) || codeOf(error) === 'forbidden')
    void queryClient.refetchQueries({ queryKey: queryKeys.session }, { cancelRefetch: false })
}

// By its timer, a choice that is saved at once would be drawn unchosen first.
notifyManager.setScheduler(queueMicrotask)

const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // Mutations run even when the browser reports that it is offline: they fail with a message instead of waiting.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: FRESH_MS,
      // A server's refusal is final; only lost connections are retried.
      retry: (failures, error) => failures < RETRIES_MAX && error instanceof CallFailure && !error.reached,
    },
  },
})

/** `Router` is the browser's router, or a static one for prerendering. */
export function App({ Router }: { Router: ComponentType<{ children: ReactNode }> }) {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <Suspense>
        <Toasts position="top-right" autoClose={TOAST_MS} transitionDuration={150} limit={4} />
      </Suspense>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <Router>
            <ScrollToTop />
            <WrongAddress />
            <LastBoundary>
              <AppRoutes />
            </LastBoundary>
          </Router>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
}
