import {
  IconBuildingBank,
  IconBuildingStore,
  IconCode,
  IconCreditCard,
  IconId,
  IconInbox,
  IconLink,
  IconListDetails,
  IconShieldLock,
  IconSparkles,
  IconUser,
  IconWebhook,
} from 'virtual:icons'
import { paths } from '../../paths.ts'
import { useUser } from '../../session/session.tsx'
import { CaseBadge } from './case-badge.tsx'
import { MenuList } from './menu-list.tsx'

const ENTRIES = [
  { to: paths.dashboard, label: 'Profile', Icon: IconUser },
  { to: paths.orders, label: 'Orders', Icon: IconListDetails },
  { to: paths.reconciliation, label: 'Reconciliation', Icon: IconInbox, badge: <CaseBadge />, isArea: true },
  { to: paths.paymentLink, label: 'Payment Link', Icon: IconLink },
  { to: paths.counters, label: 'Counters', Icon: IconBuildingStore },
  { to: paths.connectMerchant, label: 'Connect Merchant', Icon: IconBuildingBank },
  { to: paths.manageSubscription, label: 'Manage Subscription', Icon: IconCreditCard },
  { to: paths.newSubscription, label: 'New Subscription', Icon: IconSparkles },
  { to: paths.apiDocumentation, label: 'Api Documentation', Icon: IconCode },
  { to: paths.webhooks, label: 'Webhooks', Icon: IconWebhook },
  { to: paths.kyc, label: 'KYC', Icon: IconId },
] as const

const TO_OPERATOR = { to: paths.operator, label: 'Operator', Icon: IconShieldLock } as const

export function SideMenu() {
  const { role } = useUser()
  return <MenuList label="Dashboard" entries={role === 'operator' ? [...ENTRIES, TO_OPERATOR] : ENTRIES} />
}
