import { IconFlask, IconLock } from 'virtual:icons'
import type { User } from '@galla/contract/merchants/merchants'
import { Link } from 'react-router'
import { richText } from '../../locales/rich-text.tsx'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { OrderExportProvider } from '../layout/order-export.tsx'
import { ExportCard } from './export-card.tsx'
import { LanguageSwitch } from './language-switch.tsx'
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
        menu={
          <div>
            <SideMenu />
            <LanguageSwitch />
          </div>
        }
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
        <Strip label={t('Mode')} tone="pending" Icon={IconFlask}>
          <p>{t('Test mode: no real money moves')}</p>
        </Strip>
      )}
      {suspended !== undefined && (
        <Strip label={t('Suspension')} tone="failed" Icon={IconLock}>
          <p>
            {richText(
              'Your account is suspended: {reason} You can see everything, and open orders are still settled, but new orders, accounts and plans are refused. <link>Contact support</link>',
              {
                link: (text) => (
                  <Link to={paths.contact} style={{ color: 'inherit' }}>
                    {text}
                  </Link>
                ),
              },
              { reason: suspended.reason },
            )}
          </p>
        </Strip>
      )}
      <SilenceNotices />
    </>
  )
}
