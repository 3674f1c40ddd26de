import { IconFlask, IconLock } from 'virtual:icons'
import type { User } from '@galla/contract/merchants/merchants'
import { Box, Center, Group } from '@mantine/core'
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
      <Center component="main" mih="100dvh">
        <LoadError message="Your session could not be loaded" onRetry={retry} />
      </Center>
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
        <Group
          aria-label="Mode"
          component="section"
          gap="xs"
          justify="center"
          wrap="nowrap"
          c="var(--galla-pending)"
          bg="var(--galla-pending-soft)"
          fw={600}
          className={css.testMode}
        >
          <IconFlask size={16} stroke={2} aria-hidden />
          <p>Test mode: no real money moves</p>
        </Group>
      )}
      {suspended !== undefined && (
        <Group
          aria-label="Suspension"
          component="section"
          gap="xs"
          align="flex-start"
          justify="center"
          wrap="nowrap"
          c="var(--galla-failed)"
          bg="var(--galla-failed-soft)"
          fw={550}
          className={`breaks ${css.suspended}`}
        >
          <IconLock size={16} stroke={2} aria-hidden />
          <p>
            Your account is suspended: {suspended.reason} You can see everything, and open orders are still
            settled, but new orders, accounts and plans are refused.{' '}
            <Link to={paths.contact}>Contact support</Link>
          </p>
        </Group>
      )}
      <OfflineStrip serverLost={serverLost} />
      <div className={css.frame}>
        <Box
          component="aside"
          bg="var(--galla-surface)"
          className={css.side}
          style={{ borderRight: '1px solid var(--galla-line)' }}
        >
          <SideMenu />
        </Box>
        <Box id="main" component="main" maw={1240} w="100%" mx="auto" className={css.main} tabIndex={-1}>
          <Suspense fallback={<PageSkeleton />}>
            <ScreenBoundary>
              <Outlet />
            </ScreenBoundary>
          </Suspense>
        </Box>
      </div>
      <ExportCard />
    </OrderExportProvider>
  )
}
