import { IconCornerDownLeft, IconSearch } from 'virtual:icons'
import { CloseButton, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { fetchOwnJson } from '../../../../api/api.ts'
import { LoadError } from '../../../../components/feedback/screen-message.tsx'
import { queryKeys } from '../../../../query-keys.ts'
import { SEARCH_INDEX_PATH, type SearchEntry } from '../guide-shape.ts'
import css from './docs-search.module.css'
import { type FoundSection, findSections } from './find-sections.ts'

/** The most visited sections, shown before anything is typed. */
const STARTS = ['/quickstart', '#create-order', '/webhooks', '#status-codes', '/going-live']

const startsOf = (entries: readonly SearchEntry[]): FoundSection[] =>
  STARTS.flatMap(
    (place) => entries.find(({ path }) => path.startsWith('/docs/') && path.endsWith(place)) ?? [],
  ).map((entry) => ({
    entry,
    around: [],
  }))

export function SearchDialog({ onClose }: { onClose: () => void }) {
  const [question, setQuestion] = useState('')
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  const index = useQuery({
    queryKey: queryKeys.docsSearch,
    queryFn: async ({ signal }) => (await fetchOwnJson(SEARCH_INDEX_PATH, signal)) as readonly SearchEntry[],
    staleTime: Number.POSITIVE_INFINITY,
  })
  const entries = index.data ?? []
  const found = question.trim() === '' ? startsOf(entries) : findSections(entries, question)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click on the backdrop closes it; the browser handles the Escape key
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-label="Search the docs"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <Search
        question={question}
        onQuestion={setQuestion}
        found={found}
        onClose={onClose}
        state={index.isError ? 'failed' : index.isPending ? 'loading' : 'here'}
        onRetry={() => void index.refetch()}
      />
    </dialog>
  )
}

interface SearchProps {
  readonly question: string
  readonly onQuestion: (question: string) => void
  readonly found: readonly FoundSection[]
  readonly state: 'loading' | 'failed' | 'here'
  readonly onRetry: () => void
  readonly onClose: () => void
}

function Search({ question, onQuestion, found, state, onRetry, onClose }: SearchProps) {
  const list = useId()
  const { chosen, point, open, pressed } = useChoice(found, onClose)
  const idOf = ({ entry }: FoundSection) => `${list}-${entry.path}`
  return (
    <>
      <Group gap="sm" wrap="nowrap" flex="none" c="dimmed" pl={18} pr="sm" className={css.field}>
        <IconSearch size={20} />
        <input
          // biome-ignore lint/a11y/noAutofocus: the dialog opens for typing
          autoFocus
          type="text"
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={list}
          aria-activedescendant={chosen === undefined ? undefined : idOf(chosen)}
          aria-label="Search the docs"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder="Search the docs"
          value={question}
          onChange={(event) => {
            onQuestion(event.target.value)
            point(0)
          }}
          onKeyDown={pressed}
        />
        <CloseButton aria-label="Close the search" onClick={onClose} />
      </Group>
      <VisuallyHidden component="p" role="status">
        {state === 'here' && question.trim() !== ''
          ? `${found.length} ${found.length === 1 ? 'section' : 'sections'} found`
          : ''}
      </VisuallyHidden>
      <Notice state={state} isEmpty={found.length === 0} onRetry={onRetry} />
      <div className={css.results} id={list} role="listbox" aria-label="Sections">
        {found.map((each, index) => (
          <Result
            key={each.entry.path}
            id={idOf(each)}
            found={each}
            chosen={each === chosen}
            onPoint={() => point(index)}
            onChoose={() => open(each)}
          />
        ))}
      </div>
    </>
  )
}

interface NoticeProps extends Pick<SearchProps, 'state' | 'onRetry'> {
  readonly isEmpty: boolean
}

/** Replaces the results while there are none. */
function Notice({ state, isEmpty, onRetry }: NoticeProps) {
  if (state === 'failed') return <LoadError message="The search could not be loaded." onRetry={onRetry} />
  if (state === 'loading')
    return (
      <Stack gap="xs" p="md" role="status" aria-label="Loading the search">
        {STARTS.map((id) => (
          <Skeleton key={id} h={48} />
        ))}
      </Stack>
    )
  if (!isEmpty) return null
  return (
    <Text c="dimmed" ta="center" py={36} px="lg">
      No section has all of these words. Try fewer words or the name of a field.
    </Text>
  )
}

/** The result that is highlighted by the arrow keys or the pointer, and the navigation to it. */
function useChoice(found: readonly FoundSection[], onClose: () => void) {
  const [at, point] = useState(0)
  const navigate = useNavigate()
  const last = found.length - 1
  const chosen = found[Math.min(at, last)]
  const open = ({ entry: { path } }: FoundSection) => {
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
  readonly found: FoundSection
  readonly chosen: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
}

function Result({ id, found: { entry, around }, chosen, onPoint, onChoose }: ResultProps) {
  const item = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen) item.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus and refers to it by aria-activedescendant
    <div ref={item} id={id} role="option" aria-selected={chosen} onPointerMove={onPoint} onClick={onChoose}>
      <small>{entry.under.join(' / ')}</small>
      <strong>{entry.title}</strong>
      {around.length > 0 && (
        <span className={css.around}>
          {around.map(({ text, marked, at }) => (marked ? <mark key={at}>{text}</mark> : text))}
        </span>
      )}
      <IconCornerDownLeft />
    </div>
  )
}
