import { IconCornerDownLeft, IconSearch } from 'virtual:icons'
import { CloseButton, Group, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import css from './finder.module.css'

export interface Found {
  readonly path: string
  /** Where it belongs. */
  readonly under: string
  readonly title: string
  readonly about?: ReactNode
  /** Where it is not the language of the page. */
  readonly lang?: 'en'
}

interface FinderProps {
  readonly label: string
  readonly listLabel: string
  readonly closeLabel: string
  readonly question: string
  readonly onQuestion: (question: string) => void
  readonly found: readonly Found[]
  /** Spoken to screen readers. */
  readonly status: string
  readonly onClose: () => void
  /** Above the results: what is missing. */
  readonly children: ReactNode
}

/** A search field in a dialog, and the places that it finds. The focus stays in the field; the arrow keys and Enter choose. */
export function Finder(props: FinderProps) {
  const { label, listLabel, closeLabel, question, onQuestion, found, status, onClose, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  const list = useId()
  const { chosen, point, open, pressed } = useChoice(found, onClose)
  const idOf = ({ path }: Found) => `${list}-${path}`
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes it; the browser handles the Escape key
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <Group gap="sm" wrap="nowrap" flex="none" c="dimmed" pl={18} pr="sm" className={css.field}>
        <IconSearch size={20} />
        <input
          autoFocus
          type="text"
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={list}
          aria-activedescendant={chosen === undefined ? undefined : idOf(chosen)}
          aria-label={label}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={label}
          value={question}
          onChange={(event) => {
            onQuestion(event.target.value)
            point(0)
          }}
          onKeyDown={pressed}
        />
        <CloseButton aria-label={closeLabel} onClick={onClose} />
      </Group>
      <VisuallyHidden component="p" role="status" style={{ clipPath: 'inset(50%)' }}>
        {status}
      </VisuallyHidden>
      {children}
      <div className={css.results} id={list} role="listbox" aria-label={listLabel}>
        {found.map((each, index) => (
          <Result
            key={each.path}
            id={idOf(each)}
            found={each}
            chosen={each === chosen}
            onPoint={() => point(index)}
            onChoose={() => open(each)}
          />
        ))}
      </div>
    </dialog>
  )
}

/** The result that is highlighted by the arrow keys or the pointer, and the navigation to it. */
function useChoice(found: readonly Found[], onClose: () => void) {
  const [at, point] = useState(0)
  const navigate = useNavigate()
  const last = found.length - 1
  const chosen = found[Math.min(at, last)]
  const open = ({ path }: Found) => {
    onClose()
    void navigate(path)
    const id = path.split('#')[1]
    // Navigating to the current page does not scroll to the section.
    if (id !== undefined) window.requestAnimationFrame(() => document.getElementById(id)?.scrollIntoView())
  }
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      point((before) => (Math.min(before, last) + step + found.length) % found.length)
    }
    if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault()
      open(chosen)
    }
  }
  return { chosen, point, open, pressed }
}

interface ResultProps {
  readonly id: string
  readonly found: Found
  readonly chosen: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
}

function Result({ id, found: { under, title, about, lang }, chosen, onPoint, onChoose }: ResultProps) {
  const item = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen) item.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus and refers to it by aria-activedescendant
    <div
      ref={item}
      id={id}
      lang={lang}
      role="option"
      aria-selected={chosen}
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      {under !== title && <small>{under}</small>}
      <strong>{title}</strong>
      {about !== undefined && <span className={css.around}>{about}</span>}
      <IconCornerDownLeft />
    </div>
  )
}
