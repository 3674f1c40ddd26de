import { type Icon, IconLogout } from 'virtual:icons'
import { Box, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { t } from '../locales/translate.ts'
import css from './side-menu.module.css'
import { useLogOut } from './use-log-out.ts'

export interface MenuTab {
  readonly to: string
  readonly label: string
  /** Shown after the label: the number of waiting items. */
  readonly badge?: ReactNode
  /** True when subpages also mark it as current. */
  readonly isArea?: boolean
}

export interface MenuEntry extends MenuTab {
  readonly Icon: Icon
  /** The pages of the entry, its own first. They are tabs above each of them. */
  readonly tabs?: readonly MenuTab[]
}

const SHOWN_MAX = 99

/** The number of things that wait; renders nothing for zero. */
export function MenuBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Box
      component="span"
      ml="auto"
      bdrs={11}
      c="var(--galla-on-accent)"
      bg="var(--galla-accent)"
      fw={650}
      ta="center"
      className={`tabular ${css.badge}`}
    >
      {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
      <VisuallyHidden> {t('open')}</VisuallyHidden>
    </Box>
  )
}

const isAt = ({ to, isArea = false }: MenuTab, pathname: string): boolean =>
  pathname === to || (isArea && pathname.startsWith(`${to}/`))

const tabsOf = (entry: MenuEntry): readonly MenuTab[] => entry.tabs ?? [entry]

/** What one may open: an entry leads to its first page of those, and one of which a single page is left has its name. */
export const openEntries = (
  entries: readonly MenuEntry[],
  mayOpen: (path: string) => boolean,
): readonly MenuEntry[] =>
  entries.flatMap(({ tabs: all, ...entry }) => {
    if (all === undefined) return mayOpen(entry.to) ? [entry] : []
    const tabs = all.filter(({ to }) => mayOpen(to))
    const [first] = tabs
    if (first === undefined) return []
    return tabs.length === 1 ? [{ ...entry, ...first }] : [{ ...entry, to: first.to, tabs }]
  })

/** The entry and the tab of a page. */
export const placeOf = (entries: readonly MenuEntry[], pathname: string) => {
  for (const entry of entries) {
    const tab = tabsOf(entry).find((each) => isAt(each, pathname))
    if (tab !== undefined) return { entry, tab }
  }
  return undefined
}

/** The entries of a menu, with Logout below them. */
export function MenuList({ label, entries }: { label: string; entries: readonly MenuEntry[] }) {
  const leave = useLogOut()
  const here = placeOf(entries, useLocation().pathname)
  return (
    <nav className={css.menu} aria-label={label}>
      {entries.map((entry) => (
        <Link
          key={entry.to}
          to={entry.to}
          className={css.entry ?? ''}
          aria-current={entry === here?.entry ? 'page' : undefined}
        >
          <entry.Icon size={18} stroke={1.8} />
          <span>{entry.label}</span>
          {entry.badge}
        </Link>
      ))}
      <UnstyledButton
        mt="sm"
        className={css.entry ?? ''}
        disabled={leave.isPending}
        onClick={() => leave.mutate()}
      >
        <IconLogout size={18} stroke={1.8} />
        <span>{leave.isPending ? t('Logging out...') : t('Logout')}</span>
      </UnstyledButton>
    </nav>
  )
}

/** The pages of the menu's current entry, above the page. */
export function MenuTabs({ entries }: { entries: readonly MenuEntry[] }) {
  const here = placeOf(entries, useLocation().pathname)
  if (here?.entry.tabs === undefined) return null
  return (
    <nav className={css.tabs} aria-label={here.entry.label}>
      {here.entry.tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          className={css.tab ?? ''}
          aria-current={tab === here.tab ? 'page' : undefined}
        >
          {tab.label}
          {tab.badge}
        </Link>
      ))}
    </nav>
  )
}
