import {
  IconAlertTriangle,
  IconBuildingStore,
  IconHistory,
  IconId,
  IconLayoutDashboard,
  IconListCheck,
  IconListDetails,
  IconServer,
  IconTags,
  IconWebhook,
} from 'virtual:icons'
import { paths } from '../../paths.ts'
import { ToneBadge } from '../feedback/tone-badge.tsx'
import { MenuList } from './menu-list.tsx'
import { NotAllowed } from './not-allowed.tsx'
import { SessionGate, ShellFrame } from './shell-frame.tsx'
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
  { to: paths.operatorSetup, label: 'Setup', Icon: IconListDetails },
  { to: paths.dashboard, label: 'My dashboard', Icon: IconLayoutDashboard },
] as const

/** Frames the operator's pages; merchants see that the pages are not for them. */
export function OperatorShell() {
  return (
    <SessionGate>
      {({ role }, serverLost) =>
        role === 'operator' ? (
          <TwoFactorGate>
            <ShellFrame
              menu={<MenuList label="Operator" entries={ENTRIES} />}
              extra={<ToneBadge tone="created">Operator</ToneBadge>}
              serverLost={serverLost}
            />
          </TwoFactorGate>
        ) : (
          <NotAllowed />
        )
      }
    </SessionGate>
  )
}
