import { IconMoon, IconSun } from 'virtual:icons'
import { ActionIcon, Burger, Group, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  type ComponentType,
  type MouseEventHandler,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { NavLink, useLocation } from 'react-router'
import { useInBrowser } from '../browser/in-browser.ts'
import { Brand } from '../components/layout/brand.tsx'
import { lazyDialog } from '../components/overlay/lazy-dialog.tsx'
import { chooseLanguage, LANGUAGE_NAMES, OTHER_LANGUAGES, offeredLanguage } from '../locales/language.ts'
import { t } from '../locales/translate.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.tsx'
import css from './header.module.css'

const MenuDrawer = lazyDialog(async () => (await import('./menu-drawer.tsx')).MenuDrawer, {
  failed: t('The menu could not be opened. Try again.'),
  isOpen: ({ opened }) => opened,
})

const LINKS = [
  { to: paths.home, label: t('Home') },
  { to: paths.features, label: t('Features') },
  { to: paths.pricing, label: t('Pricing') },
  { to: paths.contact, label: t('Contact') },
] as const

interface HeaderProps {
  /** Shown before the theme switch: the dashboard's mode switch. */
  readonly extra?: ReactNode
  /** The side menu, at the top of the menu of small screens. */
  readonly menuStart?: ReactNode
  /** The dashboard's header spans the window. */
  readonly wide?: boolean
  /** The bar at the bottom of small screens, which can open the menu too. */
  readonly Bar?: ComponentType<{ readonly onMore: MouseEventHandler<HTMLButtonElement> }> | undefined
}

export function Header({ extra, menuStart, wide = false, Bar }: HeaderProps) {
  const { remembered } = useSession()
  const offered = useInBrowser(offeredLanguage, undefined)
  const [menuOpen, setMenuOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const toggleMenu: MouseEventHandler<HTMLButtonElement> = ({ currentTarget }) => {
    opener.current = currentTarget
    setMenuOpen(!menuOpen)
  }
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu, even to the same page
  useEffect(() => setMenuOpen(false), [key])
  const account =
    remembered === undefined
      ? { to: paths.login, label: t('Login') }
      : { to: paths.dashboard, label: t('Dashboard') }
  return (
    <>
      <header className={css.header}>
        <a className="skip-link" href="#main">
          {t('Skip to the content')}
        </a>
        <div className={wide ? css.wideBar : css.bar}>
          <Brand />
          <nav className={css.links} aria-label={t('Website')}>
            {LINKS.map(({ to, label }) => (
              <NavLink key={to} to={to} end className={css.link ?? ''}>
                {label}
              </NavLink>
            ))}
          </nav>
          <Group gap="xs" wrap="nowrap" ml="auto" className={css.end}>
            {extra}
            {menuStart === undefined &&
              OTHER_LANGUAGES.map((other) => (
                // A plain link, which works before the app is there, and whose address can be sent to others.
                <a
                  key={other}
                  className={css.language}
                  href={`?lang=${other}`}
                  hrefLang={other}
                  lang={other}
                  data-offered={other === offered || undefined}
                  onClick={(event) => {
                    event.preventDefault()
                    chooseLanguage(other)
                  }}
                >
                  {LANGUAGE_NAMES[other]}
                </a>
              ))}
            <span className={css.theme}>
              <ThemeSwitch />
            </span>
            <NavLink to={account.to} end className={css.account ?? ''}>
              {account.label}
            </NavLink>
            <Burger
              className={css.burger ?? ''}
              opened={menuOpen}
              onClick={toggleMenu}
              size="sm"
              aria-label={t('Menu')}
              aria-expanded={menuOpen}
            />
          </Group>
        </div>
        <MenuDrawer
          opened={menuOpen}
          opener={() => opener.current}
          onClose={() => setMenuOpen(false)}
          links={menuStart === undefined ? [...LINKS, account] : LINKS}
          start={menuStart}
        />
      </header>
      {Bar !== undefined && <Bar onMore={toggleMenu} />}
    </>
  )
}

/** Follows the device's theme until it is first used, which pins the other theme. */
function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: true })
  const other = shown === 'dark' ? 'light' : 'dark'
  const label = other === 'dark' ? t('Switch to the dark theme') : t('Switch to the light theme')
  const Icon = other === 'dark' ? IconMoon : IconSun
  return (
    <ActionIcon
      size={40}
      radius="md"
      c="var(--galla-muted)"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(other)}
    >
      <Icon size={20} stroke={1.8} />
    </ActionIcon>
  )
}
