import { IconChevronDown } from 'virtual:icons'
import { Box } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import css from './contents-list.module.css'

export interface Content {
  readonly id: string
  readonly title: string
}

/** The height of the sticky header: a heading above it has been read. */
const READ_ABOVE_PX = 120

/** The table of contents: beside the page on wide screens, folded above it on narrow ones. */
export function ContentsList({ contents }: { contents: readonly Content[] }) {
  const current = useCurrentSection(contents)
  const details = useRef<HTMLDetailsElement>(null)
  const links = contents.map(({ id, title }) => (
    <li key={id}>
      <a href={`#${id}`} aria-current={current === id ? 'location' : undefined}>
        {title}
      </a>
    </li>
  ))
  return (
    <>
      <nav aria-label="On this page" className={css.beside}>
        <Box component="p" mb="xs" pl={14} fw={650}>
          On this page
        </Box>
        <ul className="plain-list">{links}</ul>
      </nav>
      <details ref={details} className={`disclosure ${css.above}`}>
        <summary>
          On this page <IconChevronDown />
        </summary>
        <nav aria-label="On this page">
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link's click event closes the list, also from the keyboard */}
          <ul
            className="plain-list"
            onClick={() => {
              if (details.current) details.current.open = false
            }}
          >
            {links}
          </ul>
        </nav>
      </details>
    </>
  )
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
