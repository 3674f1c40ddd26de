import {
  IconAlertTriangle,
  IconBuildingStore,
  IconHistory,
  IconId,
  IconLayoutDashboard,
  IconListCheck,
  IconServer,
  IconTags,
  IconWebhook,
} from 'virtual:icons'
import { Box, Center } from '@mantine/core'
import { Suspense } from 'react'
import { Navigate, Outlet } from 'react-router'
import { paths } from '../../paths.ts'
import { IdentityGate } from '../../session/identity/identity-gate.tsx'
import { useSession } from '../../session/session.tsx'
import { LoadError } from '../feedback/screen-message.tsx'
import css from './dashboard-shell.module.css'
import { Header } from './header.tsx'
import { MenuList } from './menu-list.tsx'
import { NotAllowed } from './not-allowed.tsx'
import { OfflineStrip } from './offline-strip.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { PleaseWait } from './please-wait.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'
import { TwoFactorGate } from './two-factor-gate.tsx'

const ENTRIES = [
  { to: paths.operatorKyc, label: 'KYC queue', Icon: IconId },
  { to: paths.operatorMerchants, label: 'Merchants', Icon: IconBuildingStore },
  { to: paths.operatorPlans, label: 'Plans', Icon: IconTags },
  { to: paths.operatorAttention, label: 'Attention', Icon: IconAlertTriangle },
  { to: paths.operatorWebhooks, label: 'Webhooks & providers', Icon: IconWebhook },
  { to: paths.operatorJobs, label: 'Jobs', Icon: IconListCheck },
  { to: paths.operatorAudit, label: 'Audit log', Icon: IconHistory },
  { to: paths.operatorSystem, label: 'System', Icon: IconServer },
  { to: paths.dashboard, label: 'My dashboard', Icon: IconLayoutDashboard },
] as const

/** Guards the operator's screens: visitors log in first, and merchants see that the screens are not for them. */
export function OperatorShell() {
  const { remembered, user, failed, retry } = useSession()
  if (remembered === undefined) return <Navigate to={paths.login} replace />
  if (user === undefined && failed)
    return (
      <Center component="main" mih="100dvh">
        <LoadError message="Your session could not be loaded" onRetry={retry} />
      </Center>
    )
  if (user === undefined) return <PleaseWait />
  if (user.role !== 'operator') return <NotAllowed />
  return (
    <>
      <TwoFactorGate>
        <OperatorFrame serverLost={failed} />
      </TwoFactorGate>
      <IdentityGate />
    </>
  )
}

function OperatorFrame({ serverLost }: { serverLost: boolean }) {
  const menu = <MenuList label="Operator" entries={ENTRIES} />
  return (
    <>
      <Header
        wide
        extra={
          <Box
            component="span"
            bdrs={12}
            c="var(--galla-created)"
            bg="var(--galla-created-soft)"
            fw={600}
            className={css.role}
          >
            Operator
          </Box>
        }
        menuStart={<div className={css.drawerMenu}>{menu}</div>}
      />
      <OfflineStrip serverLost={serverLost} />
      <div className={css.frame}>
        <Box
          component="aside"
          bg="var(--galla-surface)"
          className={css.side}
          style={{ borderRight: '1px solid var(--galla-line)' }}
        >
          {menu}
        </Box>
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
