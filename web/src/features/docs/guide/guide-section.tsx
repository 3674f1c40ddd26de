import { IconCheck, IconLink } from 'virtual:icons'
import { Group } from '@mantine/core'
import { useEffect } from 'react'
import { useCopy } from '../../../components/display/copied-text.ts'
import { Prose } from '../../../components/site/prose.tsx'
import { CodeSample } from './code/code-sample.tsx'
import css from './guide.module.css'
import { useGuide } from './guide-context.tsx'
import { type Block, type Section, SOME_ORIGIN } from './guide-shape.ts'
import { OrderStatusDiagram } from './order-status-diagram.tsx'
import { TryCall } from './try/try-call.tsx'

/** A section of the guide with a linkable heading. In the dashboard, its parts are folded. */
export function GuideSection({ section }: { section: Section }) {
  const { level } = useGuide()
  const { id, title, blocks, parts } = section
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={level === 3 ? `${css.section} ${css.compact}` : css.section}
    >
      <Heading id={id} level={level} title={title} />
      <Blocks blocks={blocks} />
      {parts.map((part) => (
        <Part key={part.id} part={part} of={id} />
      ))}
    </section>
  )
}

function Part({ part: { id, title, blocks }, of }: { part: Section; of: string }) {
  const { level } = useGuide()
  if (level === 3)
    return (
      <details id={id} className={css.folded}>
        <summary>{title}</summary>
        <div>
          <Blocks blocks={blocks} />
        </div>
      </details>
    )
  return (
    // Parts of several sections have the same title.
    <section id={id} aria-labelledby={`${of}-title ${id}-title`} className={css.part}>
      <Heading id={id} level={3} title={title} />
      <Blocks blocks={blocks} />
    </section>
  )
}

type Aside = Exclude<Block, { kind: 'html' }>

/** Where there is room, what is not prose stands beside the prose before it. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  const groups: (string | Aside[])[] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (block.kind === 'html') groups.push(block.html)
    else if (Array.isArray(last)) last.push(block)
    else groups.push([block])
  }
  return groups.map((group, at) =>
    typeof group === 'string' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a section never change
      <OwnProse key={at} html={group} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a section never change
      <div key={at} className={css.beside}>
        {group.map((block, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a section never change
          <AsideBlock key={nth} block={block} />
        ))}
      </div>
    ),
  )
}

function AsideBlock({ block }: { block: Aside }) {
  if (block.kind === 'code') return <CodeSample title={block.title} samples={block.samples} />
  return block.kind === 'try' ? <TryCall name={block.call} /> : <OrderStatusDiagram />
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Names the merchant's own address where it is known. */
const withUrl = (html: string, url: string): string =>
  url === '' ? html : html.replace('to your webhook URL.', () => `to <code>${escaped(url)}</code>.`)

/** For this server and its reader. */
function OwnProse({ html }: { html: string }) {
  const { origin, webhookUrl } = useGuide()
  return <Prose className={css.prose} html={withUrl(html.replaceAll(SOME_ORIGIN, origin), webhookUrl)} />
}

function Heading({ id, level, title }: { id: string; level: 2 | 3; title: string }) {
  const { copied, copy } = useCopy()
  const Tag = `h${level}` as const
  const Icon = copied ? IconCheck : IconLink
  const [, step, words = title] = /^(\d+)\. (.*)$/.exec(title) ?? []
  return (
    <Group gap={4} wrap="nowrap" className={css.heading}>
      {step !== undefined && <span className={css.step}>{step}</span>}
      <Tag id={`${id}-title`}>{words}</Tag>
      <a
        href={`#${id}`}
        className={css.anchor}
        aria-label={copied ? 'Link copied' : `Link to ${words}`}
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
      if (!isHeld || id === '') return
      const place = document.getElementById(id)
      if (place instanceof HTMLDetailsElement) place.open = true
      place?.scrollIntoView()
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
