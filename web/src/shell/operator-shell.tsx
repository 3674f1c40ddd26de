import {
  IconActivity,
  IconAlertTriangle,
  IconBuildingStore,
  IconHistory,
  IconId,
  IconLayoutDashboard,
  IconListCheck,
  IconListDetails,
  IconLock,
  IconServer,
  IconTags,
  IconWebhook,
} from 'virtual:icons'
import type { Now } from '@galla/contract/operator/operator-system'
import { Button, Stack, Text } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { ToneBadge } from '../components/feedback/tone-badge.tsx'
import { useTabTitle } from '../components/layout/page-title.tsx'
import { t } from '../locales/translate.ts'
import { paths } from '../paths.ts'
import { useNow } from '../queries/operator-now.ts'
import { Header } from './header.tsx'
import { MenuBadge, type MenuEntry, MenuList } from './menu-list.tsx'
import { SessionGate, ShellFrame } from './shell-frame.tsx'
import { TwoFactorGate } from './two-factor-gate.tsx'

function NowBadge({ of }: { of: keyof NonNullable<Now['waiting']> }) {
  return <MenuBadge count={useNow().data?.waiting?.[of] ?? 0} />
}

const ENTRIES: readonly MenuEntry[] = [
  { to: paths.operator, label: 'Now', Icon: IconActivity },
  { to: paths.operatorKyc, label: 'KYC queue', Icon: IconId, badge: <NowBadge of="kyc" /> },
  { to: paths.operatorMerchants, label: 'Merchants', Icon: IconBuildingStore },
  { to: paths.operatorPlans, label: 'Plans', Icon: IconTags },
  {
    to: paths.operatorAttention,
    label: 'Attention',
    Icon: IconAlertTriangle,
    badge: <NowBadge of="attention" />,
  },
  {
    to: paths.operatorWebhooks,
    label: 'Webhooks & providers',
    Icon: IconWebhook,
    badge: <NowBadge of="webhooks" />,
  },
  { to: paths.operatorJobs, label: 'Jobs', Icon: IconListCheck, badge: <NowBadge of="jobs" /> },
  { to: paths.operatorAudit, label: 'Audit log', Icon: IconHistory },
  { to: paths.operatorSystem, label: 'System', Icon: IconServer },
  { to: paths.operatorSetup, label: 'Setup', Icon: IconListDetails },
  { to: paths.dashboard, label: 'My dashboard', Icon: IconLayoutDashboard },
]

const MENU = <MenuList label="Operator" entries={ENTRIES} />

/** The frame of the operator's pages. Merchants see a "not allowed" page. */
export function OperatorShell() {
  const { pathname } = useLocation()
  return (
    <SessionGate menu={MENU} entries={ENTRIES} needsServer={pathname !== paths.operator}>
      {({ role }) =>
        role === 'operator' ? (
          <TwoFactorGate>
            <ShellFrame menu={MENU} extra={<ToneBadge tone="created">Operator</ToneBadge>} />
          </TwoFactorGate>
        ) : (
          <NotAllowed />
        )
      }
    </SessionGate>
  )
}

/** Shown to a merchant at an operator's address; the server rejects the calls in any case. */
function NotAllowed() {
  useTabTitle(t('Not allowed'))
  return (
    <>
      <Header wide />
      <Stack
        id="main"
        component="main"
        gap="sm"
        align="center"
        justify="center"
        mih="calc(100dvh - 61px)"
        ta="center"
        py="xl"
        px="md"
        tabIndex={-1}
      >
        <IconLock size={40} stroke={1.4} color="var(--galla-accent)" />
        <h1>{t('This page is for operators')}</h1>
        <Text maw={420} c="dimmed" mb="sm">
          {t('You are logged in as a merchant. Your own orders and settings are on your dashboard.')}
        </Text>
        <Button component={Link} to={paths.dashboard}>
          {t('Go to the dashboard')}
        </Button>
      </Stack>
    </>
  )
}
