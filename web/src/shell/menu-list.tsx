import { type Icon, IconLogout } from 'virtual:icons'
import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { t } from '../locales/translate.ts'
import css from './side-menu.module.css'
import { useLogOut } from './use-log-out.ts'

export interface MenuEntry {
  readonly to: string
  readonly label: string
  readonly Icon: Icon
  /** Shown after the label: the number of waiting items. */
  readonly badge?: ReactNode
  /** True when subpages also mark the entry as current. */
  readonly isArea?: boolean
}

/** The entries of a menu, with Logout below them. */
export function MenuList({ label, entries }: { label: string; entries: readonly MenuEntry[] }) {
  const leave = useLogOut()
  return (
    <nav className={css.menu} aria-label={label}>
      {entries.map(({ to, label: name, Icon, badge, isArea = false }) => (
        <NavLink key={to} to={to} end={!isArea} title={name} className={css.entry ?? ''}>
          <Icon size={18} stroke={1.8} />
          <span className={css.label}>{name}</span>
          {badge}
        </NavLink>
      ))}
      <UnstyledButton
        title={t('Logout')}
        mt="sm"
        className={css.entry ?? ''}
        disabled={leave.isPending}
        onClick={() => leave.mutate()}
      >
        <IconLogout size={18} stroke={1.8} />
        <span className={css.label}>{leave.isPending ? t('Logging out...') : t('Logout')}</span>
      </UnstyledButton>
    </nav>
  )
}
