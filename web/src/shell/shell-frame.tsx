import { IconCloudOff } from 'virtual:icons'
import type { User } from '@galla/contract/auth/merchants'
import { Box, Text } from '@mantine/core'
import { onlineManager } from '@tanstack/react-query'
import {
  type ComponentType,
  type MouseEventHandler,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { LoadError, ScreenMessage } from '../components/feedback/screen-message.tsx'
import { PageTitle } from '../components/layout/page-title.tsx'
import { lazyDialog } from '../components/overlay/lazy-dialog.tsx'
import { isNowhere } from '../components/overlay/lost-focus.ts'
import { t } from '../locales/translate.ts'
import { loginPath } from '../paths.ts'
import { forgetPageBeforeLogin } from '../session/forced-login.ts'
import { answerIdentityQuestion, useHasIdentityQuestion } from '../session/identity-question.ts'
import { useSession } from '../session/session.tsx'
import { EmptyFrame, PageSkeleton } from './empty-frame.tsx'
import { Header } from './header.tsx'
import { type MenuEntry, placeOf } from './menu-list.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import css from './shell-frame.module.css'
import { Strip } from './strip.tsx'

interface SessionGateProps {
  /** What the frame shows while there is no session. */
  readonly menu: ReactNode
  readonly entries: readonly MenuEntry[]
  /** False for a screen that says itself what it knows while nobody can be asked whose session it is. */
  readonly needsServer?: boolean
  readonly children: (user: User) => ReactNode
}

/** Waits for the session and redirects logged-out visitors to the login. */
export function SessionGate({ menu, entries, needsServer = true, children }: SessionGateProps) {
  const { remembered, user, trouble } = useSession()
  const { search } = useLocation()
  const isIn = user !== undefined
  useEffect(() => {
    if (isIn) forgetPageBeforeLogin()
  }, [isIn])
  if (remembered === undefined) return <Navigate to={loginPath(search)} replace />
  if (user === undefined && trouble !== undefined)
    return (
      <ShellFrame menu={menu}>
        {needsServer || trouble === 'failed' ? <NoSession entries={entries} /> : undefined}
      </ShellFrame>
    )
  if (user === undefined) return <EmptyFrame />
  return (
    <>
      {children(user)}
      <IdentityGate />
    </>
  )
}

/** The screen that was asked for, as long as nobody can say whose it is. */
function NoSession({ entries }: { entries: readonly MenuEntry[] }) {
  const { trouble, retry } = useSession()
  const { pathname } = useLocation()
  const here = placeOf(entries, pathname)?.tab
  return (
    <>
      <PageTitle title={here?.label ?? t('Dashboard')} />
      {trouble === 'outage' ? (
        <ScreenMessage
          Icon={IconCloudOff}
          tone="failed"
          title={t('Galla cannot be reached')}
          text={t('Galla tries again by itself. This page opens as soon as it answers.')}
        />
      ) : (
        <LoadError message={t('Your session could not be loaded')} onRetry={retry} />
      )}
    </>
  )
}

interface ShellFrameProps {
  readonly menu: ReactNode
  /** Above the screen: the pages of the menu's current entry. */
  readonly tabs?: ReactNode
  readonly extra?: ReactNode
  /** The bar at the bottom of small screens. */
  readonly Bar?: ComponentType<{ readonly onMore: MouseEventHandler<HTMLButtonElement> }>
  /** Notices below the header. */
  readonly strips?: ReactNode
  /** In the place of the screen. */
  readonly children?: ReactNode
}

/** The layout of the dashboard: header, side menu and page. */
export function ShellFrame({ menu, tabs, extra, Bar, strips, children }: ShellFrameProps) {
  return (
    <>
      <Header wide extra={extra} Bar={Bar} menuStart={<div className={css.drawerMenu}>{menu}</div>} />
      {strips}
      <OfflineStrip />
      <div className={css.frame} data-bar={Bar !== undefined}>
        <aside className={css.side}>{menu}</aside>
        <Box id="main" component="main" maw={1240} w="100%" mx="auto" className={css.main} tabIndex={-1}>
          {tabs}
          <Suspense fallback={<PageSkeleton />}>
            <ScreenBoundary>{children ?? <Outlet />}</ScreenBoundary>
          </Suspense>
          <Text c="dimmed" fz="xs" mt="lg" className={css.zone}>
            {t('Times in India (IST).')}
          </Text>
        </Box>
      </div>
    </>
  )
}

const subscribeOnline = (notify: () => void) => onlineManager.subscribe(notify)
const isOnline = () => onlineManager.isOnline()

/** Warns that the data on the screen may be stale. */
function OfflineStrip() {
  const { user, trouble } = useSession()
  const online = useSyncExternalStore(subscribeOnline, isOnline)
  // Without a user, the screen itself says so.
  const isAway = trouble !== undefined && user !== undefined
  if (online && !isAway) return null
  return (
    <Strip label={t('Connection')} tone="failed" Icon={IconCloudOff}>
      <p role="status">
        {online
          ? t('Galla cannot be reached and tries again by itself. This page may be out of date')
          : t('You are offline. This page may be out of date')}
      </p>
    </Strip>
  )
}

const IdentityDialog = lazyDialog(async () => (await import('./identity-dialog.tsx')).IdentityDialog, {
  failed: t('The dialog could not be loaded. Try again.'),
})

/** Shows the identity dialog when a call of a logged-in user requires it. */
function IdentityGate() {
  const isAsked = useHasIdentityQuestion()
  const opener = useOpener(isAsked)
  if (!isAsked) return null
  return <IdentityDialog opener={opener} onClose={() => answerIdentityQuestion(false)} />
}

const FRAMES_MAX = 60

/** Returns the element that was pressed last. Its button is busy, and so without the focus, until the call ends. */
function useOpener(isAsked: boolean): () => HTMLElement | null {
  const pressed = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (isAsked) return () => giveFocusBack(pressed.current, FRAMES_MAX)
    const note = ({ target }: MouseEvent) => {
      pressed.current = target instanceof Element ? target.closest('button') : null
    }
    document.addEventListener('click', note, { capture: true })
    return () => document.removeEventListener('click', note, { capture: true })
  }, [isAsked])
  return () => pressed.current
}

function giveFocusBack(button: HTMLElement | null, framesLeft: number): void {
  if (button === null || framesLeft === 0) return
  window.requestAnimationFrame(() => {
    if (!button.isConnected || !isNowhere()) return
    button.focus({ preventScroll: true })
    giveFocusBack(button, framesLeft - 1)
  })
}
