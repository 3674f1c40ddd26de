import { IconArrowLeft, IconArrowRight } from 'virtual:icons'
import { Box, Stack } from '@mantine/core'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { guidePath } from '../../../paths.ts'
import { ContentsList } from './contents-list.tsx'
import css from './guide.module.css'
import { GuideFor } from './guide-context.tsx'
import { GUIDE_GROUPS, GUIDE_PAGES, type ListedPage } from './guide-list.ts'
import { Blocks, GuideSection, useArrivalAtAnchor } from './guide-section.tsx'
import type { GuidePage as Page } from './guide-shape.ts'
import reading from './reading-page.module.css'
import { DocsSearch } from './search/docs-search.tsx'

const GROUPS = GUIDE_GROUPS.map(({ title, pages }) => ({
  title,
  links: pages.map(({ name, title }) => ({ name, title, to: guidePath(name) })),
}))

/** Any page of the guide: the pages beside it, its sections, and the pages before and after it. */
export function GuidePage({ page }: { page: Page }) {
  const { name, title, intro, sections } = page
  useArrivalAtAnchor()
  useFormerAnchor(page)
  return (
    <GuideFor level={2}>
      <div className={reading.page}>
        <div className={reading.contents}>
          <ContentsList contents={sections} groups={GROUPS} current={name} />
        </div>
        <Box
          miw={0}
          fz="md"
          className={page.places === undefined ? reading.text : `${reading.text} ${css.overview}`}
        >
          <Stack component="header" gap="sm" className={reading.head}>
            <h1>{title}</h1>
            <div className={css.section}>
              <Blocks blocks={intro} />
            </div>
            <DocsSearch />
          </Stack>
          {sections.map((section) => (
            <GuideSection key={section.id} section={section} />
          ))}
          <Neighbours name={name} />
        </Box>
      </div>
    </GuideFor>
  )
}

/** The guide was one page: its anchors lead to the pages that have these sections now. */
function useFormerAnchor({ places, sections }: Page): void {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const id = hash.slice(1)
  const place = sections.some((section) => section.id === id) ? undefined : places?.[id]
  useEffect(() => {
    if (place !== undefined) void navigate(place, { replace: true })
  }, [place, navigate])
}

function Neighbours({ name }: { name: string }) {
  const at = GUIDE_PAGES.findIndex((page) => page.name === name)
  const [before, after] = [GUIDE_PAGES[at - 1], GUIDE_PAGES[at + 1]]
  return (
    <nav aria-label="Previous and next page" className={reading.neighbours}>
      {before !== undefined && <Neighbour page={before} word="Previous" />}
      {after !== undefined && <Neighbour page={after} word="Next" />}
    </nav>
  )
}

function Neighbour({ page: { name, title }, word }: { page: ListedPage; word: 'Previous' | 'Next' }) {
  return (
    <Link to={guidePath(name)} className={reading[word.toLowerCase()]}>
      {word === 'Previous' && <IconArrowLeft size={18} />}
      <span>
        <small>{word}</small>
        <strong>{title}</strong>
      </span>
      {word === 'Next' && <IconArrowRight size={18} />}
    </Link>
  )
}
