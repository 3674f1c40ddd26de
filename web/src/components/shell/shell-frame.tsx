import { IconCloudOff } from 'virtual:icons'
import type { User } from '@galla/contract/auth/merchants'
import { Box, Center, Skeleton } from '@mantine/core'
import { onlineManager } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useSyncExternalStore } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { t } from '../../locales/translate.ts'
import { loginPath } from '../../paths.ts'
import { forgetPageBeforeLogin } from '../../session/forced-login.ts'
import { IdentityGate } from '../../session/identity/identity-gate.tsx'
import { useSession } from '../../session/session.tsx'
import { LoadError } from '../feedback/screen-message.tsx'
import { Header } from './header.tsx'
import { LoadingScreen } from './loading-screen.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import css from './shell-frame.module.css'
import { Strip } from './strip.tsx'

/** Waits for the session and redirects logged-out visitors to the login. */
export function SessionGate({ children }: { children: (user: User, serverLost: boolean) => ReactNode }) {
  const { remembered, user, failed, retry } = useSession()
  const { search } = useLocation()
  const isIn = user !== undefined
  useEffect(() => {
    if (isIn) forgetPageBeforeLogin()
  }, [isIn])
  if (remembered === undefined) return <Navigate to={loginPath(search)} replace />
  if (user === undefined && failed)
    return (
      <Center component="main" mih="100dvh">
        <LoadError message={t('Your session could not be loaded')} onRetry={retry} />
      </Center>
    )
  if (user === undefined) return <LoadingScreen />
  return (
    <>
      {children(user, failed)}
      <IdentityGate />
    </>
  )
}

interface ShellFrameProps {
  readonly menu: ReactNode
  readonly extra: ReactNode
  /** Notices below the header. */
  readonly strips?: ReactNode
  readonly serverLost: boolean
}

/** The layout of the dashboard: header, side menu and page. */
export function ShellFrame({ menu, extra, strips, serverLost }: ShellFrameProps) {
  return (
    <>
      <Header wide extra={extra} menuStart={<div className={css.drawerMenu}>{menu}</div>} />
      {strips}
      <OfflineStrip serverLost={serverLost} />
      <div className={css.frame}>
        <aside className={css.side}>{menu}</aside>
        <Box id="main" component="main" maw={1240} w="100%" mx="auto" className={css.main} tabIndex={-1}>
          <Suspense fallback={<PageSkeleton />}>
            <ScreenBoundary>
              <Outlet />
            </ScreenBoundary>
          </Suspense>
        </Box>
      </div>
    </>
  )
}

const subscribeOnline = (notify: () => void) => onlineManager.subscribe(notify)
const isOnline = () => onlineManager.isOnline()

/** Warns that the data on the screen may be stale. */
function OfflineStrip({ serverLost }: { serverLost: boolean }) {
  const online = useSyncExternalStore(subscribeOnline, isOnline)
  if (online && !serverLost) return null
  return (
    <Strip label={t('Connection')} tone="failed" Icon={IconCloudOff}>
      <p role="status">
        {online
          ? t('The server cannot be reached. This page may be out of date')
          : t('You are offline. This page may be out of date')}
      </p>
    </Strip>
  )
}

/** The placeholder while a page's code loads. */
function PageSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton h={30} w={180} mb={8} />
      <Skeleton h={18} w={260} mb={28} />
      <Skeleton h={320} radius="lg" />
    </div>
  )
}
