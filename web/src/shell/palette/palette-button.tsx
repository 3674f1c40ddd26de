import { IconSearch } from 'virtual:icons'
import { ActionIcon } from '@mantine/core'
import { useEffect, useState } from 'react'
import { lazyDialog } from '../../components/overlay/lazy-dialog.tsx'
import { t } from '../../locales/translate.ts'

const Palette = lazyDialog(async () => (await import('./palette.tsx')).Palette, {
  failed: t('The search could not be opened. Try again.'),
})

/** Opens the search of the dashboard, as do Ctrl+K and Cmd+K. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      // What is open has the focus, and closes first.
      if (document.querySelector('[role="dialog"]') === null) setOpen(true)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  return (
    <>
      <ActionIcon
        size={40}
        radius="md"
        c="var(--galla-muted)"
        aria-label={t('Search')}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={t('Search (Ctrl+K)')}
        onClick={() => setOpen(true)}
      >
        <IconSearch size={20} stroke={1.8} />
      </ActionIcon>
      {isOpen && <Palette onClose={() => setOpen(false)} />}
    </>
  )
}
