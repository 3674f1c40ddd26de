import { IconAlertTriangle, IconFlask, IconLock } from 'virtual:icons'
import { switchMode, type User } from '@galla/contract/auth/merchants'
import { MODES, type Mode } from '@galla/contract/orders/order-status'
import { SegmentedControl } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { callEndpoint, codeOf } from '../api/api.ts'
import { useManifest } from '../browser/use-manifest.ts'
import { failureMessage } from '../components/feedback/failure-message.ts'
import { toastFailure } from '../components/feedback/toast.tsx'
import { OrderExportProvider } from '../components/layout/order-export.tsx'
import { lazyPart } from '../components/overlay/lazy-part.tsx'
import { displayWhen } from '../format/indian-display.ts'
import { SOURCE_NAMES, silenceAdvice } from '../format/source-labels.ts'
import { richText } from '../locales/rich-text.tsx'
import { t } from '../locales/translate.ts'
import { paths } from '../paths.ts'
import { useSources } from '../queries/sources.ts'
import { useMay, useMayOpen } from '../session/may.ts'
import { useSession, useUser } from '../session/session.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { EarsNotice } from './ears-notice.tsx'
import { ExportCard } from './export-card.tsx'
import { MenuTabs } from './menu-list.tsx'
import { NotForRole } from './not-for-role.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { SessionGate, ShellFrame } from './shell-frame.tsx'
import { DASHBOARD_ENTRIES, LanguageSwitch, SideMenu, useEntries } from './side-menu.tsx'
import { Strip } from './strip.tsx'
import { TwoFactorGate } from './two-factor-gate.tsx'

// Only for those who work in others' shops.
const ShopSwitch = lazyPart(async () => (await import('./shop-switch.tsx')).ShopSwitch, {
  failed: t('This could not be loaded'),
})

/** The frame of a merchant's pages. */
export function DashboardShell() {
  useManifest('/dashboard.webmanifest')
  return (
    <SessionGate menu={<DashboardMenu />} entries={DASHBOARD_ENTRIES}>
      {(user) => {
        const frame = <DashboardFrame user={user} />
        return user.role === 'operator' ? <TwoFactorGate>{frame}</TwoFactorGate> : frame
      }}
    </SessionGate>
  )
}

function DashboardMenu() {
  const { user } = useSession()
  return (
    <div>
      {user?.shops !== undefined && <ShopSwitch />}
      <SideMenu />
      <LanguageSwitch />
    </div>
  )
}

/** The session belongs to the browser: another tab may have switched its shop, whose data must not be mixed with this one's. */
function useOneShop({ id, shop }: User): void {
  const here = shop?.id ?? id
  const first = useRef(here)
  useEffect(() => {
    if (here !== first.current) window.location.assign(paths.dashboard)
  }, [here])
}

function DashboardFrame({ user }: { user: User }) {
  useOneShop(user)
  const entries = useEntries()
  const mayOpen = useMayOpen()
  const may = useMay()
  const { pathname } = useLocation()
  return (
    <OrderExportProvider>
      <ShellFrame
        menu={<DashboardMenu />}
        tabs={<MenuTabs entries={entries} />}
        extra={
          <>
            {may('POST /user/mode') && <ModeSwitch />}
            <PaletteButton />
          </>
        }
        Bar={BottomBar}
        strips={<Strips user={user} />}
      >
        {mayOpen(pathname) ? undefined : <NotForRole entries={entries} />}
      </ShellFrame>
      <ExportCard />
    </OrderExportProvider>
  )
}

function Strips({ user: { mode, suspended } }: { user: User }) {
  const may = useMay()
  const mayOpen = useMayOpen()
  return (
    <>
      {mode === 'test' && may('POST /user/mode') && (
        <Strip label={t('Mode')} tone="pending" Icon={IconFlask}>
          <p>{t('Test mode: no real money moves')}</p>
        </Strip>
      )}
      {suspended !== undefined && (
        <Strip label={t('Suspension')} tone="failed" Icon={IconLock}>
          <p>
            {richText(
              'Your account is suspended: {reason} You can see everything, and open orders are still settled. You cannot create orders, connect accounts or buy plans. <link>Contact support</link>',
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
      {mode === 'live' && mayOpen(paths.hear) && <EarsNotice />}
      {may('GET /user/sources') && <SilenceNotices />}
    </>
  )
}

/** Warns about payment sources that are silent. */
function SilenceNotices() {
  const { data = [] } = useSources()
  const mayOpen = useMayOpen()
  return data.map(({ source, silence }) =>
    silence === null ? null : (
      <Strip
        key={source}
        label={t('Silent: {source}', { source: SOURCE_NAMES[source] })}
        tone="failed"
        Icon={IconAlertTriangle}
      >
        <p>
          {silence.since === null
            ? t('{source}: no payments reported.', { source: SOURCE_NAMES[source] })
            : t('{source}: no payments reported since {since}.', {
                source: SOURCE_NAMES[source],
                since: displayWhen(silence.since),
              })}{' '}
          {silenceAdvice(source, silence.reason)}{' '}
          {mayOpen(paths.connectMerchant) && (
            <Link to={paths.connectMerchant} style={{ color: 'inherit' }}>
              {t('See your sources')}
            </Link>
          )}
        </p>
      </Strip>
    ),
  )
}

const LABELS = { test: t('Test'), live: t('Live') } as const satisfies Record<Mode, string>
const FAILED = t('Failed to switch the mode')

/** Switches the whole dashboard between test and live mode; live needs a connected account. */
function ModeSwitch() {
  const user = useUser()
  const { update } = useSession()
  const navigate = useNavigate()
  const change = useMutation({
    mutationFn: (mode: Mode) => callEndpoint(switchMode, { body: { mode } }),
    onSuccess: ({ data }) => update({ ...user, mode: data.mode }),
    onError: (error) => {
      toastFailure(failureMessage(error, FAILED))
      if (codeOf(error) === 'no_account') navigate(paths.connectMerchant)
    },
  })
  return (
    <SegmentedControl
      aria-label={t('Mode')}
      size="sm"
      data={MODES.map((mode) => ({ value: mode, label: LABELS[mode] }))}
      value={change.isPending ? change.variables : user.mode}
      disabled={change.isPending}
      onChange={(mode) => change.mutate(mode as Mode)}
    />
  )
}
