import { IconDots, IconHome, IconInbox, IconListDetails, IconQrcode } from 'virtual:icons'
import { UnstyledButton } from '@mantine/core'
import type { MouseEventHandler } from 'react'
import { NavLink } from 'react-router'
import { t } from '../locales/translate.ts'
import { paths } from '../paths.ts'
import { useMayOpen } from '../session/may.ts'
import css from './bottom-bar.module.css'
import type { MenuEntry } from './menu-list.tsx'
import { CaseBadge, useEntries } from './side-menu.tsx'

const PLACES: readonly MenuEntry[] = [
  { to: paths.dashboard, label: t('Home'), Icon: IconHome },
  { to: paths.orders, label: t('Orders'), Icon: IconListDetails },
  { to: paths.collect, label: t('Collect'), Icon: IconQrcode },
  { to: paths.reconciliation, label: t('Check'), Icon: IconInbox, badge: <CaseBadge /> },
]

/** What a shop uses all day, under the thumb. The whole menu opens above it. */
export function BottomBar({ onMore }: { onMore: MouseEventHandler<HTMLButtonElement> }) {
  const mayOpen = useMayOpen()
  const entries = useEntries()
  const places = PLACES.filter(({ to }) => mayOpen(to))
  return (
    <nav className={css.bar} aria-label={t('Daily')}>
      {(places.length > 0 ? places : entries).map(({ to, label, Icon, ...place }) => (
        <NavLink key={to} to={to} end={to !== paths.reconciliation} className={css.place ?? ''}>
          <Icon size={22} stroke={1.8} />
          {label}
          {place.badge}
        </NavLink>
      ))}
      <UnstyledButton className={css.place ?? ''} aria-haspopup="dialog" onClick={onMore}>
        <IconDots size={22} stroke={1.8} />
        {t('More')}
      </UnstyledButton>
    </nav>
  )
}
