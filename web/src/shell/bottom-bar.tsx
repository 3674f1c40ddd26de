import { IconDots, IconHome, IconInbox, IconListDetails, IconQrcode } from 'virtual:icons'
import { UnstyledButton } from '@mantine/core'
import type { MouseEventHandler } from 'react'
import { NavLink } from 'react-router'
import { t } from '../locales/translate.ts'
import { paths } from '../paths.ts'
import css from './bottom-bar.module.css'
import { CaseBadge } from './side-menu.tsx'

const PLACES = [
  { to: paths.dashboard, label: t('Home'), Icon: IconHome },
  { to: paths.orders, label: t('Orders'), Icon: IconListDetails },
  { to: paths.collect, label: t('Collect'), Icon: IconQrcode },
  { to: paths.reconciliation, label: t('Check'), Icon: IconInbox, badge: <CaseBadge /> },
] as const

/** What a shop uses all day, under the thumb. The whole menu opens above it. */
export function BottomBar({ onMore }: { onMore: MouseEventHandler<HTMLButtonElement> }) {
  return (
    <nav className={css.bar} aria-label={t('Daily')}>
      {PLACES.map(({ to, label, Icon, ...place }) => (
        <NavLink key={to} to={to} end={to !== paths.reconciliation} className={css.place ?? ''}>
          <Icon size={22} stroke={1.8} />
          {label}
          {'badge' in place && place.badge}
        </NavLink>
      ))}
      <UnstyledButton className={css.place ?? ''} aria-haspopup="dialog" onClick={onMore}>
        <IconDots size={22} stroke={1.8} />
        {t('More')}
      </UnstyledButton>
    </nav>
  )
}
