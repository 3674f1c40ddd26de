import { IconFlask, IconLock } from 'virtual:icons'
import type { User } from '@galla/contract/merchants/merchants'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { OrderExportProvider } from '../layout/order-export.tsx'
import { ExportCard } from './export-card.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { SessionGate, ShellFrame } from './shell-frame.tsx'
import { SideMenu } from './side-menu.tsx'
import { SilenceNotices } from './silence-notices.tsx'
import { Strip } from './strip.tsx'
import { TwoFactorGate } from './two-factor-gate.tsx'

/** Frames the pages of a merchant. */
export function DashboardShell() {
  return (
    <SessionGate>
      {(user, serverLost) => {
        const frame = <DashboardFrame user={user} serverLost={serverLost} />
        return user.role === 'operator' ? <TwoFactorGate>{frame}</TwoFactorGate> : frame
      }}
    </SessionGate>
  )
}

function DashboardFrame({ user, serverLost }: { user: User; serverLost: boolean }) {
  return (
    <OrderExportProvider>
      <ShellFrame
        menu={<SideMenu />}
        extra={<ModeSwitch />}
        strips={<Strips user={user} />}
        serverLost={serverLost}
      />
      <ExportCard />
    </OrderExportProvider>
  )
}

function Strips({ user: { mode, suspended } }: { user: User }) {
  return (
    <>
      {mode === 'test' && (
        <Strip label="Mode" tone="pending" Icon={IconFlask}>
          <p>Test mode: no real money moves</p>
        </Strip>
      )}
      {suspended !== undefined && (
        <Strip label="Suspension" tone="failed" Icon={IconLock}>
          <p>
            Your account is suspended: {suspended.reason} You can see everything, and open orders are still
            settled, but new orders, accounts and plans are refused.{' '}
            <Link to={paths.contact} style={{ color: 'inherit' }}>
              Contact support
            </Link>
          </p>
        </Strip>
      )}
      <SilenceNotices />
    </>
  )
}
