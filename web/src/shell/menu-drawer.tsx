import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import css from './header.module.css'

interface MenuDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly links: readonly { readonly to: string; readonly label: string }[]
  readonly start?: ReactNode
}

/** The menu of small screens, sliding in; its code comes when it is first opened. */
export function MenuDrawer({ opened, onClose, links, start }: MenuDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      // The header does it: at the first opening this drawer does not know yet where the focus came from.
      returnFocus={false}
      position="right"
      size={300}
      title={<strong>Menu</strong>}
      closeButtonProps={{ 'aria-label': 'Close the menu' }}
    >
      {start}
      <nav className={css.menu} aria-label="Website menu">
        {links.map(({ to, label }) => (
          <NavLink key={to} to={to} end className={css.menuLink ?? ''} onClick={onClose}>
            {label}
          </NavLink>
        ))}
      </nav>
    </Drawer>
  )
}
