import { IconCheck, IconLink } from 'virtual:icons'
import { Group, Stack } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useCopy } from '../../../components/display/copied-text.ts'
import css from './guide.module.css'
import { useGuide } from './guide-context.tsx'

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

/** A section with a linkable heading. */
export function GuideSection({ id, title, children }: SectionProps) {
  const { level } = useGuide()
  return (
    <Stack
      id={id}
      aria-labelledby={`${id}-title`}
      component="section"
      gap="md"
      miw={0}
      className={css.section}
      style={{ scrollMarginTop: 12 }}
    >
      <Heading id={id} level={level} title={title} />
      {children}
    </Stack>
  )
}

/** A part of a section. `of` is the section's id, needed where another section has a part with the same title. */
export function GuidePart({ id, title, of, children }: SectionProps & { readonly of?: string }) {
  const { level } = useGuide()
  const names = of === undefined ? `${id}-title` : `${of}-title ${id}-title`
  return (
    <Stack
      id={id}
      aria-labelledby={names}
      component="section"
      gap="md"
      miw={0}
      mt="md"
      className={css.part}
      style={{ scrollMarginTop: 12 }}
    >
      <Heading id={id} level={level === 2 ? 3 : 4} title={title} />
      {children}
    </Stack>
  )
}

function Heading({ id, level, title }: { id: string; level: 2 | 3 | 4; title: string }) {
  const { copied, copy } = useCopy()
  const Tag = `h${level}` as const
  const Icon = copied ? IconCheck : IconLink
  return (
    <Group gap={4} wrap="nowrap" className={css.heading}>
      <Tag id={`${id}-title`}>{title}</Tag>
      <a
        href={`#${id}`}
        className={css.anchor}
        aria-label={copied ? 'Link copied' : `Link to ${title}`}
        title={copied ? 'Link copied' : 'Copy the link to this section'}
        onClick={() => copy(new URL(`#${id}`, window.location.href).href)}
      >
        <Icon />
      </a>
    </Group>
  )
}

const READER_MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Scrolls to the anchor of the address once the page has rendered, and keeps it in view while content above it loads, until the
 * reader scrolls.
 */
export function useArrivalAtAnchor(): void {
  useEffect(() => {
    let isHeld = true
    const arrive = () => {
      const id = window.location.hash.slice(1)
      if (isHeld && id !== '') document.getElementById(id)?.scrollIntoView()
    }
    const keepInPlace = () => {
      isHeld = true
      arrive()
    }
    const letGo = () => {
      isHeld = false
    }
    const growing = new ResizeObserver(arrive)
    growing.observe(document.body)
    window.addEventListener('hashchange', keepInPlace)
    for (const move of READER_MOVES) window.addEventListener(move, letGo, { passive: true })
    return () => {
      growing.disconnect()
      window.removeEventListener('hashchange', keepInPlace)
      for (const move of READER_MOVES) window.removeEventListener(move, letGo)
    }
  }, [])
}
