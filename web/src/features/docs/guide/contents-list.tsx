import { IconChevronDown } from 'virtual:icons'
import { Box } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import css from './contents-list.module.css'

export interface Content {
  readonly id: string
  readonly title: string
}

/** The height of the sticky header: a heading above it has been read. */
const READ_ABOVE_PX = 120

interface PageGroup {
  readonly title: string
  readonly links: readonly { readonly name: string; readonly title: string; readonly to: string }[]
}

interface ContentsListProps {
  readonly contents: readonly Content[]
  /** The pages of a document of several pages, and the name of this one. */
  readonly groups?: readonly PageGroup[]
  readonly current?: string
}

/** The table of contents: beside the page on wide screens, folded above it on narrow ones. */
export function ContentsList({ contents, groups = [], current: page }: ContentsListProps) {
  const current = useCurrentSection(contents)
  const details = useRef<HTMLDetailsElement>(null)
  const sections = contents.map(({ id, title }) => (
    <li key={id}>
      <a href={`#${id}`} aria-current={current === id ? 'location' : undefined}>
        {title.replace(/^\d+\. /, '')}
      </a>
    </li>
  ))
  const name = groups.length === 0 ? 'On this page' : 'Pages of the guide'
  const list =
    groups.length === 0 ? (
      <ul className="plain-list">{sections}</ul>
    ) : (
      <Pages groups={groups} current={page}>
        {sections}
      </Pages>
    )
  return (
    <>
      <nav aria-label={name} className={css.beside}>
        {groups.length === 0 && (
          <Box component="p" mb="xs" pl={14} fw={650}>
            On this page
          </Box>
        )}
        {list}
      </nav>
      <details ref={details} className={`disclosure ${css.above}`}>
        <summary>
          {name} <IconChevronDown />
        </summary>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link's click event closes the list, also from the keyboard */}
        <nav
          aria-label={name}
          onClick={() => {
            if (details.current) details.current.open = false
          }}
        >
          {list}
        </nav>
      </details>
    </>
  )
}

function Pages({
  groups,
  current,
  children,
}: {
  groups: readonly PageGroup[]
  current: string | undefined
  children: ReactNode
}) {
  return groups.map(({ title, links }) => (
    <div key={title} className={css.group}>
      <p>{title}</p>
      <ul className="plain-list">
        {links.map(({ name, title, to }) => (
          <li key={name}>
            <Link to={to} aria-current={name === current ? 'page' : undefined}>
              {title}
            </Link>
            {name === current && <ul className={`plain-list ${css.sections}`}>{children}</ul>}
          </li>
        ))}
      </ul>
    </div>
  ))
}

function useCurrentSection(contents: readonly Content[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      const read = contents.filter(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top
        return top !== undefined && top < READ_ABOVE_PX
      })
      // The last sections are too short to scroll to the top.
      const { scrollHeight } = document.documentElement
      const atEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2
      setCurrent((atEnd ? contents.at(-1) : (read.at(-1) ?? contents[0]))?.id)
    }
    const scrolled = () => {
      frame ||= window.requestAnimationFrame(look)
    }
    look()
    window.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      window.removeEventListener('scroll', scrolled)
      window.cancelAnimationFrame(frame)
    }
  }, [contents])
  return current
}
