import {
  IconBuildingBank,
  IconCode,
  IconCreditCard,
  IconId,
  IconLink,
  IconListDetails,
  IconLogout,
  IconSparkles,
  IconUser,
} from '@tabler/icons-react'
import { NavLink } from 'react-router'
import { paths } from '../paths.ts'
import css from './side-menu.module.css'
import { useLogOut } from './use-log-out.ts'

const ENTRIES = [
  { to: paths.dashboard, label: 'Profile', Icon: IconUser },
  { to: paths.orders, label: 'Orders', Icon: IconListDetails },
  { to: paths.paymentLink, label: 'Payment Link', Icon: IconLink },
  { to: paths.connectMerchant, label: 'Connect Merchant', Icon: IconBuildingBank },
  { to: paths.manageSubscription, label: 'Manage Subscription', Icon: IconCreditCard },
  { to: paths.newSubscription, label: 'New Subscription', Icon: IconSparkles },
  { to: paths.apiDocumentation, label: 'Api Documentation', Icon: IconCode },
  { to: paths.kyc, label: 'KYC', Icon: IconId },
] as const

export function SideMenu() {
  const leave = useLogOut()
  return (
    <nav className={css.menu} aria-label="Dashboard">
      {ENTRIES.map(({ to, label, Icon }) => (
        <NavLink key={to} to={to} end title={label} className={css.entry ?? ''}>
          <Icon size={18} stroke={1.8} aria-hidden />
          <span className={css.label}>{label}</span>
        </NavLink>
      ))}
      <button
        type="button"
        title="Logout"
        className={css.logout}
        disabled={leave.isPending}
        onClick={() => leave.mutate()}
      >
        <IconLogout size={18} stroke={1.8} aria-hidden />
        <span className={css.label}>{leave.isPending ? 'Logging out...' : 'Logout'}</span>
      </button>
    </nav>
  )
}
