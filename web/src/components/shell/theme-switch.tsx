import { IconMoon, IconSun } from 'virtual:icons'
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { t } from '../../locales/translate.ts'

/** Until it is used the theme follows the device; using it pins the other one. */
export function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: true })
  const other = shown === 'dark' ? 'light' : 'dark'
  const label = other === 'dark' ? t('Switch to the dark theme') : t('Switch to the light theme')
  const Icon = other === 'dark' ? IconMoon : IconSun
  return (
    <ActionIcon
      variant="subtle"
      size={40}
      radius="md"
      c="var(--galla-muted)"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(other)}
    >
      <Icon size={20} stroke={1.8} aria-hidden />
    </ActionIcon>
  )
}
