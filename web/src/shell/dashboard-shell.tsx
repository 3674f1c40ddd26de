import { IconCloudOff, IconFlask } from '@tabler/icons-react'
import { onlineManager } from '@tanstack/react-query'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { Navigate, Outlet } from 'react-router'
import { OrderExportProvider } from '../order-export.tsx'
import { LoadError } from '../parts/screen-message.tsx'
import { paths } from '../paths.ts'
import { useSession } from '../session.tsx'
import css from './dashboard-shell.module.css'
import { ExportCard } from './export-card.tsx'
import { Header } from './header.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { PleaseWait } from './please-wait.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { SideMenu } from './side-menu.tsx'

const TwoFactorFirst = lazy(async () => ({
  default: (await import('../two-factor/two-factor-first.tsx')).TwoFactorFirst,
}))

const subscribeOnline = (told: () => void) => onlineManager.subscribe(told)
const isOnline = () => onlineManager.isOnline()

function OfflineStrip({ serverLost }: { serverLost: boolean }) {
  const online = useSyncExternalStore(subscribeOnline, isOnline)
  if (online && !serverLost) return null
  return (
    <section aria-label="Connection" className={css.offline}>
      <IconCloudOff size={16} aria-hidden />
      <p role="status">
        {online
          ? "The server can't be reached; what you see may be old"
          : 'You are offline; what you see may be old'}
      </p>
    </section>
  )
}

/** Guards the dashboard: waits for the session, sends the logged-out to the login, frames everybody else's pages. */
export function DashboardShell() {
  const { user, confirmed, failed, retry } = useSession()
  if (user === undefined) return <Navigate to={paths.login} replace />
  if (!confirmed && failed)
    return (
      <main className={css.alone}>
        <LoadError message="Your session could not be loaded" onRetry={retry} />
      </main>
    )
  if (!confirmed) return <PleaseWait />
  const frame = <DashboardFrame testMode={user.mode === 'test'} serverLost={failed} />
  if (user.role !== 'operator') return frame
  return (
    <Suspense fallback={<PleaseWait />}>
      <TwoFactorFirst>{frame}</TwoFactorFirst>
    </Suspense>
  )
}

function DashboardFrame({ testMode, serverLost }: { testMode: boolean; serverLost: boolean }) {
  return (
    <OrderExportProvider>
      <Header
        wide
        extra={<ModeSwitch />}
        menuStart={
          <div className={css.drawerMenu}>
            <SideMenu />
          </div>
        }
      />
      {testMode && (
        <section aria-label="Mode" className={css.testMode}>
          <IconFlask size={16} stroke={2} aria-hidden />
          <p>Test mode: no real money moves</p>
        </section>
      )}
      <OfflineStrip serverLost={serverLost} />
      <div className={css.frame}>
        <aside className={css.side}>
          <SideMenu />
        </aside>
        <main id="main" className={css.main} tabIndex={-1}>
          <Suspense fallback={<PageSkeleton />}>
            <ScreenBoundary>
              <Outlet />
            </ScreenBoundary>
          </Suspense>
        </main>
      </div>
      <ExportCard />
    </OrderExportProvider>
  )
}
