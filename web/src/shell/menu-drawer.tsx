import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import type { Opener } from '../components/overlay/restore-focus.ts'
import { SideDrawer } from '../components/overlay/side-drawer.tsx'
import { t } from '../locales/translate.ts'
import css from './header.module.css'

interface MenuDrawerProps {
  readonly opened: boolean
  readonly opener: Opener
  readonly onClose: () => void
  readonly links: readonly { readonly to: string; readonly label: string }[]
  readonly start?: ReactNode
}

/** The menu of small screens. Its code loads when it is first opened. */
export function MenuDrawer({ opened, opener, onClose, links, start }: MenuDrawerProps) {
  return (
    <SideDrawer
      opened={opened}
      opener={opener}
      onClose={onClose}
      size={300}
      title={<strong>{t('Menu')}</strong>}
      closeLabel={t('Close the menu')}
    >
      {start}
      <nav className={css.menu} aria-label={t('Website menu')}>
        {links.map(({ to, label }) => (
          <NavLink key={to} to={to} end className={css.menuLink ?? ''} onClick={onClose}>
            {label}
          </NavLink>
        ))}
      </nav>
    </SideDrawer>
  )
}
