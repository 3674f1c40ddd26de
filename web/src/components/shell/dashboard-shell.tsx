import type { User } from '@galla/contract/merchants'
import { IconFlask, IconLock } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Link, Navigate, Outlet } from 'react-router'
import { paths } from '../../paths.ts'
import { IdentityGate } from '../../session/identity/identity-gate.tsx'
import { useSession } from '../../session/session.tsx'
import { LoadError } from '../feedback/screen-message.tsx'
import { OrderExportProvider } from '../layout/order-export.tsx'
import css from './dashboard-shell.module.css'
import { ExportCard } from './export-card.tsx'
import { Header } from './header.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { OfflineStrip } from './offline-strip.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { PleaseWait } from './please-wait.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { SideMenu } from './side-menu.tsx'
import { TwoFactorGate } from './two-factor-gate.tsx'

/** Guards the dashboard: waits for the session, sends the logged-out to the login, frames everybody else's pages. */
export function DashboardShell() {
  const { remembered, user, failed, retry } = useSession()
  if (remembered === undefined) return <Navigate to={paths.login} replace />
  if (user === undefined && failed)
    return (
      <main className={css.alone}>
        <LoadError message="Your session could not be loaded" onRetry={retry} />
      </main>
    )
  if (user === undefined) return <PleaseWait />
  const frame = <DashboardFrame user={user} serverLost={failed} />
  return (
    <>
      {user.role === 'operator' ? <TwoFactorGate>{frame}</TwoFactorGate> : frame}
      <IdentityGate />
    </>
  )
}

function DashboardFrame({ user: { mode, suspended }, serverLost }: { user: User; serverLost: boolean }) {
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
      {mode === 'test' && (
        <section aria-label="Mode" className={css.testMode}>
          <IconFlask size={16} stroke={2} aria-hidden />
          <p>Test mode: no real money moves</p>
        </section>
      )}
      {suspended !== undefined && (
        <section aria-label="Suspension" className={css.suspended}>
          <IconLock size={16} stroke={2} aria-hidden />
          <p>
            Your account is suspended: {suspended.reason} You can see everything, and open orders are still
            settled, but new orders, accounts and plans are refused.{' '}
            <Link to={paths.contact}>Contact support</Link>
          </p>
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
