import { IconSearch } from 'virtual:icons'
import { Text, UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { lazyDialog } from '../../../../components/overlay/lazy-dialog.tsx'
import css from './docs-search.module.css'

const load = async () => (await import('./search-dialog.tsx')).SearchDialog
const SearchDialog = lazyDialog(load, { failed: 'The search could not be opened. Try again.' })
const prefetch = (): void => void load().catch(() => undefined)

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))

/** A button that looks like a search field and opens the search dialog, as does the slash key. The index loads on demand. */
export function DocsSearch() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
  return (
    <>
      <UnstyledButton
        className={`needs-script ${css.opener}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="/"
        // Prefetches the index when the pointer approaches.
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(true)}
      >
        <IconSearch size={17} />
        <Text span flex={1} ta="left">
          Search the docs
        </Text>
        <kbd aria-hidden>/</kbd>
      </UnstyledButton>
      {open && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  )
}
